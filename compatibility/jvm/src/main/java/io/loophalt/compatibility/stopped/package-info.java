/** Threads that are stopped in the middle of tool calls. */
@NullMarked
package io.loophalt.compatibility.stopped;

import org.jspecify.annotations.NullMarked;
