package io.loophalt.runtime.runs;

import io.loophalt.StopReason;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is left of halted runs that were dropped to make room for others, so that they stay halted:
 * ids and the reason. Of too many, the oldest are forgotten.
 *
 * <p>Thread-safe; looking for one takes no lock. O(1).
 */
final class Tombstones {

  private static final int MOST_DETAIL = 200;

  /**
   * One dropped run.
   *
   * @param id its own; the reason may be that of a run around it
   * @param task its task
   * @param aliases further ids that led to it
   * @param ofTrace whether it was the run of a trace
   */
  record Tombstone(
      String id,
      String task,
      StopReason reason,
      List<String> aliases,
      boolean ofTrace,
      long droppedNanos) {
    Tombstone {
      reason = shortened(reason);
    }

    private static StopReason shortened(StopReason reason) {
      String detail = reason.detail();
      return new StopReason(
          reason.kind(),
          detail.length() <= MOST_DETAIL ? detail : detail.substring(0, MOST_DETAIL) + '…',
          reason.task(),
          reason.runId(),
          reason.detector(),
          reason.count(),
          reason.steps(),
          reason.turns(),
          reason.inputTokens(),
          reason.outputTokens(),
          List.of(),
          reason.partial());
    }
  }

  private final int most;
  private final Map<String, Tombstone> byAnyId = new ConcurrentHashMap<>();

  /** By the runs' own ids, the oldest first; guarded by itself. */
  private final Map<String, Tombstone> byAge = new LinkedHashMap<>();

  /** Keeps no more than so many. */
  Tombstones(int most) {
    this.most = most;
  }

  /** What is left of the run with this id or alias, or null. */
  @Nullable Tombstone find(String anyId) {
    return byAnyId.get(anyId);
  }

  void add(Tombstone added) {
    synchronized (byAge) {
      remove(added.id());
      if (byAge.size() >= most) {
        Iterator<String> oldest = byAge.keySet().iterator();
        remove(oldest.next());
      }
      byAge.put(added.id(), added);
      byAnyId.put(added.id(), added);
      for (String alias : added.aliases()) {
        byAnyId.put(alias, added);
      }
    }
  }

  /**
   * Forgets what is left of a run, unless something newer of the same id is there by now.
   *
   * @return whether it was there
   */
  boolean remove(Tombstone known) {
    synchronized (byAge) {
      return known.equals(byAge.get(known.id())) && remove(known.id());
    }
  }

  /** Forgets what is left of a run, by its own id. */
  private boolean remove(String id) {
    Tombstone known = byAge.remove(id);
    if (known == null) {
      return false;
    }
    byAnyId.remove(id, known);
    for (String alias : known.aliases()) {
      byAnyId.remove(alias, known);
    }
    return true;
  }
}
