/** Applications that hand their work over to other threads and never say that it is of a run. */
@NullMarked
package io.loophalt.compatibility.executors;

import org.jspecify.annotations.NullMarked;
