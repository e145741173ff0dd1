package io.loophalt.runtime.runs;

import io.loophalt.Effect;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepContents;

/** A call of a tool of which only the result matters. */
final class SmallStep implements StepContents {

  private SmallStep() {}

  static Step of(String tool) {
    return at(tool, 0);
  }

  static Step at(String tool, long startMillis) {
    return step(tool, 1, startMillis);
  }

  static Step returning(String tool, long digest) {
    return step(tool, digest, 0);
  }

  private static Step step(String tool, long result, long startMillis) {
    Step step = new Step(new SmallStep());
    step.begin(tool, null, Effect.UNKNOWN, 0xabcdef0123456789L, /* cut= */ false, startMillis);
    step.end(/* failed= */ false, "", "", Step.ABSENT, startMillis);
    step.giveResult(result);
    return step;
  }

  @Override
  public String argumentsText() {
    return "";
  }
}
