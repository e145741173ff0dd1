package io.loophalt.core.event;

import java.time.Instant;

/**
 * The configuration was read anew while runs went on.
 *
 * @param time when
 * @param inForce whether it holds from the next call on; if not, what held before goes on to hold
 * @param detail what came of it, for a person; of a mistake with file, line and column
 */
public record ConfigurationRead(Instant time, boolean inForce, String detail) implements Event {

  /** Of no run. */
  @Override
  public String runId() {
    return "";
  }
}
