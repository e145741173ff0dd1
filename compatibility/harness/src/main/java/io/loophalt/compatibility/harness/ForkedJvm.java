package io.loophalt.compatibility.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A process of this test: its output is collected, its standard input is open until {@link #close}
 * (which is the heartbeat an application may listen to), and it never outlives its time limit.
 *
 * <p>Not thread-safe: for one test thread.
 */
public final class ForkedJvm implements AutoCloseable {

  /** Far above what anything here needs on a busy machine; only a hang gets there. */
  public static final Duration TIME_LIMIT = Duration.ofMinutes(4);

  private static final long DUMPED_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Variables that would change the command line, or the configuration, behind the test's back. */
  private static final List<String> MEDDLING =
      List.of(
          "JAVA_TOOL_OPTIONS",
          "JDK_JAVA_OPTIONS",
          "_JAVA_OPTIONS",
          "LOOPHALT_CONFIG",
          "LOOPHALT_ENABLED",
          "LOOPHALT_MODE");

  private final List<String> command;
  private final Process process;
  private final Lines out;
  private final Lines err;
  private final Writer in;
  private final long deadline;

  private ForkedJvm(List<String> command, Process process, Duration limit) {
    this.command = command;
    this.process = process;
    this.out = new Lines(process.getInputStream(), "standard output of " + process.pid());
    this.err = new Lines(process.getErrorStream(), "standard error of " + process.pid());
    out.start();
    this.in = process.outputWriter(StandardCharsets.UTF_8);
    this.deadline = System.nanoTime() + limit.toNanos();
  }

  /** Starts a command in a folder, with the time limit of this class. */
  public static ForkedJvm start(List<String> command, Path folder) {
    return start(command, folder, TIME_LIMIT, Map.of());
  }

  /** The same, of which nobody reads what it writes to standard error before it has ended. */
  static ForkedJvm startUnheard(List<String> command, Path folder) {
    return unheard(command, folder, TIME_LIMIT, Map.of());
  }

  /** Starts a command in a folder, with a time limit and more environment. */
  public static ForkedJvm start(
      List<String> command, Path folder, Duration limit, Map<String, String> environment) {
    ForkedJvm jvm = unheard(command, folder, limit, environment);
    jvm.err.start();
    return jvm;
  }

  private static ForkedJvm unheard(
      List<String> command, Path folder, Duration limit, Map<String, String> environment) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().keySet().removeAll(MEDDLING);
    builder.environment().putAll(environment);
    try {
      return new ForkedJvm(List.copyOf(command), builder.start(), limit);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command, e);
    }
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** Whether it still runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until it prints this line on standard output. */
  public void awaitLine(String line) {
    await(line, line::equals);
  }

  /** Waits until it prints one of these lines on standard output; which it is. */
  public String awaitOneOf(List<String> lines) {
    await("one of " + lines, lines::contains);
    return lines.stream().filter(this::hasPrinted).findFirst().orElseThrow();
  }

  /** Waits until it prints a line on standard output that begins like this. */
  public void awaitLineThatBegins(String beginning) {
    await(beginning, line -> line.startsWith(beginning));
  }

  /** Waits until it prints a line on standard error that matches as a whole. */
  public void awaitErrorMatching(String regex) {
    await(err, regex, line -> line.matches(regex));
  }

  private void await(String what, Predicate<String> wanted) {
    await(out, what, wanted);
  }

  private void await(Lines stream, String what, Predicate<String> wanted) {
    if (!stream.await(wanted, deadline)) {
      throw new AssertionError(
          "'" + what + "' did not come before the output or the time ended" + stop().describe());
    }
  }

  /** Whether it has printed a line on standard output that begins like this. */
  public boolean hasPrinted(String beginning) {
    return out.await(line -> line.startsWith(beginning), System.nanoTime());
  }

  /** Waits until it prints a line on standard output that matches as a whole. */
  public void awaitLineMatching(String regex) {
    await(regex, line -> line.matches(regex));
  }

  /** Waits until it prints a line that begins like this; returns the rest of it. */
  public String awaitRestOfLine(String beginning) {
    awaitLineThatBegins(beginning);
    return out.first(line -> line.startsWith(beginning)).substring(beginning.length());
  }

  /** Sends it one line. */
  public void send(String line) {
    try {
      in.write(line + "\n");
      in.flush();
    } catch (IOException e) {
      throw new AssertionError("nobody reads '" + line + "'" + stop().describe(), e);
    }
  }

  /** Closes its standard input, as the end of this test's JVM would. */
  public void hangUp() {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the standard input of " + pid(), e);
    }
  }

  /** Asks it to end, as an orderly shutdown of the machine does. */
  public void terminate() {
    process.toHandle().destroy(); // what it prints is still heard
  }

  /** Waits for its end; a process that passes its time limit is a failure. */
  public Outcome finish() {
    if (!exitsInTime()) {
      showThreads();
      throw new AssertionError("it passed its time limit and was killed" + stop().describe());
    }
    return outcome();
  }

  /** Ends it and what it has started, if any of that still runs. */
  @Override
  public void close() {
    stop();
  }

  /** The same; what it had printed by then. */
  public Outcome stop() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    return outcome();
  }

  /** Has it print what each of its threads does, by which one sees why it has not ended. */
  private void showThreads() {
    try {
      new ProcessBuilder("kill", "-QUIT", String.valueOf(pid())).start().waitFor();
      out.await(line -> line.startsWith("JNI global ref"), System.nanoTime() + DUMPED_NANOS);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot ask " + pid() + " for its threads", e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private boolean exitsInTime() {
    try {
      return process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private Outcome outcome() {
    return new Outcome(command, process.exitValue(), out.all(), err.all());
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while waiting for a forked JVM", e);
  }

  /** Collects the lines of one stream until its end. */
  private static final class Lines {

    private final List<String> lines = new ArrayList<>();
    private final Thread reader;
    private boolean ended;

    Lines(InputStream stream, String name) {
      reader = new Thread(() -> collect(stream), name);
      reader.setDaemon(true);
    }

    void start() {
      reader.start();
    }

    private void collect(InputStream stream) {
      try (BufferedReader in =
          new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          add(line);
        }
      } catch (IOException e) {
        add("(reading ended: " + e + ")");
      } finally {
        end();
      }
    }

    private synchronized void add(String line) {
      lines.add(line);
      notifyAll();
    }

    private synchronized void end() {
      ended = true;
      notifyAll();
    }

    synchronized boolean await(Predicate<String> wanted, long deadline) {
      try {
        while (lines.stream().noneMatch(wanted)) {
          long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
          if (ended || left <= 0) {
            return false;
          }
          wait(left);
        }
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
      return true;
    }

    synchronized String first(Predicate<String> wanted) {
      return lines.stream().filter(wanted).findFirst().orElseThrow();
    }

    /** To be called when the process has ended. */
    List<String> all() {
      if (reader.getState() == Thread.State.NEW) {
        start();
      }
      try {
        reader.join();
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
      synchronized (this) {
        return List.copyOf(lines);
      }
    }
  }
}
