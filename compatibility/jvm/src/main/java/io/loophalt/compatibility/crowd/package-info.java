/** Many runs at once, and many threads in one. */
@NullMarked
package io.loophalt.compatibility.crowd;

import org.jspecify.annotations.NullMarked;
