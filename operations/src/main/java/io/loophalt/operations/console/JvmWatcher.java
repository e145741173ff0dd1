package io.loophalt.operations.console;

import io.loophalt.operations.control.GuardedJvms.Jvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Watches each chosen JVM on a thread of its own, from when it is found until it is gone.
 * Thread-safe.
 */
final class JvmWatcher implements AutoCloseable {

  private static final long FINDS_EVERY_MILLIS = 2_000;

  private final ChosenJvms chosen;
  private final Board board;

  /** By name. */
  private final Map<String, WatchedJvm> watched = new ConcurrentHashMap<>();

  private final ThreadGroup threads = new ThreadGroup("loophalt-console");

  JvmWatcher(ChosenJvms chosen, Board board) {
    this.chosen = chosen;
    this.board = board;
  }

  /** Begins to look for them. */
  void start() {
    start("find", this::find);
  }

  private void start(String name, Runnable work) {
    Thread thread = new Thread(threads, work, "loophalt-console-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void find() {
    try {
      while (true) {
        Set<Path> connected = new HashSet<>();
        for (WatchedJvm each : watched.values()) {
          if (each.isConnected()) {
            connected.add(each.jvm().socket());
          }
        }
        for (Jvm each : chosen.now(connected)) {
          watch(each);
        }
        Thread.sleep(FINDS_EVERY_MILLIS);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void watch(Jvm jvm) {
    WatchedJvm begun = new WatchedJvm(jvm, board);
    if (watched.putIfAbsent(jvm.name(), begun) == null) {
      start(
          jvm.name(),
          () -> {
            try {
              begun.run();
            } finally {
              watched.remove(jvm.name(), begun);
            }
          });
    }
  }

  /** The one with this name; null if it is not watched. */
  @Nullable WatchedJvm of(Jvm jvm) {
    return watched.get(jvm.name());
  }

  /** All that are watched now. */
  List<WatchedJvm> all() {
    return new ArrayList<>(watched.values());
  }

  /** Looks no more. */
  @Override
  public void close() {
    threads.interrupt();
  }
}
