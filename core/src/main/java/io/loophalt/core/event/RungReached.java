package io.loophalt.core.event;

import io.loophalt.core.detect.Finding;
import java.time.Instant;

/**
 * A detector's count reached a rung, or a ceiling is full. What follows from it, if anything does,
 * is told by {@link Intervened}: of several findings in one call only the strongest is acted on.
 *
 * @param time when
 * @param runId the run
 * @param task its task
 * @param finding what was found
 */
public record RungReached(Instant time, String runId, String task, Finding finding)
    implements Event {}
