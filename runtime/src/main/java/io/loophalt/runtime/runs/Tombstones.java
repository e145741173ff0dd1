package io.loophalt.runtime.runs;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is left of halted runs that are over, so that whatever begins under their ids again is
 * halted: no id and no text, at most 128 bytes each. Of too many, the oldest are forgotten.
 *
 * <p>Thread-safe. O(1), but for {@link #removeAllOf}. Whoever asks while there is none takes no
 * lock.
 */
final class Tombstones {

  private static final Kind[] KINDS = Kind.values();
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** One run that is over. */
  static final class Tombstone {

    private final long origin;
    private final long words;
    private final String task;
    private final int seconds;
    private final byte kind;
    private final boolean ofTrace;

    @SuppressWarnings("EnumOrdinal") // one byte in place of four, and nobody else reads it
    private Tombstone(
        Kind kind, String task, long origin, long words, boolean ofTrace, int seconds) {
      this.kind = (byte) kind.ordinal();
      this.task = task;
      this.origin = origin;
      this.words = words;
      this.ofTrace = ofTrace;
      this.seconds = seconds;
    }

    /** The same in all that is left of one run. */
    long origin() {
      return origin;
    }

    /** What a person had said last in the run, as a digest; 0 if nothing is known of that. */
    long words() {
      return words;
    }

    String task() {
      return task;
    }

    boolean ofTrace() {
      return ofTrace;
    }

    Kind kind() {
      return KINDS[kind];
    }

    /** Why whatever begins under an id again is halted. */
    StopReason reason(String id) {
      return new StopReason(
          kind(),
          "a run of this id was halted before, and stays so until it is reset",
          task,
          id,
          "",
          0,
          0,
          0,
          0,
          0,
          List.of(),
          /* partial= */ true);
    }
  }

  private final int most;
  private final long lifeSeconds;
  private final long startNanos;

  /** The oldest first; guarded by itself. */
  private final Map<HaltKey, Tombstone> byAge = new LinkedHashMap<>();

  private volatile boolean empty = true;

  /**
   * Starts empty.
   *
   * @param most keeps no more than so many
   * @param lifeNanos forgets each when it is older
   */
  Tombstones(int most, long lifeNanos, long nowNanos) {
    this.most = most;
    this.lifeSeconds = lifeNanos / NANOS_PER_SECOND + 1;
    this.startNanos = nowNanos;
  }

  /** Whether there is none. */
  boolean isEmpty() {
    return empty;
  }

  /** What is left of a run, or null. */
  @Nullable Tombstone find(HaltKey key, long nowNanos) {
    if (empty) {
      return null;
    }
    synchronized (byAge) {
      Tombstone known = byAge.get(key);
      if (known == null || seconds(nowNanos) - known.seconds <= lifeSeconds) {
        return known;
      }
      byAge.remove(key);
      empty = byAge.isEmpty();
      return null;
    }
  }

  /** What is to be left of a run that is over. */
  Tombstone of(Kind kind, String task, long origin, long words, boolean ofTrace, long nowNanos) {
    return new Tombstone(kind, task, origin, words, ofTrace, seconds(nowNanos));
  }

  /**
   * Leaves a tombstone, in place of an older one.
   *
   * @return whether another one had to go for it that was not old enough
   */
  boolean add(HaltKey key, Tombstone added) {
    synchronized (byAge) {
      byAge.remove(key);
      byAge.put(key, added);
      empty = false;
      Iterator<Tombstone> oldest = byAge.values().iterator();
      Tombstone first = oldest.next();
      boolean isOld = added.seconds - first.seconds > lifeSeconds;
      boolean tooMany = byAge.size() > most;
      if (isOld || tooMany) {
        oldest.remove();
      }
      return tooMany && !isOld;
    }
  }

  /** Forgets what is left of a run. */
  void remove(HaltKey key) {
    synchronized (byAge) {
      byAge.remove(key);
      empty = byAge.isEmpty();
    }
  }

  /** Forgets what is left of a run under all its ids; O(n). */
  void removeAllOf(long origin) {
    if (!empty) {
      synchronized (byAge) {
        byAge.values().removeIf(each -> each.origin == origin);
        empty = byAge.isEmpty();
      }
    }
  }

  /** How many there are. */
  int size() {
    synchronized (byAge) {
      return byAge.size();
    }
  }

  private int seconds(long nowNanos) {
    return (int) ((nowNanos - startNanos) / NANOS_PER_SECOND);
  }
}
