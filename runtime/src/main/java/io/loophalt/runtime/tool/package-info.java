/** Tool calls: one step of a run each. */
@NullMarked
package io.loophalt.runtime.tool;

import org.jspecify.annotations.NullMarked;
