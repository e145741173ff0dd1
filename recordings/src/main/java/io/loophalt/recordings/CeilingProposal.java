package io.loophalt.recordings;

import io.loophalt.PrintableText;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Proposes absolute ceilings for each task, from what its successful runs used: the 95th percentile
 * (nearest rank), times a factor, rounded up to two digits.
 *
 * <p>Runs may come on several threads at the same time; to be printed when all are over. Keeps
 * three numbers of each successful run.
 */
public final class CeilingProposal implements RunSink {

  /** Successful runs of a task below which a 95th percentile is one of the largest two. */
  private static final int FEWEST_RUNS = 30;

  private static final double PERCENTILE = 0.95;

  /** What a run used. */
  private record Used(long steps, long turns, long tokens) {}

  private final Map<String, List<Used>> successes = new TreeMap<>();

  @Override
  public OpenRun begin(String id, String task) {
    return new OpenRun() {
      private long steps;
      private long turns;
      private long tokens;

      @Override
      public void named(String id) {
        // The task counts, not the run.
      }

      @Override
      public void turn(RecordedTurn turn) {
        steps += turn.calls().size();
        turns++;
        tokens += turn.turn().inputTokens() + turn.turn().outputTokens();
      }

      @Override
      public void end(@Nullable Boolean outcome) {
        if (Boolean.TRUE.equals(outcome)) {
          succeeded(task, new Used(steps, turns, tokens));
        }
      }
    };
  }

  private synchronized void succeeded(String task, Used used) {
    successes.computeIfAbsent(task, each -> new ArrayList<>()).add(used);
  }

  @Override
  public void judged(RunReport report) {
    // Nothing is known of how it ended.
  }

  /**
   * Prints the proposal as a block of configuration, and what is lacking for one.
   *
   * @param factor how much more than the 95th percentile a run may use, from 1
   */
  public synchronized void print(PrintStream out, double factor) {
    List<String> few = new ArrayList<>();
    StringBuilder top = new StringBuilder();
    StringBuilder tasks = new StringBuilder();
    successes.forEach(
        (task, used) -> {
          if (used.size() < FEWEST_RUNS) {
            few.add(shown(task) + " (" + used.size() + ")");
          } else if (task.isEmpty()) {
            top.append(comment("", used)).append("ceilings: ").append(ceilings(used, factor));
          } else {
            tasks
                .append("  ")
                .append(VolatileProposal.quoted(task))
                .append(":\n")
                .append(comment("    ", used));
            tasks.append("    ceilings: ").append(ceilings(used, factor));
          }
        });
    if (top.length() > 0 || tasks.length() > 0) {
      out.println();
      out.println(
          String.format(
              Locale.ROOT,
              "Ceilings: %s times what 95 of 100 successful runs of a task stay within.",
              Double.toString(factor)));
      out.println();
      out.print(top);
      out.print(tasks.length() == 0 ? "" : "tasks:\n" + tasks);
    }
    if (!few.isEmpty()) {
      out.println();
      out.println(
          "Ceilings take "
              + FEWEST_RUNS
              + " successful runs of a task; there are too few of "
              + String.join(", ", few)
              + ".");
    }
  }

  private static String comment(String indent, List<Used> used) {
    return String.format(Locale.ROOT, "%s# of %,d successful runs%n", indent, used.size());
  }

  private static String ceilings(List<Used> used, double factor) {
    StringBuilder ceilings = new StringBuilder("{");
    append(ceilings, "steps", used, Used::steps, factor);
    append(ceilings, "turns", used, Used::turns, factor);
    append(ceilings, "total-tokens", used, Used::tokens, factor);
    return ceilings.append("}\n").toString();
  }

  private static void append(
      StringBuilder ceilings, String key, List<Used> used, ToLongFunction<Used> of, double factor) {
    long[] sorted = used.stream().mapToLong(of).sorted().toArray();
    long percentile = sorted[(int) Math.ceil(PERCENTILE * sorted.length) - 1];
    if (percentile > 0) {
      ceilings.append(ceilings.length() == 1 ? "" : ", ").append(key).append(": ");
      ceilings.append(rounded(percentile * factor));
    }
  }

  /** Up to two digits: nobody believes a third. */
  static long rounded(double value) {
    long unit = 1;
    while (value / unit >= 100) {
      unit *= 10;
    }
    return (long) Math.ceil(value / unit) * unit;
  }

  private static String shown(String task) {
    return task.isEmpty() ? "runs without a task" : "'" + PrintableText.name(task) + "'";
  }
}
