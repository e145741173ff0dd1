package io.loophalt.test;

import io.loophalt.StopReason;
import io.loophalt.core.RunRecord;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.policy.Intervention;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on what became of a run. A failure says everything that was found in it. Runs that
 * were opened inside it have nudges and halts of their own, which are not asked: assert on each.
 */
public final class RunAssert extends AbstractAssert<RunAssert, RunRecord> {

  RunAssert(@Nullable RunRecord record) {
    super(record, RunAssert.class);
  }

  /**
   * The run is halted, by this detector or ceiling.
   *
   * @return assertions on the halt, such as {@link HaltAssert#at}
   */
  public HaltAssert isHaltedBy(String detector) {
    StopReason reason = haltReason("halted by '" + detector + "'");
    if (!reason.detector().equals(detector)) {
      failWithMessage(
          "Expected %s to be halted by '%s', but it was halted by '%s'.%n%s",
          name(), detector, reason.detector(), history());
    }
    return new HaltAssert(reason, this, history());
  }

  /**
   * The run is halted, by whatever.
   *
   * @return assertions on the halt
   */
  public HaltAssert isHalted() {
    StopReason reason = haltReason("halted");
    return new HaltAssert(reason, this, history());
  }

  private StopReason haltReason(String expected) {
    isNotNull();
    StopReason reason = actual.stopReason();
    if (reason == null) {
      throw failure("Expected %s to be %s, but it is not halted.%n%s", name(), expected, history());
    }
    return reason;
  }

  /** The run is not halted, nor is one above it. */
  public RunAssert isNotHalted() {
    isNotNull();
    StopReason reason = actual.stopReason();
    if (reason != null) {
      failWithMessage(
          "Expected %s not to be halted, but it was: %s%n%s", name(), reason.detail(), history());
    }
    return this;
  }

  /**
   * The model was nudged at this step.
   *
   * @param step 1-based number of the latest step that had begun, 0 for before the first
   */
  public RunAssert isNudgedAt(int step) {
    isNotNull();
    if (nudges().stream().noneMatch(each -> each.step() == step)) {
      failWithMessage(
          "Expected %s to be nudged at step %d, but it was nudged at %s.%n%s",
          name(), step, nudges().isEmpty() ? "none" : steps(nudges()), history());
    }
    return this;
  }

  /** The model was not nudged. */
  public RunAssert isNotNudged() {
    isNotNull();
    if (!nudges().isEmpty()) {
      failWithMessage(
          "Expected %s not to be nudged, but it was nudged at %s.%n%s",
          name(), steps(nudges()), history());
    }
    return this;
  }

  private List<Finding> nudges() {
    return actual.interventions().stream()
        .filter(each -> each.intervention() == Intervention.NUDGE)
        .toList();
  }

  private static String steps(List<Finding> findings) {
    return (findings.size() == 1 ? "step " : "steps ")
        + String.join(", ", findings.stream().map(each -> Integer.toString(each.step())).toList());
  }

  private String name() {
    return RunHistory.name(actual);
  }

  private String history() {
    return RunHistory.of(actual);
  }
}
