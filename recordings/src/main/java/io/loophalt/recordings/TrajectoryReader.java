package io.loophalt.recordings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.Effect;
import io.loophalt.core.detect.RecordedCall;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.fingerprint.TextDigest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads Loophalt's own trajectory schema: one run a JSON object, {@code {"id", "task_type"?,
 * "outcome"?, "steps": [...]}}.
 *
 * <p>A step has {@code turn} (without one it is a turn of its own), {@code tool} (null for a reply
 * without a call), {@code args} (object or string), {@code result}, {@code error}, {@code text},
 * and optionally {@code result_hash} and {@code result_len} of a result that was cut, {@code
 * input_tokens}, {@code output_tokens}, {@code tokens}, {@code ts} (seconds since the run began),
 * {@code action_class}, {@code files}, {@code state}, {@code effect}, {@code user_message_before}
 * (or {@code user_after} on the step before), {@code compacted_before}. Thread-safe.
 */
public final class TrajectoryReader {

  private final ObjectMapper json = new ObjectMapper();

  /** Reads one line. */
  public RecordedRun read(String line) throws JsonProcessingException {
    return read(json.readTree(line));
  }

  /** Reads one run. */
  public RecordedRun read(JsonNode run) {
    List<RecordedRun.RecordedTurn> turns = new ArrayList<>();
    List<JsonNode> group = new ArrayList<>();
    int position = 0;
    int index = -1;
    long clock = 0;
    boolean userSpoke = false;
    for (JsonNode step : run.path("steps")) {
      boolean numbered = step.hasNonNull("turn");
      if (!group.isEmpty() && !(numbered && step.path("turn").asInt() == index)) {
        turns.add(turn(index, group, position, clock, userSpoke));
        userSpoke = group.get(group.size() - 1).path("user_after").asBoolean(false);
        position += group.size();
        clock = endMillis(group.get(group.size() - 1), clock);
        group.clear();
      }
      if (group.isEmpty()) {
        index = numbered ? step.path("turn").asInt() : index + 1;
      }
      group.add(step);
    }
    if (!group.isEmpty()) {
      turns.add(turn(index, group, position, clock, userSpoke));
    }
    JsonNode outcome = run.path("outcome");
    return new RecordedRun(
        run.path("id").asText(),
        run.path("task_type").asText(""),
        outcome.isBoolean() ? outcome.asBoolean() : null,
        turns);
  }

  private RecordedRun.RecordedTurn turn(
      int index, List<JsonNode> group, int position, long clock, boolean userSpoke) {
    List<Step> steps = new ArrayList<>();
    long inputTokens = 0;
    long outputTokens = 0;
    long previousEnd = clock;
    for (JsonNode step : group) {
      inputTokens += step.path("input_tokens").asLong(0) + step.path("tokens").asLong(0);
      outputTokens += step.path("output_tokens").asLong(0);
      if (step.path("tool").isTextual()) {
        steps.add(step(step, previousEnd));
      }
      previousEnd = endMillis(step, previousEnd);
    }
    JsonNode first = group.get(0);
    Turn turn =
        new Turn(
            index,
            steps.size(),
            first.path("text").asText(""),
            first.path("model").asText(""),
            inputTokens,
            outputTokens,
            userSpoke || first.path("user_message_before").asBoolean(false),
            first.path("compacted_before").asBoolean(false));
    return new RecordedRun.RecordedTurn(turn, steps, position);
  }

  private Step step(JsonNode step, long previousEnd) {
    String result = textOf(step.path("result"));
    List<String> files = new ArrayList<>();
    for (JsonNode file : step.path("files")) {
      files.add(file.asText());
    }
    return new RecordedCall(
            step.path("tool").asText(),
            textOrNull(step.path("action_class")),
            effect(step.path("effect")),
            textOf(step.path("args")),
            result,
            step.path("result_len").asInt(0) > result.length()
                ? TextDigest.of(step.path("result_hash").asText())
                : null,
            textOrNull(step.path("error")),
            files,
            textOrNull(step.path("state")),
            step.path("text").asText(""),
            previousEnd,
            endMillis(step, previousEnd))
        .step();
  }

  private static long endMillis(JsonNode step, long otherwise) {
    JsonNode seconds = step.path("ts");
    return seconds.isNumber() ? Math.round(seconds.asDouble() * 1000) : otherwise;
  }

  /** A text as it is, any other value as JSON; empty if there is none. */
  private static String textOf(JsonNode node) {
    if (node.isTextual()) {
      return node.asText();
    }
    return node.isNull() || node.isMissingNode() ? "" : node.toString();
  }

  private static @Nullable String textOrNull(JsonNode node) {
    return node.isNull() || node.isMissingNode() ? null : textOf(node);
  }

  private static Effect effect(JsonNode node) {
    return switch (node.asText("")) {
      case "read" -> Effect.READ;
      case "write" -> Effect.WRITE;
      default -> Effect.UNKNOWN;
    };
  }
}
