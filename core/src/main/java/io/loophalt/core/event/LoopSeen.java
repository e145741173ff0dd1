package io.loophalt.core.event;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run was repeating when it was halted, or when it was nudged about it and then went on to
 * something new. Told only where a memory of past loops is used.
 *
 * @param time when
 * @param runId the run
 * @param task its task
 * @param detector which found it
 * @param parts the calls that were repeated, in the order in which they were first made
 * @param next the tool that brought something new, in a printable form; null if the run was halted
 */
public record LoopSeen(
    Instant time,
    String runId,
    String task,
    String detector,
    List<Part> parts,
    @Nullable String next)
    implements Event {

  /**
   * A call of a loop.
   *
   * @param tool the tool's name in a printable form
   * @param digest call and answer in the form in which digests leave the process
   */
  public record Part(String tool, long digest) {}

  /** Copies the list. */
  public LoopSeen {
    parts = List.copyOf(parts);
  }
}
