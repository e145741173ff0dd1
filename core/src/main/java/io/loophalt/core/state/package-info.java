/** How the state of a run is written in few bytes, for while it is idle and for other processes. */
@NullMarked
package io.loophalt.core.state;

import org.jspecify.annotations.NullMarked;
