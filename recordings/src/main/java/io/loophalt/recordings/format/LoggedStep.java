package io.loophalt.recordings.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.Effect;
import io.loophalt.core.run.RunStep;

/**
 * A step of an event log: digests without contents. Where a rule asks for words it gets each digest
 * as a word of its own, so that equal contents stay equal and others differ, but nothing is merely
 * similar.
 */
final class LoggedStep implements RunStep {

  private final int number;
  private final String tool;
  private final String actionClass;
  private final Effect effect;
  private final boolean failed;
  private final boolean edits;
  private final boolean looksOnly;
  private final boolean sleeps;
  private final boolean onlyRemarks;
  private final boolean answersWithAbsence;
  private final boolean saysNotYet;
  private final int retryAfterSeconds;
  private final long action;
  private final long files;
  private final long state;
  private final long error;
  private final long exactError;
  private final long result;
  private final long normalizedResult;
  private final long failure;
  private final long failureHeadline;
  private final long shape;
  private final long question;
  private final long startMillis;
  private final long endMillis;
  private int index;
  private int turn;

  LoggedStep(JsonNode event) {
    this.number = event.path("step").asInt(-1);
    this.tool = event.path("tool").asText();
    this.actionClass = event.path("action_class").asText(tool);
    this.effect =
        switch (event.path("effect").asText("")) {
          case "read" -> Effect.READ;
          case "write" -> Effect.WRITE;
          default -> Effect.UNKNOWN;
        };
    this.failed = event.path("failed").asBoolean(false);
    this.edits = event.path("edits").asBoolean(false);
    this.looksOnly = event.path("looks_only").asBoolean(false);
    this.sleeps = event.path("sleeps").asBoolean(false);
    this.onlyRemarks = event.path("only_remarks").asBoolean(false);
    this.answersWithAbsence = event.path("absence").asBoolean(false);
    this.saysNotYet = event.path("not_yet").asBoolean(false);
    this.retryAfterSeconds = event.path("retry_after").asInt(-1);
    this.action = digest(event, "action");
    this.files = digest(event, "files");
    this.state = digest(event, "state");
    this.error = digest(event, "error");
    this.exactError = digest(event, "exact_error");
    this.result = digest(event, "result");
    this.normalizedResult = digest(event, "normalized_result");
    this.failure = digest(event, "failure");
    // Logs of older versions have no headline.
    this.failureHeadline =
        event.has("failure_headline") ? digest(event, "failure_headline") : failure;
    this.shape = digest(event, "shape");
    this.question = digest(event, "question");
    this.startMillis = event.path("start_ms").asLong();
    this.endMillis = event.path("end_ms").asLong();
  }

  private static long digest(JsonNode event, String name) {
    String hex = event.path(name).asText("");
    try {
      return hex.isEmpty() ? ABSENT : Long.parseUnsignedLong(hex, 16);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + name + "' is not a digest: " + hex, e);
    }
  }

  /** The number that the live run gave it; -1 if the log does not say. */
  int number() {
    return number;
  }

  @Override
  public void placedAt(int index, int turn) {
    this.index = index;
    this.turn = turn;
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public int turn() {
    return turn;
  }

  @Override
  public String tool() {
    return tool;
  }

  @Override
  public String actionClass() {
    return actionClass;
  }

  @Override
  public Effect effect() {
    return effect;
  }

  @Override
  public long action() {
    return action;
  }

  @Override
  public long files() {
    return files;
  }

  @Override
  public long state() {
    return state;
  }

  @Override
  public boolean failed() {
    return failed;
  }

  @Override
  public long error() {
    return error;
  }

  @Override
  public long exactError() {
    return exactError;
  }

  @Override
  public long result() {
    return result;
  }

  @Override
  public long normalizedResult() {
    return normalizedResult;
  }

  @Override
  public long failure() {
    return failure;
  }

  @Override
  public long shape() {
    return shape;
  }

  @Override
  public long failureHeadline() {
    return failureHeadline;
  }

  @Override
  public long question() {
    return question;
  }

  @Override
  public boolean onlyRemarks() {
    return onlyRemarks;
  }

  @Override
  public boolean answersWithAbsence() {
    return answersWithAbsence;
  }

  @Override
  public boolean saysNotYet() {
    return saysNotYet;
  }

  @Override
  public int retryAfterSeconds() {
    return retryAfterSeconds;
  }

  @Override
  public boolean edits() {
    return edits;
  }

  @Override
  public boolean looksOnly() {
    return looksOnly;
  }

  @Override
  public boolean sleeps() {
    return sleeps;
  }

  @Override
  public long startMillis() {
    return startMillis;
  }

  @Override
  public long endMillis() {
    return endMillis;
  }

  @Override
  public String text() {
    return "";
  }

  @Override
  public String argumentsText() {
    return Unrecorded.letters(action);
  }

  @Override
  public String resultText() {
    return Unrecorded.letters(result);
  }

  @Override
  public String errorText() {
    return failed ? Unrecorded.letters(exactError) : "";
  }
}
