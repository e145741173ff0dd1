package io.loophalt.store.link;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which writes a server has, as far as it tells. A state of a run carries the name of the history
 * in which it was put there. Found in another one, it may be an old copy: what followed it never
 * came to a replica that has taken over, or to the disk.
 *
 * @param process which process of a server
 * @param replication which history of its, as servers and their replicas call it; a replica that
 *     takes over, and a server that is started again, begin another one
 * @param isPromoted whether the process was a replica before that
 * @param isOfCluster whether runs move to it while nobody takes over
 * @param keepsAll whether each write is kept in a file, from which the process has begun
 * @param beganNanos when the process was there already, by {@link System#nanoTime}
 */
public record ServerHistory(
    String process,
    String replication,
    boolean isPromoted,
    boolean isOfCluster,
    boolean keepsAll,
    long beganNanos) {

  /** As much of an id as is no other one's. */
  private static final int LENGTH = 16;

  /** In the place of what there is none of. */
  private static final String NONE = "0".repeat(LENGTH);

  /** By what a server tells of itself ({@code INFO}); null if it does not name itself. */
  static @Nullable ServerHistory read(byte[] told, long nowNanos) {
    Map<String, String> values = new HashMap<>();
    new String(told, StandardCharsets.UTF_8)
        .lines()
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              if (colon > 0) {
                values.put(line.substring(0, colon), line.substring(colon + 1).strip());
              }
            });
    String process = values.get("run_id");
    String replication = values.get("master_replid");
    if (process == null || replication == null) {
      return null;
    }
    String before = values.getOrDefault("master_replid2", NONE);
    long seconds = Long.parseLong(values.getOrDefault("uptime_in_seconds", "0"));
    return new ServerHistory(
        begin(process),
        begin(replication),
        !begin(before).equals(NONE),
        "cluster".equals(values.get("redis_mode")),
        "1".equals(values.get("aof_enabled")),
        nowNanos - TimeUnit.SECONDS.toNanos(seconds));
  }

  private static String begin(String id) {
    return id.substring(0, Math.min(LENGTH, id.length()));
  }

  /** What no other one is called. */
  public String name() {
    return process + '.' + replication;
  }

  /**
   * Whether writes that followed a state may be missing here.
   *
   * @param name of the history in which the state was put there
   * @param putNanos when it was, by {@link System#nanoTime}
   */
  public boolean mayLackWhatFollowed(String name, long putNanos) {
    if (name.equals(name())) {
      return false;
    }
    if (isPromoted) {
      return true;
    }
    if (name.startsWith(process + '.')) {
      return false; // It counts anew, as with its first replica, and has all that it had.
    }
    if (beganNanos - putNanos < 0) {
      return !isOfCluster; // It was there: the run has moved, or this was a replica long ago.
    }
    return !keepsAll;
  }
}
