package io.loophalt.runtime.runs;

/**
 * How much is kept of runs at one time.
 *
 * @param runs runs that are found by their ids
 * @param awake of these, runs in use or used a moment ago, of some 15 kB each; the others are kept
 *     in less than 1 kB
 * @param tombstones halted runs of which only is known that they are halted
 */
public record RunBounds(int runs, int awake, int tombstones) {

  private static final long BYTES_AWAKE = 16 << 10;
  private static final long BYTES_ASLEEP = 2 << 10;
  private static final long BYTES_OF_TOMBSTONE = 128;
  private static final int MOST_TOMBSTONES = 100_000;

  // What of the heap each may take: about an eighth in all.
  private static final int SHARE_AWAKE = 16;
  private static final int SHARE_ASLEEP = 16;
  private static final int SHARE_OF_TOMBSTONES = 64;

  private static final int FEWEST = 16;

  /**
   * The bounds for a heap: no more than a sixteenth of it for runs awake, a sixteenth for those
   * asleep and a sixty-fourth for tombstones.
   *
   * @param maxRuns no more runs than so many, whatever the heap
   * @param heapBytes the size to which the heap may grow
   */
  public static RunBounds of(int maxRuns, long heapBytes) {
    return new RunBounds(
        Math.min(maxRuns, fitting(heapBytes / SHARE_ASLEEP / BYTES_ASLEEP)),
        fitting(heapBytes / SHARE_AWAKE / BYTES_AWAKE),
        Math.min(MOST_TOMBSTONES, fitting(heapBytes / SHARE_OF_TOMBSTONES / BYTES_OF_TOMBSTONE)));
  }

  private static int fitting(long number) {
    return (int) Math.max(FEWEST, Math.min(Integer.MAX_VALUE, number));
  }
}
