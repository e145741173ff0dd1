package io.loophalt.recordings;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.loophalt.PrintableText;
import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.Glob;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.policy.VolatileParts;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Suggests what of a tool's answers is volatile: the parts in which answers to one call, made again
 * in the same run, differ and nothing else does.
 *
 * <p>Runs may come on several threads at the same time; to be printed when all are over. Keeps the
 * latest answer to each of at most 1,000 calls of a run that is under way, and some numbers of at
 * most 1,000 tools.
 */
public final class VolatileProposal implements RunSink {

  /** Pairs of answers below which it may have happened by chance. */
  private static final int FEWEST_PAIRS = 10;

  /** Of a hundred pairs that differ, so many must differ in these parts alone. */
  private static final int PERCENT = 90;

  private static final int MOST_CALLS = 1_000;
  private static final int MOST_TOOLS = 1_000;
  private static final int MOST_PARTS_OF_A_TOOL = 16;

  /** What was seen of one tool. */
  private static final class Seen {
    private int differing;
    private int inPartsAlone;
    private final Map<String, Integer> parts = new TreeMap<>();

    /** What is left out of its answers already. */
    private @Nullable VolatileParts known;
  }

  private final Function<String, TaskPolicy> policies;
  private final Map<String, Seen> tools = new TreeMap<>();

  /**
   * A proposal.
   *
   * @param policies the settings for a task; what they leave out is left out
   */
  public VolatileProposal(Function<String, TaskPolicy> policies) {
    this.policies = policies;
  }

  @Override
  public OpenRun begin(String id, String task) {
    List<ToolPolicy> settings = policies.apply(task).tools();
    AnswerDifference difference = new AnswerDifference();
    return new OpenRun() {
      private final Map<Long, String> answers = new HashMap<>();

      @Override
      public void named(String id) {
        // The tool counts, not the run.
      }

      @Override
      public void turn(RecordedTurn turn) {
        for (LazyStep recorded : turn.calls()) {
          ToolPolicy configured = configured(settings, recorded.tool());
          Step step = recorded.step(configured);
          if ((configured == null || !configured.ignored()) && !step.tellsTheTime()) {
            compare(step);
          }
        }
      }

      private void compare(Step step) {
        String answer = step.failed() ? step.errorText() : step.resultText();
        if (answer.isEmpty() || answer.length() > VolatileParts.MOST_CHARACTERS) {
          return;
        }
        String before =
            answers.size() < MOST_CALLS || answers.containsKey(step.action())
                ? answers.put(step.action(), answer)
                : null;
        if (before != null && !before.equals(answer)) {
          differed(step.tool(), difference.between(before, answer), step.volatileParts());
        }
      }

      @Override
      public void end(@Nullable Boolean outcome) {
        answers.clear();
      }
    };
  }

  private static @Nullable ToolPolicy configured(List<ToolPolicy> settings, String tool) {
    for (ToolPolicy each : settings) {
      if (new Glob(each.pattern()).matches(tool)) {
        return each;
      }
    }
    return null;
  }

  private synchronized void differed(
      String tool, Set<String> parts, @Nullable VolatileParts known) {
    if (tools.size() >= MOST_TOOLS && !tools.containsKey(tool)) {
      return;
    }
    Seen seen = tools.computeIfAbsent(tool, each -> new Seen());
    seen.known = known;
    seen.differing++;
    seen.inPartsAlone += parts.isEmpty() ? 0 : 1;
    for (String part : parts) {
      if (seen.parts.size() < MOST_PARTS_OF_A_TOOL || seen.parts.containsKey(part)) {
        seen.parts.merge(part, 1, Integer::sum);
      }
    }
  }

  @Override
  public void judged(RunReport report) {
    // Its answers are not known.
  }

  /** Prints the proposal as a block of configuration; nothing if there is none. */
  public synchronized void print(PrintStream out) {
    StringBuilder yaml = new StringBuilder();
    tools.forEach(
        (tool, seen) -> {
          List<String> parts = proposed(seen);
          if (!parts.isEmpty()) {
            yaml.append("  ").append(quoted(tool)).append(":\n");
            yaml.append(
                String.format(
                    Locale.ROOT,
                    "    # %,d of %,d answers to a call made again differ from the one before in"
                        + " nothing else%n",
                    seen.inPartsAlone,
                    seen.differing));
            yaml.append("    volatile: [");
            yaml.append(
                parts.stream().map(VolatileProposal::quoted).collect(Collectors.joining(", ")));
            yaml.append("]\n");
          }
        });
    if (yaml.length() > 0) {
      out.println();
      out.println(
          "Parts of answers that look as if they meant nothing. Leave away what is asked for: a"
              + " clock that is read, a log that is followed.");
      out.println();
      out.print("tools:\n" + yaml);
    }
  }

  /** Those that are left out already, since a list takes the place of another, and the new ones. */
  private static List<String> proposed(Seen seen) {
    boolean enough =
        seen.inPartsAlone >= FEWEST_PAIRS && 100 * seen.inPartsAlone >= PERCENT * seen.differing;
    List<String> parts = new ArrayList<>();
    if (enough) {
      if (seen.known != null) {
        parts.addAll(seen.known.parts());
      }
      seen.parts.forEach(
          (part, times) -> {
            if (times >= FEWEST_PAIRS) {
              parts.add(part);
            }
          });
    }
    return parts;
  }

  /** As JSON has it, which is YAML, with what a terminal obeys escaped. */
  static String quoted(String text) {
    String escaped = new String(JsonStringEncoder.getInstance().quoteAsString(text));
    return '"' + PrintableText.of(escaped) + '"';
  }
}
