package io.loophalt.benchmarks;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs an application of yours without the agent and with it, in turn, and compares what the whole
 * processes took. The application ends by itself, and with the same output each time.
 */
public final class WholeProcess {

  private static final String USAGE =
      "usage: java -cp loophalt-benchmarks.jar io.loophalt.benchmarks.WholeProcess AGENT_JAR ROUNDS"
          + " JAVA_ARGUMENT...";

  private static final int WARM_UP_ROUNDS = 2;

  private WholeProcess() {}

  /** See {@link #USAGE}. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length < 3 || !new File(arguments[0]).isFile()) {
      System.err.println(USAGE);
      System.exit(2);
    }
    int rounds = Integer.parseInt(arguments[1]);
    List<String> alone = new ArrayList<>();
    alone.add(new File(System.getProperty("java.home"), "bin/java").toString());
    alone.addAll(List.of(arguments).subList(2, arguments.length));
    List<String> guarded = new ArrayList<>(alone);
    guarded.add(1, "-javaagent:" + new File(arguments[0]).getAbsolutePath());
    Pairs wall = new Pairs();
    Pairs cpu = new Pairs();
    for (int i = -WARM_UP_ROUNDS; i < rounds; i++) {
      Took without = Took.by(alone);
      Took with = Took.by(guarded);
      if (!with.output().equals(without.output())) {
        throw new IllegalStateException(
            "with the agent it printed '" + with.output() + "', and without '" + without.output());
      }
      if (i >= 0) {
        wall.add(without.wallMillis(), with.wallMillis());
        cpu.add(without.cpuMillis(), with.cpuMillis());
      }
    }
    System.out.println("JDK " + System.getProperty("java.version") + ", " + rounds + " rounds");
    System.out.println("| | without the agent | with it | ratio |");
    System.out.println("|---|---|---|---|");
    wall.printMedians("wall ms");
    cpu.printMeans("CPU ms");
  }
}
