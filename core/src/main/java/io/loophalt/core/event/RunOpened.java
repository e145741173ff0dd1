package io.loophalt.core.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run is there, and nothing has happened in it.
 *
 * @param time when
 * @param runId the run
 * @param task its task
 * @param parentRunId the run inside which it was opened; null if none
 */
public record RunOpened(Instant time, String runId, String task, @Nullable String parentRunId)
    implements Event {}
