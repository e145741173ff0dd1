package io.loophalt.core.run;

import io.loophalt.Effect;
import io.loophalt.core.fingerprint.FilePaths;
import io.loophalt.core.fingerprint.JsonCallDigest;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.text.ErrorNormalizer;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tool call from a recording. Its digests are those that the live agent would have computed, each
 * computed when first asked for. Not thread-safe.
 */
public final class RecordedStep implements RunStep {

  private static final long NOT_YET = Long.MIN_VALUE + 1;

  /**
   * What a recording says of one tool call.
   *
   * @param tool the tool's name
   * @param actionClass the coarse category, null for the tool's name
   * @param effect whether the tool reads or changes something
   * @param argumentsText compact JSON in the given key order, or the plain text
   * @param result the output, empty if none
   * @param resultDigest digest of the whole result where {@code result} was cut, else null
   * @param error the error text, null if the call did not fail at tool level
   * @param files paths touched
   * @param state what the caller reported as its environment, or null
   * @param text the model's text beside the call
   * @param startMillis when the call began, since the run began
   * @param endMillis when its outcome was there, since the run began
   */
  public record Facts(
      String tool,
      @Nullable String actionClass,
      Effect effect,
      String argumentsText,
      String result,
      @Nullable Long resultDigest,
      @Nullable String error,
      List<String> files,
      @Nullable String state,
      String text,
      long startMillis,
      long endMillis) {

    /** Copies the paths. */
    public Facts {
      files = List.copyOf(files);
    }
  }

  private final Facts facts;
  private int index;
  private int turn;
  private long action = NOT_YET;
  private long files = NOT_YET;
  private long error = NOT_YET;
  private long result = NOT_YET;
  private long normalizedResult = NOT_YET;
  private long failure = NOT_YET;
  private long shape = NOT_YET;

  /** Wraps what was recorded. */
  public RecordedStep(Facts facts) {
    this.facts = facts;
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
    return facts.tool();
  }

  @Override
  public String actionClass() {
    String given = facts.actionClass();
    return given == null ? facts.tool() : given;
  }

  @Override
  public Effect effect() {
    return facts.effect();
  }

  @Override
  public long action() {
    if (action == NOT_YET) {
      JsonCallDigest digest = new JsonCallDigest();
      long read = digest.of(facts.tool(), facts.argumentsText(), Set.of());
      action = digest.isCut() ? TextDigest.combine(read, index + 1L) : read;
    }
    return action;
  }

  @Override
  public long files() {
    if (files == NOT_YET) {
      files = FilePaths.ofTexts(facts.files());
    }
    return files;
  }

  @Override
  public long state() {
    return facts.state() == null ? ABSENT : TextDigest.of(facts.state());
  }

  @Override
  public boolean failed() {
    return facts.error() != null;
  }

  @Override
  public long error() {
    String text = facts.error();
    if (text == null) {
      return ABSENT;
    }
    if (error == NOT_YET) {
      error = ErrorNormalizer.digest(text);
    }
    return error;
  }

  @Override
  public long exactError() {
    String text = facts.error();
    return text == null ? ABSENT : TextDigest.of(text);
  }

  @Override
  public long result() {
    if (result == NOT_YET) {
      Long whole = facts.resultDigest();
      result = whole != null ? whole : TextDigest.of(facts.result());
    }
    return result;
  }

  @Override
  public long normalizedResult() {
    if (normalizedResult == NOT_YET) {
      normalizedResult = ErrorNormalizer.digest(facts.result());
    }
    return normalizedResult;
  }

  @Override
  public long failure() {
    if (failure == NOT_YET) {
      failure = RunStep.super.failure();
    }
    return failure;
  }

  @Override
  public long shape() {
    if (shape == NOT_YET) {
      shape = RunStep.super.shape();
    }
    return shape;
  }

  @Override
  public long startMillis() {
    return facts.startMillis();
  }

  @Override
  public long endMillis() {
    return facts.endMillis();
  }

  @Override
  public String text() {
    return facts.text();
  }

  @Override
  public String argumentsText() {
    return facts.argumentsText();
  }

  @Override
  public String resultText() {
    return facts.result();
  }

  @Override
  public String errorText() {
    String text = facts.error();
    return text == null ? "" : text;
  }
}
