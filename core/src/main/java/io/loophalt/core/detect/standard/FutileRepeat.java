package io.loophalt.core.detect.standard;

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
 * Counts how often the same call had the same outcome while nothing was changed in between.
 *
 * <p>Between looks and failures a call cannot have another outcome than before, so making it again
 * brings nothing. Whatever may have changed something, above all a tool whose effect is not known,
 * starts the count anew: a check between edits is left alone. A look that brought something new
 * starts it anew for calls that do not fail, because what is watched may move in one reading and
 * stand still in another; a failure does not go away by looking.
 *
 * <p>Source: recurrence rules measured on recorded runs, docs/detection.md. O(window), allocates
 * nothing; 16 bytes a turn of the window.
 */
final class FutileRepeat extends TurnDetector {

  private static final String RULE = "nothing_changed_in_between";

  private final WindowCount answers;
  private final WindowCount failures;

  FutileRepeat(String name, int window) {
    super(name);
    this.answers = new WindowCount(window);
    this.failures = new WindowCount(window);
  }

  @Override
  public String describe(String rule, int count) {
    return "the same call had the same outcome "
        + Times.of(count)
        + " and nothing changed in between";
  }

  @Override
  protected void judge(StepsOfTurn steps, FindingSink sink) {
    answers.nextTurn();
    failures.nextTurn();
    boolean changed = steps.overflowing();
    boolean news = false;
    int most = 0;
    for (int i = 0; i < steps.size(); i++) {
      long failure = steps.failureOfAction(i);
      int count =
          failure == Step.ABSENT ? answers.add(steps.observation(i)) : failures.add(failure);
      most = Math.max(most, count);
      changed |= steps.mayHaveChanged(i);
      news |= steps.isNews(i);
    }
    if (most > 1) {
      // A first call between repetitions says nothing about them.
      sink.report(RULE, most);
    }
    if (changed || news) {
      answers.clear();
    }
    if (changed) {
      failures.clear();
    }
  }

  @Override
  protected int heeds() {
    return answers.isEmpty() && failures.isEmpty()
        ? TurnTraits.FAILS | TurnTraits.STANDS_STILL
        : TurnTraits.ANY;
  }

  @Override
  protected void clear() {
    answers.clear();
    failures.clear();
  }

  @Override
  protected void saveRule(DataOutput out) throws IOException {
    answers.save(out);
    failures.save(out);
  }

  @Override
  protected void restoreRule(DataInput in) throws IOException {
    answers.restore(in);
    failures.restore(in);
  }
}
