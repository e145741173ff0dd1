/** Arguments and results of which nobody but their tool may call a method, or take the lock. */
@NullMarked
package io.loophalt.compatibility.values;

import org.jspecify.annotations.NullMarked;
