package io.loophalt.core.event;

import io.loophalt.StopReason;
import java.time.Instant;

/**
 * A halted run waits for a person, who lets it go on or halts it for good.
 *
 * @param time when
 * @param runId the run
 * @param task its task
 * @param reason why it is halted
 * @param until when it waits no longer
 */
public record RunWaits(Instant time, String runId, String task, StopReason reason, Instant until)
    implements Event {}
