package io.loophalt.core.run;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/** A detector that counts what the {@link TestStep}s say, and notes how it is called. */
final class ToldDetector implements Detector {

  static final String RULE = "told";

  private final String name;
  private final List<String> calls;
  private final boolean nudgesAreRemembered;
  private final Runnable whenFound;
  private int countAtTurnEnd;

  ToldDetector(String name, List<String> calls) {
    this(name, calls, false, () -> {});
  }

  ToldDetector(String name, List<String> calls, boolean nudgesAreRemembered, Runnable whenFound) {
    this.whenFound = whenFound;
    this.name = name;
    this.calls = calls;
    this.nudgesAreRemembered = nudgesAreRemembered;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean nudgesAreRemembered() {
    return nudgesAreRemembered;
  }

  @Override
  public Kind stopKind(String rule) {
    return Kind.REPEATED_ERROR;
  }

  @Override
  public String describe(String rule, int count) {
    return name + " counts " + count;
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    calls.add("turn " + turn.toolCalls() + " started");
    if (turn.userMessageBefore()) {
      sink.startsAnew();
    }
  }

  @Override
  public void beforeStep(Step step, FindingSink sink) {
    calls.add("before " + step.tool());
    OptionalInt count = TestStep.told(step, TestStep.BEFORE, name);
    if (count.isPresent()) {
      sink.report(RULE, count.getAsInt());
      whenFound.run();
    }
  }

  @Override
  public void afterStep(Step step, FindingSink sink) {
    calls.add("after " + step.tool());
    TestStep.told(step, TestStep.AFTER, name).ifPresent(count -> sink.report(RULE, count));
    countAtTurnEnd = TestStep.told(step, TestStep.AT_TURN_END, name).orElse(0);
  }

  @Override
  public void turnEnded(Turn turn, FindingSink sink) {
    calls.add("turn " + turn.toolCalls() + " ended");
    if (countAtTurnEnd > 0) {
      sink.report(RULE, countAtTurnEnd);
    }
    countAtTurnEnd = 0;
  }

  @Override
  public void reset() {
    calls.add("reset");
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(countAtTurnEnd);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    countAtTurnEnd = in.readInt();
  }
}
