package io.loophalt.core.event;

import java.time.Instant;

/**
 * The application reported progress: repetition counts from zero again. Written only when steps
 * are: it makes a log that can be judged anew.
 *
 * @param time when
 * @param runId the run
 * @param task its task
 * @param step 0-based number of the latest step that had begun; -1 if there was none yet
 */
public record ProgressReported(Instant time, String runId, String task, long step)
    implements Event {}
