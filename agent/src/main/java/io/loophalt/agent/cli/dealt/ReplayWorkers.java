package io.loophalt.agent.cli.dealt;

import io.loophalt.recordings.DealingJudge.Workers;
import io.loophalt.recordings.PlayedPart;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Processes that play the parts of recordings in turns, each through the store. Not thread-safe.
 */
public final class ReplayWorkers implements Workers, AutoCloseable {

  private final List<Worker> workers = new ArrayList<>();
  private long dealt;

  /**
   * Starts them.
   *
   * @param arguments of the command line that makes a process of this program a worker
   * @throws IllegalStateException if one does not come up; the message is for the user
   */
  public ReplayWorkers(int number, URI store, List<String> arguments) {
    WorkerStart start = WorkerStart.at(store);
    for (int i = 0; i < number; i++) {
      workers.add(new Worker(i, arguments));
    }
    for (Worker each : workers) {
      each.say(start.line());
    }
    for (Worker each : workers) {
      String answer = each.hear();
      if (!answer.equals(ReplayWorker.READY)) {
        close();
        throw new IllegalStateException(answer);
      }
    }
  }

  @Override
  public List<PlayedPart> play(long run, long first, int parts) {
    List<PlayedPart> played = new ArrayList<>();
    for (int from = 0; from < parts; from += workers.size()) {
      int size = Math.min(workers.size(), parts - from);
      for (int i = 0; i < size; i++) {
        worker(i).say(run + " " + (first + from + i));
      }
      for (int i = 0; i < size; i++) {
        played.add(PlayedPart.of(worker(i).hear()));
      }
      dealt += size;
    }
    return played;
  }

  private Worker worker(int next) {
    return workers.get((int) ((dealt + next) % workers.size()));
  }

  /**
   * Ends the workers; returns how many calls they have judged without what others had played,
   * because the store was late.
   */
  public long end() {
    long alone = 0;
    for (Worker each : workers) {
      each.say("");
      alone += Long.parseLong(each.hear());
    }
    return alone;
  }

  @Override
  public void close() {
    workers.forEach(Worker::close);
  }

  /** One process. */
  private static final class Worker {

    private final int number;
    private final Process process;
    private final BufferedWriter in;
    private final BufferedReader out;

    Worker(int number, List<String> arguments) {
      this.number = number;
      try {
        List<String> command =
            new ArrayList<>(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-jar",
                    jar().toString()));
        command.addAll(arguments);
        process =
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      } catch (IOException | URISyntaxException e) {
        throw new IllegalStateException("a worker cannot be started: " + e.getMessage(), e);
      }
      in = process.outputWriter(StandardCharsets.UTF_8);
      out = process.inputReader(StandardCharsets.UTF_8);
    }

    private static File jar() throws URISyntaxException {
      return new File(
          ReplayWorkers.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    void say(String line) {
      try {
        in.write(line + '\n');
        in.flush();
      } catch (IOException gone) {
        throw new UncheckedIOException("worker " + number + " is gone", gone);
      }
    }

    String hear() {
      try {
        String line = out.readLine();
        if (line == null) {
          throw new IllegalStateException("worker " + number + " has ended too early");
        }
        return line;
      } catch (IOException gone) {
        throw new UncheckedIOException("worker " + number + " is gone", gone);
      }
    }

    void close() {
      process.destroy();
    }
  }
}
