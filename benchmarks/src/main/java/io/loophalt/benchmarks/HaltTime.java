package io.loophalt.benchmarks;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a halt takes from one JVM to another by way of a {@code redis-server} on this machine:
 * from the moment when a call throws it to that when it is in force in a JVM that is in the same
 * run and calls nothing.
 *
 * <p>Both read {@link System#nanoTime}, which is one clock for all processes on Linux. Each halt is
 * of a run of its own.
 */
public final class HaltTime {

  private static final String USAGE =
      "usage: java -cp loophalt-benchmarks.jar io.loophalt.benchmarks.HaltTime AGENT_JAR"
          + " [HALTS] [PORT]";

  private static final int PORT = 7398;
  private static final int HALTS = 2_000;

  /** What is measured before is of JVMs that have just begun, and has a row of its own. */
  private static final int COLD = 20;

  private HaltTime() {}

  /** See {@link #USAGE}. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length < 1 || !new File(arguments[0]).isFile()) {
      System.err.println(USAGE);
      System.exit(2);
    }
    int halts = arguments.length > 1 ? Integer.parseInt(arguments[1]) : HALTS;
    int port = arguments.length > 2 ? Integer.parseInt(arguments[2]) : PORT;
    Path folder = Files.createTempDirectory("loophalt-halt-time");
    String agent = new File(arguments[0]).getAbsolutePath();
    try (LocalRedis redis = new LocalRedis(port, folder);
        Worker one = new Worker(redis, agent, folder, 1);
        Worker other = new Worker(redis, agent, folder, 2)) {
      long[] micros = new long[halts];
      for (int i = 0; i < halts; i++) {
        other.tell("watch job" + i);
        other.hear(); // It is in the run.
        one.tell("halt job" + i);
        long halted = one.hear();
        micros[i] = TimeUnit.NANOSECONDS.toMicros(other.hear() - halted);
      }
      System.out.println("JDK " + System.getProperty("java.version"));
      System.out.println("| | halts | median ms | 90 % | 99 % | 99.9 % | longest |");
      System.out.println("|---|---|---|---|---|---|---|");
      row("of JVMs that have just begun", Arrays.copyOf(micros, Math.min(COLD, halts)));
      row("the others", Arrays.copyOfRange(micros, Math.min(COLD, halts), halts));
    }
  }

  private static void row(String what, long[] micros) {
    Arrays.sort(micros);
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %.2f | %.2f | %.2f | %.2f | %.2f |%n",
        what,
        micros.length,
        at(micros, 0.5),
        at(micros, 0.9),
        at(micros, 0.99),
        at(micros, 0.999),
        at(micros, 1));
  }

  private static double at(long[] sorted, double share) {
    return sorted[Math.min(sorted.length - 1, (int) (sorted.length * share))] / 1e3;
  }

  /** A JVM that does what it is told. */
  private static final class Worker implements AutoCloseable {

    private final Process process;
    private final BufferedReader heard;

    Worker(LocalRedis redis, String agent, Path folder, int number) throws IOException {
      Path configuration = folder.resolve("shared.yaml");
      Files.writeString(configuration, redis.settings());
      process = redis.guarded(agent, configuration, Orders.class, number, number);
      heard = process.inputReader(StandardCharsets.UTF_8);
    }

    void tell(String order) throws IOException {
      process.outputWriter(StandardCharsets.UTF_8).append(order).append('\n').flush();
    }

    long hear() throws IOException {
      return Long.parseLong(String.valueOf(heard.readLine()));
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  /** Of such a JVM: {@code watch RUN} says when it is in the run, and when that is halted. */
  @SuppressWarnings("try") // the scopes are what the steps are in
  public static final class Orders {

    private static final long LOOK_NANOS = 20_000;

    private Orders() {}

    /** Follows orders until there are no more. */
    public static void main(String[] arguments) throws InterruptedException {
      TimeUnit.SECONDS.sleep(2); // until the store is there
      Scanner orders = new Scanner(System.in, StandardCharsets.UTF_8);
      while (orders.hasNext()) {
        boolean watches = orders.next().equals("watch");
        try (RunScope run = AgentRuns.join("halts", orders.next())) {
          System.out.println(watches ? watch() : halt());
        }
      }
    }

    private static long watch() {
      look("something else");
      System.out.println(System.nanoTime());
      while (AgentRuns.stopReason().isEmpty()) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
      return System.nanoTime();
    }

    private static long halt() {
      while (true) {
        try {
          look("the same");
        } catch (LoopHaltException halted) {
          return System.nanoTime();
        }
      }
    }

    @AgentTool(name = "look")
    private static String look(String what) {
      return "there is " + what;
    }
  }
}
