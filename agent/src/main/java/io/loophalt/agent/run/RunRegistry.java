package io.loophalt.agent.run;

import io.loophalt.agent.detect.Detector;
import io.loophalt.agent.policy.AgentPolicy;
import io.loophalt.agent.policy.DetectorPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The live runs by id. Bounded: beyond the configured number, the runs idle longest are dropped, a
 * tenth at a time so that the cost of looking for them is spread.
 *
 * <p>Thread-safe; finding a run takes no lock.
 */
public final class RunRegistry {

  /** A run with what the live agent knows beside it. */
  public static final class LiveRun {
    private final Run run;
    private final long startNanos;
    private volatile long lastUsedNanos;
    private volatile long state;
    private volatile @Nullable String pendingMessage;
    private volatile @Nullable ClassLoader toolLoader;

    private LiveRun(Run run, long nowNanos) {
      this.run = run;
      this.startNanos = nowNanos;
      this.lastUsedNanos = nowNanos;
    }

    /** The run. */
    public Run run() {
      return run;
    }

    /** Milliseconds since the run began. */
    public long millisAt(long nanos) {
      return (nanos - startNanos) / 1_000_000;
    }

    /** Notes that the run is in use. */
    public void touch(long nanos) {
      lastUsedNanos = nanos;
    }

    /** Digest of the state the application reported last; absent if none. */
    public long state() {
      return state;
    }

    /** Notes a reported state. */
    public void state(long digest) {
      state = digest;
    }

    /** Leaves a text for the model, to go with the next tool result. A later one replaces it. */
    public void leaveMessage(String message) {
      pendingMessage = message;
    }

    /** Takes the text that waits for the model, or null. */
    public @Nullable String takeMessage() {
      String message = pendingMessage;
      if (message != null) {
        pendingMessage = null;
      }
      return message;
    }

    /**
     * The loader of the application's tool classes, in which its own exception type is looked for;
     * null if unknown.
     */
    public @Nullable ClassLoader toolLoader() {
      return toolLoader;
    }

    /** Notes the loader of a tool class. */
    public void toolLoader(@Nullable ClassLoader loader) {
      if (toolLoader != loader) {
        toolLoader = loader;
      }
    }
  }

  private final AgentPolicy policy;
  private final Function<DetectorPolicy, Detector> detectors;
  private final RunObserver observer;
  private final Map<String, LiveRun> runs = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();

  /** Starts empty. */
  public RunRegistry(
      AgentPolicy policy, Function<DetectorPolicy, Detector> detectors, RunObserver observer) {
    this.policy = policy;
    this.detectors = detectors;
    this.observer = observer;
  }

  /** The configuration in force. */
  public AgentPolicy policy() {
    return policy;
  }

  /** The run with this id, or null. */
  public @Nullable LiveRun find(String id) {
    return runs.get(id);
  }

  /**
   * Opens a run.
   *
   * @param id unique among live runs, or null to have one made
   * @return the new run, or the live one with that id
   */
  public LiveRun open(@Nullable String id, String task, @Nullable Run parent, long nowNanos) {
    String key = id != null ? id : "run-" + numbers.incrementAndGet();
    LiveRun live = runs.get(key);
    if (live != null) {
      return live;
    }
    if (runs.size() >= policy.maxRuns()) {
      dropIdle(nowNanos);
    }
    LiveRun opened =
        new LiveRun(
            new Run(key, task, policy.forTask(task), detectors, policy.mode(), parent, observer),
            nowNanos);
    LiveRun raced = runs.putIfAbsent(key, opened);
    return raced != null ? raced : opened;
  }

  /** Lets further ids lead to a run, such as a framework's own. */
  public void alias(String id, LiveRun run) {
    runs.put(id, run);
  }

  /** Takes an alias back. */
  public void removeAlias(String id, LiveRun run) {
    runs.remove(id, run);
  }

  /** Ends a run. Does nothing the second time. */
  public void close(LiveRun live) {
    runs.remove(live.run().id(), live);
    live.run().end();
  }

  /** The live runs; a copy. */
  public List<LiveRun> all() {
    return new ArrayList<>(runs.values());
  }

  private void dropIdle(long nowNanos) {
    List<LiveRun> byIdleness = all();
    byIdleness.sort(
        Comparator.comparingLong((LiveRun live) -> nowNanos - live.lastUsedNanos).reversed());
    int surplus = Math.max(1, byIdleness.size() / 10);
    for (LiveRun live : byIdleness.subList(0, Math.min(surplus, byIdleness.size()))) {
      close(live);
      runs.values().removeIf(each -> each == live);
    }
  }
}
