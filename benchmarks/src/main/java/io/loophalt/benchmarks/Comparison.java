package io.loophalt.benchmarks;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Compares two versions of the agent: what each costs a start, the heap and a guarded call, and the
 * ratio of the second to the first.
 *
 * <p>The two take turns, so that whatever else the machine does meets both. Where each was measured
 * more than once it prints the medians, and the median of the ratios of neighbours; of a start's
 * processor time, which the system counts in steps of 10 ms, the means and their ratio.
 */
public final class Comparison {

  private static final String USAGE =
      "usage: java -cp loophalt-benchmarks.jar io.loophalt.benchmarks.Comparison OLD_AGENT_JAR"
          + " NEW_AGENT_JAR [STARTS] [CALL_ROUNDS]";

  private static final int WARM_UP_RUNS = 2;
  private static final int OPEN_RUNS = 1_000;

  /** So that what is in use is what is alive, to the byte. */
  private static final List<String> EXACT_HEAP = List.of("-XX:+UseSerialGC", "-XX:-UseTLAB");

  private final File oldJar;
  private final File newJar;

  private Comparison(File oldJar, File newJar) {
    this.oldJar = oldJar;
    this.newJar = newJar;
  }

  /** See {@link #USAGE}. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, RunnerException {
    if (arguments.length < 2
        || !new File(arguments[0]).isFile()
        || !new File(arguments[1]).isFile()) {
      System.err.println(USAGE);
      System.exit(2);
    }
    int starts = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 40;
    int rounds = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 5;
    Comparison comparison =
        new Comparison(
            new File(arguments[0]).getAbsoluteFile(), new File(arguments[1]).getAbsoluteFile());
    System.out.println("JDK " + System.getProperty("java.version") + ", " + starts + " starts");
    System.out.println("| | before | now | ratio |");
    System.out.println("|---|---|---|---|");
    comparison.starts("start, nothing to weave", StartUp.Hello.class, starts);
    comparison.starts("start, one class woven", StartUp.Guarded.class, starts);
    comparison.heap("heap at rest, bytes");
    for (String calls : List.of("1", "20")) {
      comparison.heap(
          "heap of a run with " + calls + " calls, bytes", String.valueOf(OPEN_RUNS), calls);
    }
    Pairs size = new Pairs();
    size.add((double) comparison.oldJar.length(), (double) comparison.newJar.length());
    size.printMedians("jar, bytes");
    if (rounds > 0) {
      comparison.calls(rounds);
    }
  }

  private void starts(String what, Class<?> application, int runs)
      throws IOException, InterruptedException {
    Pairs wall = new Pairs();
    Pairs cpu = new Pairs();
    for (int i = -WARM_UP_RUNS; i < runs; i++) {
      Took old = run(oldJar, application);
      Took now = run(newJar, application);
      if (i >= 0) {
        wall.add(old.wallMillis(), now.wallMillis());
        cpu.add(old.cpuMillis(), now.cpuMillis());
      }
    }
    wall.printMedians(what + ", wall ms");
    cpu.printMeans(what + ", CPU ms");
  }

  private void heap(String what, String... arguments) throws IOException, InterruptedException {
    Pairs bytes = new Pairs();
    bytes.add(
        Double.parseDouble(run(oldJar, HeapProbe.class, arguments).output()),
        Double.parseDouble(run(newJar, HeapProbe.class, arguments).output()));
    bytes.printMedians(what);
  }

  private void calls(int rounds) throws RunnerException {
    Pairs nanos = new Pairs();
    for (int i = 0; i < rounds; i++) {
      nanos.add(Benchmarks.cpuNanosOfGuardedCall(oldJar), Benchmarks.cpuNanosOfGuardedCall(newJar));
    }
    nanos.printMedians("guarded call, CPU ns");
  }

  private static Took run(File agentJar, Class<?> application, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(new File(System.getProperty("java.home"), "bin/java").toString());
    command.add("-javaagent:" + agentJar);
    if (application == HeapProbe.class) {
      command.addAll(EXACT_HEAP);
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(application.getName());
    command.addAll(List.of(arguments));
    return Took.by(command);
  }
}
