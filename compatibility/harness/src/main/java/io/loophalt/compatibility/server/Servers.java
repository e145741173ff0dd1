package io.loophalt.compatibility.server;

import io.loophalt.compatibility.harness.Application;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** JVMs of their own, which end with the test. */
public final class Servers implements AutoCloseable {

  private static final Duration LONGEST = Duration.ofMinutes(3);

  /** Of each that are shown when something goes wrong. */
  private static final int MOST_LINES = 60;

  private final Path folder;
  private final List<Process> running = new ArrayList<>();
  private final Set<String> names = new LinkedHashSet<>();

  /**
   * Makes room for them.
   *
   * @param folder for what they say
   */
  public Servers(Path folder) {
    this.folder = folder;
  }

  /** Something that is waited for. */
  public interface Condition {
    boolean holds() throws Exception;
  }

  /** Waits until it holds. If it does not, the error shows what each of them has said last. */
  public void await(String what, Condition condition) throws Exception {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            "after " + LONGEST.toSeconds() + " s still not: " + what + saidLast());
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private String saidLast() throws IOException {
    StringBuilder said = new StringBuilder();
    for (String each : names) {
      List<String> lines = said(each).lines().toList();
      said.append("\n--- ").append(each);
      lines
          .subList(Math.max(0, lines.size() - MOST_LINES), lines.size())
          .forEach(line -> said.append('\n').append(line));
    }
    return said.toString();
  }

  /** Starts a JVM; what it says is in the file of its name. */
  public Process start(String name, String classPath, List<String> options, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Application.FRUGAL);
    for (String opened : List.of("java.base/java.lang", "java.base/java.util")) {
      command.add("--add-opens");
      command.add(opened + "=ALL-UNNAMED");
    }
    command.addAll(options);
    command.add("-cp");
    command.add(classPath);
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true);
    builder.redirectOutput(log(name));
    builder.environment().putAll(Map.of("FLINK_CONF_DIR", folder.resolve("conf").toString()));
    Process process = builder.start();
    running.add(process);
    names.add(name);
    return process;
  }

  /** Runs a JVM to its end, which must be a good one. */
  public void run(String name, String classPath, List<String> arguments) throws Exception {
    Process process = start(name, classPath, List.of("-Xmx256m"), arguments);
    if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new AssertionError(name + " has failed:\n" + said(name));
    }
  }

  /** What it has said so far. */
  public String said(String name) throws IOException {
    return Files.readString(log(name).toPath());
  }

  private File log(String name) {
    return folder.resolve(name + ".log").toFile();
  }

  @Override
  public void close() {
    running.forEach(Process::destroyForcibly);
    for (Process each : running) {
      each.onExit().join();
    }
  }
}
