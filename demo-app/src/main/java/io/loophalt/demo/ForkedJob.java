package io.loophalt.demo;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that runs {@link RepairJob}, in a temporary directory that is deleted when closed. */
final class ForkedJob implements AutoCloseable {

  /** The JVM did not come to an end that can be reported. */
  static final class Failed extends IOException {

    private static final long serialVersionUID = 1L;

    Failed(String message) {
      super(message);
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  /** Generous: a real model may take seconds for each of a hundred answers. */
  private static final long MOST_MINUTES = 30;

  private final Path directory;
  private final File report;
  private final Path output;
  private final Process process;

  private ForkedJob(Path directory, File report, Path output, Process process) {
    this.directory = directory;
    this.report = report;
    this.output = output;
    this.process = process;
  }

  /**
   * Starts the same Java and class path as this JVM's.
   *
   * @param options further options of the JVM
   */
  static ForkedJob start(List<String> options) throws IOException {
    Path directory = Files.createTempDirectory("loophalt-demo-job-");
    File report = directory.resolve("report.json").toFile();
    Path output = directory.resolve("output.txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(RepairJob.class.getName(), report.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.directory(directory.toFile()); // Away from any loophalt.yaml of the user's own.
    builder.environment().remove("LOOPHALT_CONFIG");
    return new ForkedJob(directory, report, output, builder.start());
  }

  /**
   * Waits for the JVM to end.
   *
   * @throws Failed when it does not, or leaves no report; the message has the end of its output
   */
  RunReport report() throws IOException, InterruptedException {
    if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
      throw new Failed("a run did not end within " + MOST_MINUTES + " minutes");
    }
    if (process.exitValue() != 0 || !report.isFile()) {
      List<String> lines = Files.readAllLines(output);
      throw new Failed(
          "a run ended with status "
              + process.exitValue()
              + " and no report; its last words:\n"
              + String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size())));
    }
    return RunReport.readFrom(report);
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.deleteIfExists(report.toPath());
    Files.deleteIfExists(output);
    Files.delete(directory);
  }
}
