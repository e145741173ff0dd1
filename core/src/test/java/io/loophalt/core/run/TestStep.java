package io.loophalt.core.run;

import io.loophalt.Effect;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepContents;
import io.loophalt.core.fingerprint.TextDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A step that tells {@link ToldDetector}s what to count: in the model's text beside the call, which
 * nothing else reads.
 */
final class TestStep implements StepContents {

  /** When the tool is about to run. */
  static final String BEFORE = "before";

  /** When the tool has run. */
  static final String AFTER = "after";

  /** When the turn of the step is over. */
  static final String AT_TURN_END = "at turn end";

  private final String tool;
  private final List<String> told = new ArrayList<>();
  private @Nullable String actionClass;
  private long startMillis;
  private long endMillis;
  private long result = 1;
  private String error = "";
  private String said = "";
  private @Nullable Step step;

  private TestStep(String tool) {
    this.tool = tool;
  }

  static TestStep of(String tool) {
    return new TestStep(tool);
  }

  TestStep actionClass(String name) {
    actionClass = name;
    return this;
  }

  TestStep at(long millis) {
    startMillis = millis;
    endMillis = millis;
    return this;
  }

  /** When the tool has run; all others take no time. */
  TestStep endingAt(long millis) {
    endMillis = millis;
    return this;
  }

  /** With a result of its own; all others have the same. */
  TestStep returning(long digest) {
    result = digest;
    return this;
  }

  /** Succeeds and says something; all others say nothing. */
  TestStep saying(String text) {
    said = text;
    result = TextDigest.of(text);
    return this;
  }

  /** Fails and says why; all others succeed. */
  TestStep failing(String message) {
    error = message;
    return this;
  }

  /** What a detector counts when the tool is about to run. */
  TestStep countedBefore(String detector, int count) {
    return told(BEFORE, detector, count);
  }

  /** What a detector counts when the tool has run. */
  TestStep counted(String detector, int count) {
    return told(AFTER, detector, count);
  }

  /** What a detector counts when the turn of the step is over. */
  TestStep countedAtTurnEnd(String detector, int count) {
    return told(AT_TURN_END, detector, count);
  }

  private TestStep told(String moment, String detector, int count) {
    told.add(moment + ' ' + detector + ' ' + count);
    return this;
  }

  /** What such a step tells a detector to count at a moment. */
  static OptionalInt told(Step step, String moment, String detector) {
    String beginning = moment + ' ' + detector + ' ';
    return step.text()
        .lines()
        .filter(line -> line.startsWith(beginning))
        .mapToInt(line -> Integer.parseInt(line.substring(beginning.length())))
        .findFirst();
  }

  /** The step, always the same one; what is said of it later it does not know. */
  Step step() {
    Step known = step;
    if (known == null) {
      known = new Step(this);
      known.begin(tool, actionClass, Effect.UNKNOWN, 0xabcdef0123456789L, false, startMillis);
      known.end(!error.isEmpty(), said, error, Step.ABSENT, endMillis);
      known.giveResult(result);
      step = known;
    }
    return known;
  }

  @Override
  public String text() {
    return String.join("\n", told);
  }

  @Override
  public String argumentsText() {
    return "";
  }
}
