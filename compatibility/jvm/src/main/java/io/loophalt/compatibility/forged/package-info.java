/** An agent whose run ids, tasks and tool names are written by somebody hostile. */
@NullMarked
package io.loophalt.compatibility.forged;

import org.jspecify.annotations.NullMarked;
