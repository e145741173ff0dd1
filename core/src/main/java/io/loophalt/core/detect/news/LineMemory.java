package io.loophalt.core.detect.news;

import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Remembers which lines a run has seen: a bounded set of their digests, of which those seen last
 * stay.
 *
 * <p>A table of buckets, each of which forgets the line that it has not met for longest. Not
 * thread-safe. Looking a line up or adding it reads one bucket, whatever the length of the run;
 * four bytes a line, {@value #WAYS} to a bucket.
 */
final class LineMemory {

  private static final int WAYS = 8;
  private static final int FIRST_BUCKETS = 1;

  private final int mostBuckets;

  /** Each bucket from its newest line to its oldest; 0 where there is none. */
  private int[] lines = new int[0];

  /**
   * Makes an empty one.
   *
   * @param mostBuckets how many buckets it may have, a power of two
   */
  LineMemory(int mostBuckets) {
    this.mostBuckets = mostBuckets;
  }

  /** Whether a line was seen. */
  boolean contains(int line) {
    int digest = present(line);
    int bucket = bucketOf(digest);
    for (int i = 0; i < WAYS && bucket + i < lines.length; i++) {
      if (lines[bucket + i] == digest) {
        return true;
      }
    }
    return false;
  }

  /** Remembers a line as the one seen last. */
  void add(int line) {
    if (lines.length == 0) {
      lines = new int[FIRST_BUCKETS * WAYS];
    }
    int digest = present(line);
    int bucket = bucketOf(digest);
    int at = 0;
    while (at < WAYS && lines[bucket + at] != digest && lines[bucket + at] != 0) {
      at++;
    }
    if (at == WAYS) {
      if (lines.length < mostBuckets * WAYS) {
        grow();
        add(digest);
        return;
      }
      at = WAYS - 1;
    }
    System.arraycopy(lines, bucket, lines, bucket + 1, at);
    lines[bucket] = digest;
  }

  private void grow() {
    int[] before = lines;
    lines = new int[2 * before.length];
    for (int way = WAYS - 1; way >= 0; way--) {
      for (int bucket = 0; bucket < before.length; bucket += WAYS) {
        if (before[bucket + way] != 0) {
          add(before[bucket + way]);
        }
      }
    }
  }

  private int bucketOf(int digest) {
    int buckets = lines.length / WAYS;
    return buckets == 0 ? 0 : ((digest >>> 8) & (buckets - 1)) * WAYS;
  }

  private static int present(int line) {
    return line == 0 ? 1 : line;
  }

  void clear() {
    Arrays.fill(lines, 0);
  }

  void save(DataOutput out) throws IOException {
    int used = 0;
    for (int line : lines) {
      used += line == 0 ? 0 : 1;
    }
    SmallNumbers.writeUnsigned(out, used == 0 ? 0 : lines.length / WAYS);
    for (int bucket = 0; used > 0 && bucket < lines.length; bucket += WAYS) {
      int size = 0;
      while (size < WAYS && lines[bucket + size] != 0) {
        size++;
      }
      SmallNumbers.writeUnsigned(out, size);
      for (int i = 0; i < size; i++) {
        ShortDigests.write(out, lines[bucket + i]);
      }
    }
  }

  void restore(DataInput in) throws IOException {
    int buckets = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), mostBuckets);
    lines = new int[buckets * WAYS];
    for (int bucket = 0; bucket < lines.length; bucket += WAYS) {
      int size = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), WAYS);
      for (int i = 0; i < size; i++) {
        lines[bucket + i] = ShortDigests.read(in);
      }
    }
  }
}
