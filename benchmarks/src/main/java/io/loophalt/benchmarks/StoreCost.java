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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;
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
    Process server = cost.startServer();
    try {
      cost.measure();
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  private Process startServer() throws IOException, InterruptedException {
    Process server =
        new ProcessBuilder(
                "redis-server",
                "--bind",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--dir",
                folder.toString(),
                "--save",
                "",
                "--appendonly",
                "no")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("redis.log").toFile())
            .start();
    while (!redis("ping").equals("PONG") && server.isAlive()) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return server;
  }

  private void measure() throws IOException, InterruptedException {
    Path key = folder.resolve("digest.key");
    Files.createFile(
        key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(key, new byte[32]);
    Path without = folder.resolve("without.yaml");
    Files.writeString(without, "digest-key: {file: digest.key}\nmode: observe\n");
    Path shared = folder.resolve("shared.yaml");
    Files.writeString(
        shared,
        "digest-key: {file: digest.key}\nmode: observe\nstore: {url: \"redis://127.0.0.1:"
            + port
            + "\", timeout: 1s}\n");
    System.out.println("JDK " + System.getProperty("java.version") + ", " + steps + " steps");
    System.out.println("| | median µs | 90 % | 99 % | 99.9 % | steps/s |");
    System.out.println("|---|---|---|---|---|---|");
    row("no store", workers(1, without));
    redis("flushall");
    row("store, 1 JVM", workers(1, shared));
    long bytes = Long.parseLong(redis("eval", SIZE_OF_ALL, "0"));
    row("store, 2 JVMs", workers(2, shared));
    row("store, 8 JVMs", workers(8, shared));
    System.out.println();
    System.out.println("bytes of a run in the server's memory: " + bytes);
    String benchmark =
        run(
            "redis-benchmark",
            "-p",
            String.valueOf(port),
            "-n",
            "100000",
            "-c",
            "1",
            "-q",
            "eval",
            LIKE_OURS,
            "1",
            "loophalt:like",
            "token",
            "1");
    System.out.println("redis-benchmark, 1 client: " + rate(benchmark));
    benchmark =
        run(
            "redis-benchmark",
            "-p",
            String.valueOf(port),
            "-n",
            "200000",
            "-c",
            "8",
            "-q",
            "eval",
            LIKE_OURS,
            "1",
            "loophalt:like",
            "token",
            "1");
    System.out.println("redis-benchmark, 8 clients: " + rate(benchmark));
  }

  private static final String SIZE_OF_ALL =
      "local n=0 for _,k in ipairs(redis.call('KEYS','loophalt:run:*')) do"
          + " n=math.max(n,redis.call('MEMORY','USAGE',k,'SAMPLES',0)) end return n";

  /** Steps of so many JVMs at once, each in runs of its own; the nanoseconds of each JVM. */
  private List<long[]> workers(int number, Path configuration)
      throws IOException, InterruptedException {
    List<Process> all = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      all.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-javaagent:" + agent + "=config=" + configuration,
                  "-cp",
                  System.getProperty("java.class.path"),
                  Worker.class.getName(),
                  String.valueOf(steps))
              .redirectError(folder.resolve("worker" + i + ".err").toFile())
              .start());
    }
    List<BufferedReader> heard = new ArrayList<>();
    for (Process each : all) {
      heard.add(each.inputReader(StandardCharsets.UTF_8));
    }
    for (BufferedReader each : heard) {
      each.readLine(); // it is warm
    }
    for (Process each : all) {
      each.outputWriter(StandardCharsets.UTF_8).append("go\n").flush();
    }
    List<long[]> times = new ArrayList<>();
    for (BufferedReader each : heard) {
      String line = each.readLine();
      times.add(
          new Scanner(line).useLocale(Locale.ROOT).tokens().mapToLong(Long::parseLong).toArray());
    }
    for (Process each : all) {
      each.waitFor();
    }
    return times;
  }

  private void row(String what, List<long[]> times) {
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
  }

  private static double at(long[] sorted, double share) {
    return sorted[(int) (sorted.length * share)] / 1e3;
  }

  /** What it says in the end, behind the name of the test. */
  private static String rate(String output) {
    return output.substring(output.lastIndexOf(": ") + 2).strip();
  }

  private String redis(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("redis-cli", "-p", String.valueOf(port)));
    command.addAll(List.of(words));
    return run(command.toArray(String[]::new));
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output.strip();
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
      System.out.println("warm");
      int told = System.in.read();
      long[] nanos;
      try (RunScope run = AgentRuns.join("cost", jvm + told)) {
        nanos = take(steps);
      }
      StringBuilder line = new StringBuilder();
      for (long each : nanos) {
        line.append(each).append(' ');
      }
      System.out.println(line);
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
