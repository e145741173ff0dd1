package io.loophalt.test;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on why and where a run was stopped. */
public final class HaltAssert extends AbstractAssert<HaltAssert, StopReason> {

  /** What else is known of the run, for a failure; empty for nothing. */
  private final String history;

  HaltAssert(@Nullable StopReason reason) {
    super(reason, HaltAssert.class);
    history = "";
  }

  /**
   * Goes on from an assertion on the run, by whose description it fails, too.
   *
   * @param history what else is known of the run
   */
  HaltAssert(StopReason reason, AbstractAssert<?, ?> run, String history) {
    super(reason, HaltAssert.class);
    this.history = history.isEmpty() ? "" : System.lineSeparator() + history;
    if (run.info.hasDescription()) {
      info.description(run.info.description());
    }
  }

  /**
   * A detector or ceiling stopped it.
   *
   * @param detector its name in docs/detection.md, such as {@code news}; of a ceiling the ceiling's
   *     name, such as {@code total-tokens}; {@code operator} for a halt from outside
   */
  public HaltAssert isHaltedBy(String detector) {
    isNotNull();
    if (!actual.detector().equals(detector)) {
      failWithMessage(
          "Expected the run to be halted by '%s', but it was halted by '%s':%n  %s%s",
          detector, actual.detector(), actual.summary(), history);
    }
    return this;
  }

  /**
   * It was stopped when it had made so many tool calls.
   *
   * @param steps 1-based number of the step whose outcome stopped it; where a call was refused,
   *     that of the one before; runs inside it count
   */
  public HaltAssert at(long steps) {
    isNotNull();
    if (actual.steps() != steps) {
      failWithMessage(
          "Expected the run to be halted at step %d, but it was halted at step %d:%n  %s%s",
          steps, actual.steps(), actual.summary(), history);
    }
    return this;
  }

  /** It was stopped for a reason of this kind. */
  public HaltAssert because(Kind kind) {
    isNotNull();
    if (actual.kind() != kind) {
      failWithMessage(
          "Expected the run to be halted because of %s, but it was because of %s:%n  %s%s",
          kind.id(), actual.kind().id(), actual.summary(), history);
    }
    return this;
  }
}
