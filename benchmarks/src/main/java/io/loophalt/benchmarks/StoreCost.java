package io.loophalt.benchmarks;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.RunScope;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Scanner;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * What a step costs whose run several JVMs share through a {@code redis-server} on this machine:
 * how much longer it takes, how many there are a second, and how many bytes a run has there.
 *
 * <p>A step is a call of a tool with texts in one run; the run is joined once. Beside it {@code
 * redis-benchmark} runs a script of the same kind.
 */
public final class StoreCost {

  private static final String USAGE =
      "usage: java -cp loophalt-benchmarks.jar io.loophalt.benchmarks.StoreCost AGENT_JAR"
          + " [STEPS] [PORT]";

  private static final int PORT = 7399;
  private static final int STEPS = 20_000;
  private static final int JOINS = 5_000;

  /** That the server runs for one of each kind. */
  private static final double SCRIPTS_OF_JOINS = 1 + 4;

  private static final String BENCHMARK_CALLS = "200000";

  /**
   * How many names stand above the figures of {@code redis-benchmark}, the first of which is meant.
   */
  private static final int NAMES_OF_COLUMNS = 8;

  /** As long as a JVM is warm after. */
  private static final int WARM_UP_STEPS = 10_000;

  /** What the server does before a step, without what is as long as a run's state. */
  private static final String LIKE_OURS =
      "local r=redis.call('HMGET',KEYS[1],'l','x','g','v','b','n','h','e')"
          + " redis.call('HSET',KEYS[1],'l',ARGV[1],'x',ARGV[2])"
          + " redis.call('PEXPIRE',KEYS[1],600000) return {1,2,'a',3,4,5,false,'b'}";

  private final String agent;
  private final int steps;
  private final int port;
  private final Path folder;

  private StoreCost(String agent, int steps, int port, Path folder) {
    this.agent = agent;
    this.steps = steps;
    this.port = port;
    this.folder = folder;
  }

  /** See {@link #USAGE}. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length < 1 || !new File(arguments[0]).isFile()) {
      System.err.println(USAGE);
      System.exit(2);
    }
    Path folder = Files.createTempDirectory("loophalt-store-cost");
    StoreCost cost =
        new StoreCost(
            new File(arguments[0]).getAbsolutePath(),
            arguments.length > 1 ? Integer.parseInt(arguments[1]) : STEPS,
            arguments.length > 2 ? Integer.parseInt(arguments[2]) : PORT,
            folder);
    try (LocalRedis redis = new LocalRedis(cost.port, folder)) {
      cost.measure(redis);
    }
  }

  private void measure(LocalRedis redis) throws IOException, InterruptedException {
    Path shared = folder.resolve("shared.yaml");
    Files.writeString(shared, "mode: observe\n" + redis.settings());
    Path without = folder.resolve("without.yaml");
    Files.writeString(without, "digest-key: {file: digest.key}\nmode: observe\n");
    System.out.println("JDK " + System.getProperty("java.version") + ", " + steps + " steps");
    System.out.println("| | median µs | 90 % | 99 % | 99.9 % | a second |");
    System.out.println("|---|---|---|---|---|---|");
    rows("no store", workers(redis, 1, without));
    redis.ask("flushall");
    redis.ask("config", "resetstat");
    Map<Integer, Double> perSecond = new TreeMap<>();
    perSecond.put(1, rows("store, 1 JVM", workers(redis, 1, shared)));
    double scripts = (redis.scripts() - 2 * SCRIPTS_OF_JOINS * JOINS) / (WARM_UP_STEPS + steps);
    String[] bytes = redis.ask("eval", SIZES_OF_LARGEST, "0").split("\\s+");
    perSecond.put(2, rows("store, 2 JVMs", workers(redis, 2, shared)));
    perSecond.put(8, rows("store, 8 JVMs", workers(redis, 8, shared)));
    System.out.println();
    System.out.printf(Locale.ROOT, "scripts that the server runs for a step: %.2f%n", scripts);
    System.out.println("bytes of the largest run in the server's memory: " + bytes[0]);
    System.out.println("of that its state, sealed (33 bytes are the seal): " + bytes[1]);
    System.out.println("names and values of its other fields, and its key: " + bytes[2]);
    System.out.println();
    System.out.println("| JVMs, clients | scripts a second | of redis-benchmark | share |");
    System.out.println("|---|---|---|---|");
    for (Map.Entry<Integer, Double> each : perSecond.entrySet()) {
      double ours = each.getValue() * scripts;
      double theirs = benchmark(each.getKey());
      System.out.printf(
          Locale.ROOT,
          "| %d | %.0f | %.0f | %.0f %% |%n",
          each.getKey(),
          ours,
          theirs,
          100 * ours / theirs);
    }
  }

  /** How often a second so many clients have a script run that is like ours. */
  private double benchmark(int clients) throws IOException, InterruptedException {
    String output =
        LocalRedis.run(
            "redis-benchmark",
            "-p",
            String.valueOf(port),
            "-n",
            BENCHMARK_CALLS,
            "-c",
            String.valueOf(clients),
            "--csv",
            "eval",
            LIKE_OURS,
            "1",
            "loophalt:like",
            "token",
            "1");
    return Double.parseDouble(output.split("\",\"")[NAMES_OF_COLUMNS]);
  }

  /** Of all memory, of the longest field, and of the other fields with all names. */
  private static final String SIZES_OF_LARGEST =
      "local most,best=0 for _,k in ipairs(redis.call('KEYS','loophalt:run:*')) do"
          + " local n=redis.call('MEMORY','USAGE',k,'SAMPLES',0)"
          + " if n>most then most=n best=k end end"
          + " local state,others=0,#best local f=redis.call('HGETALL',best)"
          + " for i=1,#f,2 do others=others+#f[i]+#f[i+1] state=math.max(state,#f[i+1]) end"
          + " return most..' '..state..' '..(others-state)";

  /**
   * What the workers have measured, in nanoseconds.
   *
   * @param steps two round trips each
   * @param joins one round trip each
   * @param joinedSteps joined for each, two round trips in all
   */
  private record Times(List<long[]> steps, List<long[]> joins, List<long[]> joinedSteps) {}

  /** Steps of so many JVMs at once, each in runs of its own. */
  private Times workers(LocalRedis redis, int number, Path configuration)
      throws IOException, InterruptedException {
    List<Process> all = new ArrayList<>();
    List<BufferedReader> heard = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      Process worker = redis.guarded(agent, configuration, Worker.class, i, steps);
      all.add(worker);
      heard.add(worker.inputReader(StandardCharsets.UTF_8));
    }
    for (BufferedReader each : heard) {
      each.readLine(); // it is warm
    }
    for (Process each : all) {
      each.outputWriter(StandardCharsets.UTF_8).append("go\n").flush();
    }
    Times times = new Times(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (BufferedReader each : heard) {
      times.steps().add(numbers(each.readLine()));
    }
    for (BufferedReader each : heard) {
      times.joins().add(numbers(each.readLine()));
    }
    for (BufferedReader each : heard) {
      times.joinedSteps().add(numbers(each.readLine()));
    }
    for (Process each : all) {
      each.waitFor();
    }
    return times;
  }

  private static long[] numbers(String line) {
    return new Scanner(line).useLocale(Locale.ROOT).tokens().mapToLong(Long::parseLong).toArray();
  }

  /** Prints what was measured, and returns how many steps there were a second. */
  private static double rows(String what, Times times) {
    double steps = row("a step: " + what, times.steps());
    row("to join: " + what, times.joins());
    row("to join and take a step: " + what, times.joinedSteps());
    return steps;
  }

  private static double row(String what, List<long[]> times) {
    long[] nanos = times.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    double perSecond = 0;
    for (long[] each : times) {
      perSecond += each.length / (Arrays.stream(each).sum() / 1e9);
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %.1f | %.1f | %.1f | %.1f | %.0f |%n",
        what,
        at(nanos, 0.5),
        at(nanos, 0.9),
        at(nanos, 0.99),
        at(nanos, 0.999),
        perSecond);
    return perSecond;
  }

  private static double at(long[] sorted, double share) {
    return sorted[(int) (sorted.length * share)] / 1e3;
  }

  /** Takes steps, and says how long each took. */
  @SuppressWarnings("try") // the scopes are what the steps are in
  public static final class Worker {

    private Worker() {}

    /** Takes as many steps as its argument says, when it is told to. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
      int steps = Integer.parseInt(arguments[0]);
      String jvm = String.valueOf(ProcessHandle.current().pid());
      try (RunScope run = AgentRuns.join("cost", "before " + jvm)) {
        TimeUnit.SECONDS.sleep(1); // until the store is there
        take(WARM_UP_STEPS);
      }
      join("before " + jvm);
      joinAndTake("before " + jvm);
      System.out.println("warm");
      int told = System.in.read();
      long[] nanos;
      try (RunScope run = AgentRuns.join("cost", jvm + told)) {
        nanos = take(steps);
      }
      tell(nanos);
      tell(join(jvm + told));
      tell(joinAndTake(jvm + told));
    }

    private static void tell(long[] nanos) {
      StringBuilder line = new StringBuilder();
      for (long each : nanos) {
        line.append(each).append(' ');
      }
      System.out.println(line);
    }

    /** Enters a run that is there, again and again. */
    private static long[] join(String id) {
      long[] nanos = new long[JOINS];
      for (int i = 0; i < JOINS; i++) {
        long before = System.nanoTime();
        try (RunScope run = AgentRuns.join("cost", id)) {
          nanos[i] = System.nanoTime() - before;
        }
      }
      return nanos;
    }

    /** As a worker that takes one step of each order. */
    private static long[] joinAndTake(String id) {
      long[] nanos = new long[JOINS];
      for (int i = 0; i < JOINS; i++) {
        long before = System.nanoTime();
        try (RunScope run = AgentRuns.join("cost", id)) {
          look("in/another/file " + i, "for this " + i % 7);
        }
        nanos[i] = System.nanoTime() - before;
      }
      return nanos;
    }

    private static long[] take(int steps) {
      long[] nanos = new long[steps];
      for (int i = 0; i < steps; i++) {
        long before = System.nanoTime();
        look("in/the/file " + i, "for this " + i % 7);
        nanos[i] = System.nanoTime() - before;
      }
      return nanos;
    }

    @AgentTool(name = "look")
    private static String look(String where, String what) {
      return where + " there is " + what;
    }
  }
}
