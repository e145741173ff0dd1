package io.loophalt.core.detect.standard;

import io.loophalt.StopReason;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepsOfTurn;
import io.loophalt.core.detect.TurnDetector;
import io.loophalt.core.detect.TurnTraits;
import io.loophalt.core.detect.WindowCount;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts in how many of the latest turns the same call failed in the same way, whatever came
 * between.
 *
 * <p>Finds the failing command that is run again and again between trivially new steps, and the
 * edit before each run that never changes the failure. Weak evidence, because debugging looks like
 * this for a while: its ladder is long. Output that reads like a failure counts as one; numbers of
 * failures must be equal, so a suite that gets better is left alone. A call that waits as asked is
 * left to polling.
 *
 * <p>Source: recurrence rules measured on recorded runs, docs/detection.md. O(window), allocates
 * nothing; 16 bytes a turn of the window.
 */
final class FailingCall extends TurnDetector {

  private static final String RULE = "same_call_same_failure";

  private final WindowCount failures;

  FailingCall(String name, int window) {
    super(name);
    this.failures = new WindowCount(window);
  }

  @Override
  public StopReason.Kind stopKind(String rule) {
    return StopReason.Kind.REPEATED_ERROR;
  }

  @Override
  public String describe(String rule, int count) {
    return "the same call failed in the same way " + Times.of(count);
  }

  @Override
  protected void judge(StepsOfTurn steps, FindingSink sink) {
    failures.nextTurn();
    int most = 0;
    for (int i = 0; i < steps.size(); i++) {
      long failure = steps.headlineOfAction(i);
      if (failure != Step.ABSENT) {
        most = Math.max(most, failures.add(failure));
      }
    }
    if (most > 0) {
      sink.report(RULE, most);
    }
  }

  @Override
  protected int heeds() {
    return failures.isEmpty() ? TurnTraits.FAILS : TurnTraits.ANY;
  }

  @Override
  protected void clear() {
    failures.clear();
  }

  @Override
  protected void saveRule(DataOutput out) throws IOException {
    failures.save(out);
  }

  @Override
  protected void restoreRule(DataInput in) throws IOException {
    failures.restore(in);
  }
}
