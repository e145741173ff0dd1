package io.loophalt.core;

import io.loophalt.Effect;
import io.loophalt.core.fingerprint.FilePaths;
import io.loophalt.core.fingerprint.JsonCallDigest;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.run.RunStep;
import io.loophalt.core.text.ErrorNormalizer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The step that a reported tool call is. Digests are computed when first asked for; what is known
 * by a digest alone is equal or different, and says nothing else.
 *
 * <p>Written by one thread, and read by detectors under the run's lock.
 */
final class ReportedStep implements RunStep {

  private static final long NOT_YET = Long.MIN_VALUE + 1;

  private final ToolCall call;
  private final @Nullable ToolPolicy policy;
  private final long startMillis;
  private long endMillis;
  private @Nullable ToolResult result;
  private int index;
  private int turn;
  private long action = NOT_YET;
  private long files = NOT_YET;
  private long shape = NOT_YET;
  private long failure = ABSENT;

  ReportedStep(ToolCall call, @Nullable ToolPolicy policy, long startMillis) {
    this.call = call;
    this.policy = policy;
    this.startMillis = startMillis;
    this.endMillis = startMillis;
  }

  /** Takes what came of the call. */
  void end(ToolResult outcome, long atMillis) {
    result = outcome;
    endMillis = atMillis;
    failure = NOT_YET;
  }

  @Override
  public void placedAt(int newIndex, int newTurn) {
    index = newIndex;
    turn = newTurn;
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
    return call.tool();
  }

  @Override
  public String actionClass() {
    String configured = policy == null ? null : policy.actionClass();
    String known = configured == null ? call.actionClass() : configured;
    return known == null ? call.tool() : known;
  }

  @Override
  public Effect effect() {
    Effect configured = policy == null ? null : policy.effect();
    return configured == null ? call.effect() : configured;
  }

  private boolean isDigestAlone() {
    return call.digest() != ABSENT;
  }

  @Override
  public long action() {
    if (action == NOT_YET) {
      action = isDigestAlone() ? call.digest() : readAction();
    }
    return action;
  }

  /** What is not known whole must not be taken for a repetition. */
  private long readAction() {
    Set<String> leftOut = policy == null ? Set.of() : policy.ignoredArguments();
    JsonCallDigest digest = new JsonCallDigest();
    long read = digest.of(call.tool(), call.argumentsText(), leftOut);
    return digest.isCut() ? TextDigest.combine(read, index + 1L) : read;
  }

  @Override
  public long files() {
    if (files == NOT_YET) {
      files = FilePaths.ofTexts(call.files());
    }
    return files;
  }

  @Override
  public long state() {
    ToolResult known = result;
    return known == null || known.state().isEmpty() ? ABSENT : TextDigest.of(known.state());
  }

  @Override
  public boolean failed() {
    ToolResult known = result;
    return known != null && known.failed();
  }

  /** What only a digest is known of, or a digest of the text. */
  private static long digested(ToolResult known, long ofText) {
    return known.digest() == ABSENT ? ofText : known.digest();
  }

  @Override
  public long error() {
    ToolResult known = result;
    return known == null || !known.failed()
        ? ABSENT
        : digested(known, ErrorNormalizer.digest(known.text()));
  }

  @Override
  public long exactError() {
    ToolResult known = result;
    return known == null || !known.failed() ? ABSENT : digested(known, TextDigest.of(known.text()));
  }

  @Override
  public long result() {
    ToolResult known = result;
    return known == null ? ABSENT : digested(known, TextDigest.of(resultText()));
  }

  @Override
  public long normalizedResult() {
    ToolResult known = result;
    return known == null ? ABSENT : digested(known, ErrorNormalizer.digest(resultText()));
  }

  @Override
  public long failure() {
    if (failure == NOT_YET) {
      failure = readFailure();
    }
    return failure;
  }

  private long readFailure() {
    ToolResult known = result;
    if (known == null) {
      return ABSENT;
    }
    if (known.digest() != ABSENT) {
      return known.failed() ? known.digest() : ABSENT;
    }
    return RunStep.super.failure();
  }

  @Override
  public long failureHeadline() {
    ToolResult known = result;
    return known == null || known.digest() != ABSENT ? failure() : RunStep.super.failureHeadline();
  }

  @Override
  public long shape() {
    if (shape == NOT_YET) {
      shape = isDigestAlone() ? call.digest() : RunStep.super.shape();
    }
    return shape;
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
    return call.argumentsText();
  }

  @Override
  public String resultText() {
    ToolResult known = result;
    return known == null || known.failed() ? "" : known.text();
  }

  @Override
  public String errorText() {
    ToolResult known = result;
    return known == null || !known.failed() ? "" : known.text();
  }
}
