package io.loophalt.test;

import io.loophalt.PrintableText;
import io.loophalt.StopReason;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on what became of a test's run under the agent, as far as it has come. */
public final class AgentRunAssert extends AbstractAssert<AgentRunAssert, AgentExtension> {

  AgentRunAssert(@Nullable AgentExtension run) {
    super(run, AgentRunAssert.class);
  }

  /**
   * The run is halted, or one inside it was, by this detector or ceiling.
   *
   * @return assertions on the halt, such as {@link HaltAssert#at}
   */
  public HaltAssert isHaltedBy(String detector) {
    return isHalted().isHaltedBy(detector);
  }

  /**
   * The run is halted, or one inside it was, by whatever.
   *
   * @return assertions on the halt
   */
  public HaltAssert isHalted() {
    isNotNull();
    StopReason reason = actual.stopReason();
    if (reason == null) {
      throw failure("Expected %s to be halted, but it is not; %s.", name(), nudges());
    }
    return new HaltAssert(reason, this, "");
  }

  /** The run is not halted, nor is one above it, and none inside it was. */
  public AgentRunAssert isNotHalted() {
    isNotNull();
    StopReason reason = actual.stopReason();
    if (reason != null) {
      failWithMessage("Expected %s not to be halted, but it was: %s", name(), reason.summary());
    }
    return this;
  }

  /**
   * The model was nudged at this step.
   *
   * @param step 1-based number of the step whose outcome led to it, 0 for before the first; runs
   *     inside it count
   */
  public AgentRunAssert isNudgedAt(long step) {
    isNotNull();
    if (!actual.nudges().contains(step)) {
      failWithMessage("Expected %s to be nudged at step %d, but %s.", name(), step, nudges());
    }
    return this;
  }

  /** The model was not nudged. */
  public AgentRunAssert isNotNudged() {
    isNotNull();
    if (!actual.nudges().isEmpty()) {
      failWithMessage("Expected %s not to be nudged, but %s.", name(), nudges());
    }
    return this;
  }

  private String nudges() {
    return actual.nudges().isEmpty()
        ? "it was not nudged"
        : "it was nudged at steps " + actual.nudges();
  }

  private String name() {
    return "the run of task '" + PrintableText.name(actual.task()) + "'";
  }
}
