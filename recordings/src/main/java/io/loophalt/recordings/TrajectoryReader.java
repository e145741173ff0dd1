package io.loophalt.recordings;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.Effect;
import io.loophalt.core.detect.RecordedCall;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.text.FailureText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads Loophalt's own trajectory schema: one run a JSON object, {@code {"id", "task_type"?,
 * "outcome"?, "steps": [...]}}.
 *
 * <p>A step has {@code turn} (without one it is a turn of its own), {@code tool} (null for a reply
 * without a call), {@code args} (object or string), {@code result}, {@code error} (none if it is
 * null, false, 0 or empty, or says so; with true, the result is what failed), {@code text}, and
 * optionally {@code result_hash} and {@code result_len} of a result that was cut, {@code
 * input_tokens}, {@code output_tokens}, {@code tokens}, {@code ts} (seconds since the run began, or
 * a time in ISO form, counted from the first of the run), {@code action_class}, {@code files},
 * {@code state}, {@code effect}, {@code user_message_before} (or {@code user_after} on the step
 * before), {@code compacted_before}. Reads each byte once and builds no tree. Not thread-safe.
 */
public final class TrajectoryReader {

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  /** What a decimal fraction of seconds may be off when it is held in binary, in milliseconds. */
  private static final double SAME_MILLI = 1e-4;

  private final JsonText texts = new JsonText();
  private boolean leftOutTimes;

  /** A step as it is written. */
  private static final class Written {
    boolean numbered;
    int turn;
    @Nullable String tool;
    @Nullable String actionClass;
    Effect effect = Effect.UNKNOWN;
    String args = "";
    String result = "";
    String resultHash = "";
    long resultLength;
    @Nullable String error;
    boolean failedAsItsResultSays;
    List<String> files = List.of();
    @Nullable String state;
    String text = "";
    String model = "";
    long inputTokens;
    long outputTokens;
    long tokens;
    double seconds = Double.NaN;
    @Nullable Long epochMillis;
    boolean userMessageBefore;
    boolean userAfter;
    boolean compactedBefore;

    /** A millisecond that has begun counts: what takes a little more than 300 s is above that. */
    long endMillis(long otherwise) {
      if (Double.isNaN(seconds)) {
        return otherwise;
      }
      double millis = seconds * 1000;
      long nearest = Math.round(millis);
      boolean begun = millis - nearest > SAME_MILLI && nearest < Long.MAX_VALUE;
      return begun ? nearest + 1 : nearest;
    }
  }

  /** Steps become turns as they come. */
  private static final class Turns {
    final List<RecordedRun.RecordedTurn> turns = new ArrayList<>();
    private final List<Written> group = new ArrayList<>();
    private @Nullable Long firstEpochMillis;
    private int position;
    private int index = -1;
    private long clock;
    private boolean userSpoke;

    void add(Written step) {
      Long time = step.epochMillis;
      if (time != null) {
        firstEpochMillis = firstEpochMillis == null ? time : firstEpochMillis;
        step.seconds = Math.max(0, time - firstEpochMillis) / 1000.0;
      }
      if (!group.isEmpty() && !(step.numbered && step.turn == index)) {
        end();
      }
      if (group.isEmpty()) {
        index = step.numbered ? step.turn : index + 1;
      }
      group.add(step);
    }

    void end() {
      if (group.isEmpty()) {
        return;
      }
      turns.add(turn(index, group, position, clock, userSpoke));
      Written last = group.get(group.size() - 1);
      userSpoke = last.userAfter;
      position += group.size();
      clock = last.endMillis(clock);
      group.clear();
    }
  }

  /**
   * Reads one line.
   *
   * @throws JsonProcessingException if it is no run, or too large
   */
  public RecordedRun read(String line) throws JsonProcessingException {
    try (JsonParser parser = JSON.createParser(line)) {
      parser.nextToken();
      return read(parser);
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  /** Reads one run that is a tree already. */
  public RecordedRun read(JsonNode run) {
    try (JsonParser parser = run.traverse()) {
      parser.nextToken();
      return read(parser);
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  /**
   * Reads one run.
   *
   * @param parser stands at its start, and at its end afterwards
   * @throws JsonParseException if it is no run, or too large
   */
  public RecordedRun read(JsonParser parser) throws IOException {
    if (!parser.isExpectedStartObjectToken()) {
      parser.skipChildren();
      throw new JsonParseException(parser, "a run is expected to be an object");
    }
    texts.begin();
    Turns turns = null;
    String id = "";
    String task = "";
    Boolean outcome = null;
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      JsonToken token = parser.nextToken();
      switch (name) {
        case "id" -> id = texts.scalar(parser);
        case "task_type" -> task = texts.scalar(parser);
        case "outcome" -> outcome = RecordedRun.outcomeOf(texts.scalar(parser));
        case "steps" -> {
          turns = token == JsonToken.START_ARRAY ? steps(parser) : null;
          parser.skipChildren();
        }
        default -> parser.skipChildren();
      }
    }
    if (turns == null) {
      throw new JsonParseException(parser, "a run without an array 'steps'");
    }
    return new RecordedRun(id, task, outcome, turns.turns);
  }

  private Turns steps(JsonParser parser) throws IOException {
    Turns turns = new Turns();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      texts.count(parser, 0);
      turns.add(written(parser));
    }
    turns.end();
    return turns;
  }

  private Written written(JsonParser parser) throws IOException {
    Written step = new Written();
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return step;
    }
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      JsonToken token = parser.nextToken();
      switch (name) {
        case "turn" -> {
          step.numbered = token != JsonToken.VALUE_NULL;
          step.turn = (int) texts.number(parser);
        }
        case "tool" -> {
          String tool = texts.scalar(parser);
          step.tool = token == JsonToken.VALUE_STRING ? tool : null;
        }
        case "action_class" -> step.actionClass = texts.orNull(parser);
        case "effect" -> step.effect = effect(texts.scalar(parser));
        case "args" -> step.args = texts.orEmpty(parser);
        case "result" -> step.result = texts.orEmpty(parser);
        case "result_hash" -> step.resultHash = texts.scalar(parser);
        case "result_len" -> step.resultLength = texts.number(parser);
        case "error" -> {
          step.failedAsItsResultSays = token == JsonToken.VALUE_TRUE;
          step.error = error(parser);
        }
        case "files" -> step.files = files(parser);
        case "state" -> step.state = texts.orNull(parser);
        case "text" -> step.text = texts.scalar(parser);
        case "model" -> step.model = texts.scalar(parser);
        case "input_tokens" -> step.inputTokens = texts.number(parser);
        case "output_tokens" -> step.outputTokens = texts.number(parser);
        case "tokens" -> step.tokens = texts.number(parser);
        case "ts" -> time(parser, step);
        case "user_message_before" -> step.userMessageBefore = texts.flag(parser);
        case "user_after" -> step.userAfter = texts.flag(parser);
        case "compacted_before" -> step.compactedBefore = texts.flag(parser);
        default -> parser.skipChildren();
      }
    }
    return step;
  }

  private void time(JsonParser parser, Written step) throws IOException {
    JsonToken token = parser.currentToken();
    if (token.isNumeric()) {
      step.seconds = parser.getDoubleValue();
    } else if (token != JsonToken.VALUE_NULL) {
      step.epochMillis = JsonText.epochMillis(texts.scalar(parser));
      leftOutTimes |= step.epochMillis == null;
    }
  }

  /** Whether a time in what was read so far is in no form that is known. */
  public boolean leftOutTimes() {
    return leftOutTimes;
  }

  /** Null for what says that nothing failed: none, false, zero, or nothing in it. */
  private @Nullable String error(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    boolean isNone =
        token.isNumeric()
            ? !(Math.abs(parser.getDoubleValue()) > 0) // NaN stands for what is missing.
            : token == JsonToken.VALUE_FALSE;
    if (isNone) {
      return null;
    }
    String error = texts.orNull(parser);
    if (error == null) {
      return null;
    }
    boolean isNothing =
        token == JsonToken.VALUE_STRING
            ? FailureText.saysNoError(error)
            : error.equals("{}") || error.equals("[]");
    return isNothing ? null : error;
  }

  private List<String> files(JsonParser parser) throws IOException {
    List<String> files = new ArrayList<>();
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      parser.skipChildren();
      return files;
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      files.add(texts.scalar(parser));
    }
    return files;
  }

  private static RecordedRun.RecordedTurn turn(
      int index, List<Written> group, int position, long clock, boolean userSpoke) {
    List<LazyStep> steps = new ArrayList<>(group.size());
    long inputTokens = 0;
    long outputTokens = 0;
    long previousEnd = clock;
    for (Written step : group) {
      inputTokens += step.inputTokens + step.tokens;
      outputTokens += step.outputTokens;
      String tool = step.tool;
      if (tool != null) {
        steps.add(step(tool, step, previousEnd));
      }
      previousEnd = step.endMillis(previousEnd);
    }
    Written first = group.get(0);
    Turn turn =
        new Turn(
            index,
            steps.size(),
            first.text,
            first.model,
            inputTokens,
            outputTokens,
            userSpoke || first.userMessageBefore,
            first.compactedBefore);
    // Of calls the recording tells when their results were there, not when they were asked for.
    long answered = steps.isEmpty() ? previousEnd : clock;
    return new RecordedRun.RecordedTurn(turn, steps, answered, position);
  }

  private static LazyStep step(String tool, Written step, long previousEnd) {
    boolean asItsResult = step.failedAsItsResultSays && !step.result.isEmpty();
    return LazyStep.of(
        new RecordedCall(
            tool,
            step.actionClass,
            step.effect,
            step.args,
            step.result,
            step.resultLength > step.result.length() ? TextDigest.of(step.resultHash) : null,
            asItsResult ? step.result : step.error,
            step.files,
            step.state,
            step.text,
            previousEnd,
            step.endMillis(previousEnd)));
  }

  private static Effect effect(String name) {
    return switch (name) {
      case "read" -> Effect.READ;
      case "write" -> Effect.WRITE;
      default -> Effect.UNKNOWN;
    };
  }
}
