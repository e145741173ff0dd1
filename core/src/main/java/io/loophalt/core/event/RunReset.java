package io.loophalt.core.event;

import java.time.Instant;

/**
 * The application reset a run: a halt is lifted, and repetition counts from zero again.
 *
 * @param time when
 * @param runId the run
 * @param task its task
 * @param step 0-based number of the latest step that had begun; -1 if there was none yet
 */
public record RunReset(Instant time, String runId, String task, long step) implements Event {}
