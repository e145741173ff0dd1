package io.loophalt;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a run was stopped and how far it had come: what the caller gets instead of a spinner.
 *
 * <p>What is for a person ({@link #summary()}, {@link #toString()}, {@code detail}, {@code
 * detector} and {@code lastActions}) is safe to print whatever users, models and tools have put
 * into names: see {@link PrintableText}. {@code runId} and {@code task} are for programs, which
 * compare them with their own, and therefore as they were given: to print one of them, use {@link
 * PrintableText#name}.
 *
 * @param kind what stopped the run
 * @param detail one sentence for a person: which rule, which count, which limit
 * @param task the run's task, as it was given
 * @param runId the run's id, as it was given
 * @param detector the detector or ceiling that fired
 * @param count the detector's count, or the value that reached the ceiling, in whole units: calls,
 *     tokens, money, seconds; {@code detail} has the exact value
 * @param steps tool calls of the run so far
 * @param turns model calls of the run so far that were seen
 * @param inputTokens tokens sent to models so far, as far as they were reported
 * @param outputTokens tokens received from models so far, as far as they were reported
 * @param lastActions the most recent actions in short form, oldest first: tool name and digests of
 *     action and outcome, never contents; outcomes that tell of the same failure have the same
 *     digest
 * @param partial whether results so far are incomplete; true for every halt
 */
public record StopReason(
    Kind kind,
    String detail,
    String task,
    String runId,
    String detector,
    long count,
    long steps,
    long turns,
    long inputTokens,
    long outputTokens,
    List<String> lastActions,
    boolean partial)
    implements Serializable {

  /** The closed set of reasons. {@link #id()} is the form used in logs and configuration. */
  public enum Kind {
    /** The run ended by itself. */
    DONE,
    /** More steps than allowed. */
    STEP_CAP,
    /** More calls of tools, or of one tool, than allowed. */
    TOOL_CALL_CAP,
    /** More tokens than allowed. */
    TOKEN_CAP,
    /** More money than allowed. */
    COST_CAP,
    /** More time than allowed, by a monotonic clock. */
    WALL_CLOCK_CAP,
    /** Steps went on, but nothing new came of them. */
    NO_PROGRESS,
    /** The same error, again and again, whatever was tried. */
    REPEATED_ERROR,
    /** The model went on talking without calling a tool. */
    STALL,
    /** A person or program asked for the halt. */
    OPERATOR;

    /** Lower-case form with underscores, such as {@code no_progress}. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Copies {@code lastActions}; what is for a person is made printable. */
  public StopReason {
    detail = PrintableText.of(detail);
    detector = PrintableText.of(detector);
    List<String> printable = new ArrayList<>(lastActions.size());
    for (String action : lastActions) {
      printable.add(PrintableText.of(action));
    }
    lastActions = List.copyOf(printable);
  }

  /** Tokens in both directions; {@link Long#MAX_VALUE} where they are more. */
  public long totalTokens() {
    long sum = inputTokens + outputTokens;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** One line: kind, task, detail and how far the run had come. */
  public String summary() {
    return "run stopped ("
        + kind.id()
        + ") in task '"
        + PrintableText.name(task)
        + "': "
        + detail
        + " ["
        + counted(steps, "step")
        + ", "
        + (turns == 0
            ? "no model call seen]"
            : counted(turns, "turn") + ", " + counted(totalTokens(), "token") + "]");
  }

  private static String counted(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** All facts by name; the run's id and its task are shown as {@link PrintableText} has them. */
  @Override
  public String toString() {
    return "StopReason[kind="
        + kind
        + ", detail="
        + detail
        + ", task="
        + PrintableText.name(task)
        + ", runId="
        + PrintableText.name(runId)
        + ", detector="
        + detector
        + ", count="
        + count
        + ", steps="
        + steps
        + ", turns="
        + turns
        + ", inputTokens="
        + inputTokens
        + ", outputTokens="
        + outputTokens
        + ", lastActions="
        + lastActions
        + ", partial="
        + partial
        + ']';
  }

  /**
   * The same facts by name, in JDK types only: for structured logs, and for crossing class loaders.
   * The run's id and its task are as they were given.
   */
  public Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", kind.id());
    map.put("detail", detail);
    map.put("task", task);
    map.put("run_id", runId);
    map.put("detector", detector);
    map.put("count", count);
    map.put("steps", steps);
    map.put("turns", turns);
    map.put("input_tokens", inputTokens);
    map.put("output_tokens", outputTokens);
    map.put("last_actions", lastActions);
    map.put("partial", partial);
    return map;
  }

  /**
   * The inverse of {@link #asMap()}. Lenient, because the two sides may be of different versions:
   * an unknown kind becomes {@link Kind#NO_PROGRESS}, a missing text is empty, a missing number 0.
   */
  public static StopReason fromMap(Map<String, ?> map) {
    List<String> actions = new ArrayList<>();
    if (map.get("last_actions") instanceof List<?> list) {
      for (Object action : list) {
        actions.add(String.valueOf(action));
      }
    }
    return new StopReason(
        kindOf(map.get("kind")),
        text(map.get("detail")),
        text(map.get("task")),
        text(map.get("run_id")),
        text(map.get("detector")),
        number(map.get("count")),
        number(map.get("steps")),
        number(map.get("turns")),
        number(map.get("input_tokens")),
        number(map.get("output_tokens")),
        actions,
        !Boolean.FALSE.equals(map.get("partial")));
  }

  private static Kind kindOf(@Nullable Object id) {
    for (Kind kind : Kind.values()) {
      if (kind.id().equals(id)) {
        return kind;
      }
    }
    return Kind.NO_PROGRESS;
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  private static long number(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }
}
