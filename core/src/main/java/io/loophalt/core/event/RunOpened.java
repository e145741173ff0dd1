package io.loophalt.core.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run is there, and nothing has happened in it. One that was halted when it ended, and then was
 * reset or resumed, is told of once more: it ends once more, too.
 *
 * @param time when
 * @param runId the run
 * @param task its task
 * @param parentRunId the run inside which it was opened; null if none
 */
public record RunOpened(Instant time, String runId, String task, @Nullable String parentRunId)
    implements Event {}
