package io.loophalt.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A process, and all that it has printed so far. It does not outlive its test. */
final class Started implements AutoCloseable {

  /** The variable with options for {@code java}, which says in a line that it has read them. */
  static final String OPTIONS = "JDK_JAVA_OPTIONS";

  private static final long MOST_MINUTES = 10;

  private final Process process;
  private final List<String> lines = new ArrayList<>();
  private final Thread reader = new Thread(this::read, "what a process prints");

  /** Starts it; what it says of errors is among what it prints. */
  Started(ProcessBuilder builder) throws IOException {
    process = builder.redirectErrorStream(true).start();
    // What reads from a process is not interrupted, but comes to an end with it.
    CompletableFuture.delayedExecutor(MOST_MINUTES, TimeUnit.MINUTES)
        .execute(process::destroyForcibly);
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (BufferedReader output = process.inputReader()) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (!line.startsWith("NOTE: Picked up " + OPTIONS)) {
          add(line);
        }
      }
    } catch (IOException ended) {
      add("(reading ended: " + ended + ")");
    }
  }

  private synchronized void add(String line) {
    lines.add(line);
    notifyAll();
  }

  long pid() {
    return process.pid();
  }

  /** Waits until it has printed so many lines like this; returns the last of these. */
  String await(int count, Predicate<String> like) throws InterruptedException {
    while (true) {
      List<String> found = all().stream().filter(like).toList();
      if (found.size() >= count) {
        return found.get(count - 1);
      }
      if (!reader.isAlive()) {
        throw new AssertionError("it ended before it printed that: " + all());
      }
      synchronized (this) {
        wait(TimeUnit.SECONDS.toMillis(1));
      }
    }
  }

  synchronized List<String> all() {
    return List.copyOf(lines);
  }

  /** Waits for its end; its exit status. */
  int end() throws InterruptedException {
    int status = process.waitFor();
    reader.join();
    return status;
  }

  /**
   * Ends it; its exit status. By another signal than Ctrl-C, which does the same to a JVM, but
   * which whatever a shell runs in the background ignores, and all that comes of it.
   */
  int terminate() throws InterruptedException {
    process.toHandle().destroy(); // what it prints is still heard: Process.destroy closes its pipes
    return end();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
