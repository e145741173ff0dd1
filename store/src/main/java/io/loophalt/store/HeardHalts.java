package io.loophalt.store;

import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Halts that other processes have told of: in force at the next call here, whether that may ask the
 * store or not, and also in a run that is joined here later.
 *
 * <p>Thread-safe. Bounded: of runs that nobody has joined here the latest halts are kept.
 */
final class HeardHalts implements HaltChannel.Listener {

  /** At some kilobytes each. */
  private static final int MOST = 500;

  private final StoredNames names;
  private final RunRegistry registry;

  /** Of runs that were not known here, by their ids; the oldest first. Guarded by itself. */
  private final Map<String, Kept> kept = new LinkedHashMap<>();

  HeardHalts(StoredNames names, RunRegistry registry) {
    this.names = names;
    this.registry = registry;
  }

  /** What was told since is not known: each run looks for itself what it is like now. */
  @Override
  public void opened() {
    synchronized (kept) {
      kept.clear();
    }
    for (LiveRun each : registry.all()) {
      if (each.shared() instanceof SharedRun shared) {
        shared.hear(null);
      }
    }
  }

  @Override
  public void heard(byte[] sealed) {
    HaltNews news;
    try {
      news = HaltNews.opened(names, sealed);
    } catch (IOException | RuntimeException ofOthers) {
      return; // Others share the server under a key of their own.
    }
    String id = news.name().id();
    synchronized (kept) {
      kept.remove(id);
      if (news.stored().isHalted()) {
        keep(news, id);
      }
    }
    if (!news.stored().isHalted()) {
      registry.isResetElsewhere(id);
    }
    LiveRun live = registry.live(id);
    if (live != null && live.shared() instanceof SharedRun shared) {
      shared.hear(news.stored());
    }
  }

  private void keep(HaltNews news, String id) {
    long gapMillis = registry.policy().joins().gap(news.name().task()).toMillis();
    long millis = Math.max(gapMillis, news.stored().haltMillis());
    kept.put(id, new Kept(news.stored(), System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(millis)));
    if (kept.size() > MOST) {
      kept.remove(kept.keySet().iterator().next());
    }
  }

  /** A run of this id was reset here: who joins it next is not halted with what was heard of it. */
  void forget(String id) {
    synchronized (kept) {
      kept.remove(id);
    }
  }

  /** What a run of this id that is joined here now was halted with; null if it was not. */
  @Nullable StoredRun of(String id) {
    synchronized (kept) {
      Kept known = kept.get(id);
      return known == null || known.isOver() ? null : known.stored();
    }
  }

  /**
   * A halt of a run.
   *
   * @param atNanos when it was heard
   * @param nanos for how long a silent run stays what it is, or its halt
   */
  private record Kept(StoredRun stored, long atNanos, long nanos) {

    boolean isOver() {
      return System.nanoTime() - atNanos > nanos;
    }
  }
}
