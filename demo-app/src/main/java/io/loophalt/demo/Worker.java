package io.loophalt.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.demo.ForkedJob.Failed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A JVM that runs {@link HandedOnJob} under the agent, and ends when it is closed. */
final class Worker implements AutoCloseable {

  private static final long MOST_SECONDS = 30;
  private static final int LAST_WORDS = 15;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final Process process;
  private final PrintStream orders;
  private final BufferedReader answers;
  private final List<String> errors = new ArrayList<>();
  private boolean ended;

  private Worker(String name, Process process) {
    this.name = name;
    this.process = process;
    this.orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    Thread reader = new Thread(this::readErrors, "what worker " + name + " says of itself");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts the same Java and class path as this JVM's.
   *
   * @param name what the worker is called, a letter
   * @param agent the agent's jar
   * @param configuration the agent's configuration
   * @param folder where it is at work
   */
  static Worker start(String name, Path agent, Path configuration, Path folder) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-javaagent:" + agent + "=config=" + configuration,
            "-XX:TieredStopAtLevel=1", // It takes a few steps, and is over.
            "-cp",
            System.getProperty("java.class.path"),
            HandedOnJob.class.getName());
    builder.directory(folder.toFile());
    builder.environment().remove("LOOPHALT_CONFIG");
    return new Worker(name, builder.start());
  }

  private void readErrors() {
    try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        add(line);
      }
    } catch (IOException closed) {
      add(closed.toString());
    } finally {
      end();
    }
  }

  private synchronized void add(String line) {
    errors.add(line);
    notifyAll();
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  String name() {
    return name;
  }

  /**
   * Waits until it says something of itself.
   *
   * @return the first line like this; empty if none comes in half a minute, or it ends
   */
  synchronized Optional<String> await(Pattern like) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    while (true) {
      Optional<String> found =
          errors.stream().filter(each -> like.matcher(each).find()).findFirst();
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (found.isPresent() || ended || left <= 0) {
        return found;
      }
      wait(left);
    }
  }

  /** The end of what it has said of itself. */
  synchronized String lastWords() {
    return String.join(
        "\n", errors.subList(Math.max(0, errors.size() - LAST_WORDS), errors.size()));
  }

  /**
   * Lets it do something for a ticket.
   *
   * @throws Failed when it does not answer; the message has its last words
   */
  RunReport order(String what, String ticket, Path project) throws IOException {
    orders.println(what + ' ' + ticket + ' ' + project);
    String answer = answers.readLine();
    if (answer == null) {
      throw new Failed("worker " + name + " has ended; its last words:\n" + lastWords());
    }
    return JSON.readValue(answer, RunReport.class);
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
