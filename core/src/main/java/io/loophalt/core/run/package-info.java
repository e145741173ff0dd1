/**
 * Runs: which steps and turns belong together, their ceilings, their detectors, the ladder and the
 * sticky halt.
 *
 * <p>The one engine that the live agent, the replay command and the tests share.
 */
@NullMarked
package io.loophalt.core.run;

import org.jspecify.annotations.NullMarked;
