package io.loophalt.core.memory;

import java.util.List;

/**
 * All that is kept of a task. Immutable.
 *
 * @param key its name as a digest, in the form in which digests leave the process
 * @param name its name in a printable form, which other tasks may share
 * @param runs how many of its runs have ended since the first of its loops was seen
 * @param loops the loops, in the order in which they were first seen
 */
public record TaskLoops(long key, String name, long runs, List<PastLoop> loops) {

  /** Copies the list. */
  public TaskLoops {
    loops = List.copyOf(loops);
  }
}
