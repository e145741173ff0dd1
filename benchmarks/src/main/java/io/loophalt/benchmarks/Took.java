package io.loophalt.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How long a process took.
 *
 * @param wallMillis from its start to its end
 * @param cpuMillis of all its threads, in steps of 10 ms
 * @param output what it printed
 */
record Took(double wallMillis, double cpuMillis, String output) {

  /** Runs a command to its end; what it says of errors is for nobody. */
  static Took by(List<String> command) throws IOException, InterruptedException {
    double cpuBefore = StartUp.cpuMillisOfChildren();
    long before = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    int status = process.waitFor();
    double wall = (System.nanoTime() - before) / 1e6;
    if (status != 0) {
      throw new IllegalStateException(command + " ended with status " + status);
    }
    return new Took(wall, StartUp.cpuMillisOfChildren() - cpuBefore, output);
  }
}
