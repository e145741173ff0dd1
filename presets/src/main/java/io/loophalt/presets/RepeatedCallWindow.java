package io.loophalt.presets;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.LongRing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.standard.Times;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts how often the call at hand occurs among the latest calls, itself included, before it runs.
 *
 * <p>Compared are tool and arguments; results, errors and text make no difference, so a poll whose
 * answer moves is counted, too. Source: {@code NoProgressDetector} of "The 2 a.m. Runaway Loop"
 * (DEV Community), 3 occurrences in a window of 6. O(window) per call, 60 bytes of state.
 */
final class RepeatedCallWindow implements Detector {

  private static final String RULE = "no_progress";
  private static final int WINDOW = 6;

  private final String name;
  private final LongRing calls = new LongRing(WINDOW);

  RepeatedCallWindow(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String describe(String rule, int count) {
    return "the same call " + Times.of(count) + " among the last " + WINDOW;
  }

  @Override
  public void beforeStep(Step step, FindingSink sink) {
    long call = step.action();
    calls.add(call);
    int occurrences = 0;
    for (int age = 0; age < calls.size(); age++) {
      if (calls.get(age) == call) {
        occurrences++;
      }
    }
    sink.report(RULE, occurrences);
  }

  @Override
  public void reset() {
    calls.clear();
  }

  @Override
  public void save(DataOutput out) throws IOException {
    calls.save(out);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    calls.restore(in);
  }
}
