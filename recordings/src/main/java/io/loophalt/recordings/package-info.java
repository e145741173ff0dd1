/** Recorded trajectories through the live engine: input formats, verdicts and reports. */
@NullMarked
package io.loophalt.recordings;

import org.jspecify.annotations.NullMarked;
