package io.loophalt.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What a {@code redis-server} on this machine does in two ways to share a run: a log of steps that
 * every JVM folds, or the state of the run. {@code redis-benchmark} runs a script of each kind in
 * turn, so that a machine that is busy meanwhile is so for all of them.
 */
public final class LogAgainstState {

  private static final String USAGE =
      "usage: java -cp loophalt-benchmarks.jar io.loophalt.benchmarks.LogAgainstState [ROUNDS]"
          + " [PORT]";

  private static final int PORT = 7398;
  private static final int ROUNDS = 5;
  private static final String CALLS = "30000";
  private static final int[] CLIENTS = {1, 8};

  /** Of a step in a log: its keyed digests. */
  private static final String ENTRY = "e".repeat(100);

  /** As long as the state of a run after some thousand steps. */
  private static final String STATE = "s".repeat(3_950);

  /** What is new is the caller's own entry and one of another JVM. */
  private static final String APPEND_AND_WHAT_IS_NEW =
      "local n=redis.call('RPUSH',KEYS[1],ARGV[1]) redis.call('PEXPIRE',KEYS[1],600000)"
          + " if n>1000 then redis.call('LTRIM',KEYS[1],-100,-1) end"
          + " return {n,redis.call('LRANGE',KEYS[1],-2,-1)}";

  private static final String MAY_I_AND_THE_STATE =
      "local r=redis.call('HMGET',KEYS[1],'l','x','g','v','b','n','h','e')"
          + " redis.call('HSET',KEYS[1],'l',ARGV[1],'x',ARGV[2])"
          + " redis.call('PEXPIRE',KEYS[1],600000) return {1,2,'a',3,4,r[5],false,'b'}";

  private static final String STATE_AFTER =
      "redis.call('HSET',KEYS[1],'b',ARGV[1],'n',1,'v',2,'l','','x','')"
          + " redis.call('PEXPIRE',KEYS[1],600000) return 1";

  /** Figures of one kind, the first number of clients first. */
  private static final class Figures {
    final List<List<Double>> micros = new ArrayList<>();
    final List<List<Double>> perSecond = new ArrayList<>();

    Figures() {
      for (int i = 0; i < CLIENTS.length; i++) {
        micros.add(new ArrayList<>());
        perSecond.add(new ArrayList<>());
      }
    }
  }

  private LogAgainstState() {}

  /** See {@link #USAGE}. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length > 2) {
      System.err.println(USAGE);
      System.exit(2);
    }
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : ROUNDS;
    int port = arguments.length > 1 ? Integer.parseInt(arguments[1]) : PORT;
    Map<String, List<String>> kinds = new LinkedHashMap<>();
    kinds.put("a log: append, and what is new", List.of(APPEND_AND_WHAT_IS_NEW, "1", "log", ENTRY));
    kinds.put(
        "ours: may I, and the state if it is another",
        List.of(MAY_I_AND_THE_STATE, "1", "run", "token", "1"));
    kinds.put("ours: the state after the call", List.of(STATE_AFTER, "1", "run", STATE));
    Map<String, Figures> figures = new LinkedHashMap<>();
    kinds.keySet().forEach(kind -> figures.put(kind, new Figures()));
    try (LocalRedis redis =
        new LocalRedis(port, Files.createTempDirectory("loophalt-log-against-state"))) {
      redis.ask("hset", "run", "b", STATE);
      for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < CLIENTS.length; i++) {
          for (Map.Entry<String, List<String>> kind : kinds.entrySet()) {
            measure(
                port,
                CLIENTS[i],
                kind.getValue(),
                Objects.requireNonNull(figures.get(kind.getKey())),
                i);
          }
        }
      }
    }
    print(rounds, figures);
  }

  private static void measure(
      int port, int clients, List<String> script, Figures figures, int column)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "redis-benchmark",
                "-p",
                String.valueOf(port),
                "-n",
                CALLS,
                "-c",
                String.valueOf(clients),
                "--csv",
                "eval"));
    command.addAll(script);
    String[] lines = LocalRedis.run(command.toArray(String[]::new)).split("\r?\n");
    // Its last line is that of the script: name, calls a second, mean, least, median, …
    String[] cells = lines[lines.length - 1].split("\",\"");
    figures.perSecond.get(column).add(Double.parseDouble(cells[cells.length - 7]) / 1e3);
    figures.micros.get(column).add(Double.parseDouble(cells[cells.length - 4]) * 1e3);
  }

  private static void print(int rounds, Map<String, Figures> figures) {
    System.out.println(rounds + " rounds of " + CALLS + " calls; medians of the rounds");
    System.out.println(
        "| | 1 client: median µs | thousands a second | ratio | 8 clients: median µs |"
            + " thousands a second | ratio |");
    System.out.println("|---|---|---|---|---|---|---|");
    Figures log = figures.values().iterator().next();
    figures.forEach(
        (kind, each) -> {
          StringBuilder row = new StringBuilder("| ").append(kind);
          for (int i = 0; i < CLIENTS.length; i++) {
            row.append(
                String.format(
                    Locale.ROOT,
                    " | %.0f | %.1f | %.2f",
                    median(each.micros.get(i)),
                    median(each.perSecond.get(i)),
                    medianRatio(each.micros.get(i), log.micros.get(i))));
          }
          System.out.println(row.append(" |"));
        });
    System.out.println("ratio: of the medians in µs to those of the log, neighbour by neighbour");
  }

  private static double medianRatio(List<Double> some, List<Double> others) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      ratios.add(some.get(i) / others.get(i));
    }
    return median(ratios);
  }

  private static double median(List<Double> figures) {
    List<Double> sorted = new ArrayList<>(figures);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }
}
