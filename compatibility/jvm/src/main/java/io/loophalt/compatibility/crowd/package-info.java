/** Many runs at once. */
@NullMarked
package io.loophalt.compatibility.crowd;

import org.jspecify.annotations.NullMarked;
