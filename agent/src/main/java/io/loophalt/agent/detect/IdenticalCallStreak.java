package io.loophalt.agent.detect;

import io.loophalt.StopReason;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts how often in a row the same call had the same outcome: tool, arguments, and the normalised
 * error or the whole result.
 *
 * <p>Strict evidence, and the least of detectors: any other call in between starts it again. O(1),
 * 20 bytes of state.
 */
public final class IdenticalCallStreak implements Detector {

  /** Name in configuration. */
  public static final String NAME = "identical-call";

  private static final String RULE = "identical_call";

  private long action;
  private long outcome;
  private int count;
  private boolean failed;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public StopReason.Kind stopKind(String rule) {
    return failed ? StopReason.Kind.REPEATED_ERROR : StopReason.Kind.NO_PROGRESS;
  }

  @Override
  public String describe(String rule, int count) {
    return "the same call with the same "
        + (failed ? "error " : "result ")
        + count
        + " times in a row";
  }

  @Override
  public void afterStep(Step step, FindingSink sink) {
    long now = step.failed() ? step.error() : step.result();
    boolean same =
        count > 0 && step.action() == action && now == outcome && step.failed() == failed;
    count = same ? count + 1 : 1;
    action = step.action();
    outcome = now;
    failed = step.failed();
    sink.report(RULE, count);
  }

  @Override
  public void reset() {
    action = Step.ABSENT;
    outcome = Step.ABSENT;
    count = 0;
    failed = false;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeLong(action);
    out.writeLong(outcome);
    out.writeInt(count);
    out.writeBoolean(failed);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    action = in.readLong();
    outcome = in.readLong();
    count = in.readInt();
    failed = in.readBoolean();
  }
}
