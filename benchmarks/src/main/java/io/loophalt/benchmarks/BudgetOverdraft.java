package io.loophalt.benchmarks;

import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * By how much a budget is overdrawn that several JVMs share through a {@code redis-server} on this
 * machine, when all of them spend at once, as fast as their models answer, until they are halted.
 */
public final class BudgetOverdraft {

  private static final String USAGE =
      "usage: java -cp loophalt-benchmarks.jar io.loophalt.benchmarks.BudgetOverdraft AGENT_JAR"
          + " [ROUNDS] [PORT]";

  private static final int PORT = 7398;
  private static final int ROUNDS = 3;
  private static final int[] JVMS = {1, 2, 4, 8};

  private static final int TOKENS_OF_A_CALL = 100;
  private static final int MILLIS_OF_A_CALL = 20;

  /** For how long the limit is enough at that rate. */
  private static final int SECONDS = 3;

  private BudgetOverdraft() {}

  /** See {@link #USAGE}. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length < 1 || !new File(arguments[0]).isFile()) {
      System.err.println(USAGE);
      System.exit(2);
    }
    String agent = new File(arguments[0]).getAbsolutePath();
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : ROUNDS;
    int port = arguments.length > 2 ? Integer.parseInt(arguments[2]) : PORT;
    Path folder = Files.createTempDirectory("loophalt-budget-overdraft");
    System.out.println("JDK " + System.getProperty("java.version") + ", " + rounds + " rounds");
    System.out.println("| JVMs | limit, tokens | tokens/s | overdrawn | that is ms of spending |");
    System.out.println("|---|---|---|---|---|");
    try (LocalRedis redis = new LocalRedis(port, folder)) {
      for (int jvms : JVMS) {
        for (int round = 0; round < rounds; round++) {
          redis.ask("flushall");
          spend(redis, folder, agent, jvms);
        }
      }
    }
  }

  private static void spend(LocalRedis redis, Path folder, String agent, int jvms)
      throws IOException, InterruptedException {
    int limit = jvms * TOKENS_OF_A_CALL * (SECONDS * 1_000 / MILLIS_OF_A_CALL);
    Path configuration = folder.resolve("budget.yaml");
    Files.writeString(
        configuration,
        redis.settings()
            + "budgets: {all: {tokens: "
            + limit
            + ", per: month}}\nweave: {models: [{method: "
            + Worker.class.getName()
            + ".ask, output-tokens: result.length}]}\n");
    List<Process> all = new ArrayList<>();
    List<BufferedReader> heard = new ArrayList<>();
    for (int i = 0; i < jvms; i++) {
      Process worker = redis.guarded(agent, configuration, Worker.class, i, i);
      all.add(worker);
      heard.add(worker.inputReader(StandardCharsets.UTF_8));
    }
    for (BufferedReader each : heard) {
      each.readLine(); // it is there
    }
    long before = System.nanoTime();
    for (Process each : all) {
      each.outputWriter(StandardCharsets.UTF_8).append("go\n").flush();
    }
    long spent = 0;
    for (BufferedReader each : heard) {
      spent += Long.parseLong(each.readLine());
    }
    double perSecond = spent / ((System.nanoTime() - before) / 1e9);
    for (Process each : all) {
      each.waitFor();
    }
    long over = spent - limit;
    System.out.printf(
        Locale.ROOT,
        "| %d | %,d | %,.0f | %,d | %.0f |%n",
        jvms,
        limit,
        perSecond,
        over,
        over / perSecond * 1_000);
  }

  /** Calls a model until it is halted, and says how many tokens that took. */
  @SuppressWarnings("try") // the scopes are what the calls are in
  public static final class Worker {

    private Worker() {}

    /** Begins when it is told to. Its argument tells its runs from those of others. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
      try (RunScope run = AgentRuns.open("spending", "first of " + arguments[0])) {
        TimeUnit.SECONDS.sleep(1); // until the store is there
      }
      System.out.println("there");
      System.in.read();
      long tokens = 0;
      try {
        for (int i = 0; ; i++) {
          try (RunScope run = AgentRuns.open("spending", arguments[0] + '-' + i)) {
            tokens += ask("question " + i).length();
          }
        }
      } catch (LoopHaltException spent) {
        System.out.println(tokens);
      }
    }

    /** A model, by the configuration. */
    private static String ask(String prompt) throws InterruptedException {
      TimeUnit.MILLISECONDS.sleep(MILLIS_OF_A_CALL);
      return prompt.concat("-".repeat(TOKENS_OF_A_CALL - prompt.length()));
    }
  }
}
