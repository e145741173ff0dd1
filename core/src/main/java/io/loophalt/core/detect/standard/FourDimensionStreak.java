package io.loophalt.core.detect.standard;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.fingerprint.TextDigest;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts how often in a row steps of one action class failed alike: same files touched, same
 * reported state, same normalised error and output, whatever their arguments say.
 *
 * <p>The four-dimension fingerprint of the article "Semantic Loop Detection: Catching Stuck AI
 * Agents" (pattern of opensesh/KARIMO), with differences that keep it from halting healthy work.
 * Each action class has a streak of its own, so that "edit, test, edit, test" is seen when only the
 * test stalls. Only failing steps count, because forty searches that succeed share all four
 * dimensions too; a step of the class that succeeds ends its streak. Only classes that the tool's
 * author or the configuration named count, because a tool's bare name groups too much. And a call
 * that is merely retried, with nothing done in between, is left to the detectors that know about
 * waiting.
 *
 * <p>Calls that one turn makes in parallel count once.
 *
 * <p>O(1); the {@value #CLASSES} action classes used last are remembered, about 300 bytes.
 */
public final class FourDimensionStreak implements Detector {

  /** Name in configuration. */
  public static final String NAME = "four-dimension-streak";

  /** Action classes remembered. */
  static final int CLASSES = 8;

  private static final String RULE = "semantic_fingerprint";

  private final int[] classes = new int[CLASSES];
  private final long[] fingerprints = new long[CLASSES];
  private final int[] counts = new int[CLASSES];
  private final int[] countedIn = new int[CLASSES];
  private final int[] lastUsed = new int[CLASSES];
  private int clock;
  private long lastAction;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public StopReason.Kind stopKind(String rule) {
    return StopReason.Kind.REPEATED_ERROR;
  }

  @Override
  public String describe(String rule, int count) {
    return "the same kind of action failed with the same error " + Times.inARow(count);
  }

  @Override
  public int moments() {
    return HISTORY_CHANGED | AFTER_STEP;
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    if (turn.userMessageBefore()) {
      reset();
      sink.startsAnew();
    }
  }

  @Override
  public void afterStep(Step step, FindingSink sink) {
    boolean retried = step.action() == lastAction;
    lastAction = step.action();
    if (step.actionClass().equals(step.tool())) {
      return;
    }
    int slot = slotOf(step.actionClass().hashCode());
    lastUsed[slot] = ++clock;
    if (step.failed()) {
      long fingerprint = fingerprint(step);
      boolean same = counts[slot] > 0 && fingerprints[slot] == fingerprint;
      boolean parallel = same && countedIn[slot] == step.turn();
      counts[slot] = !same ? 1 : retried || parallel ? counts[slot] : counts[slot] + 1;
      countedIn[slot] = step.turn();
      fingerprints[slot] = fingerprint;
    } else {
      counts[slot] = 0;
    }
    sink.report(RULE, step.actionClass(), counts[slot]);
  }

  private static long fingerprint(Step step) {
    long what = TextDigest.combine(step.error(), step.normalizedResult());
    return TextDigest.combine(TextDigest.combine(step.files(), step.state()), what);
  }

  private int slotOf(int actionClass) {
    int oldest = 0;
    for (int i = 0; i < CLASSES; i++) {
      if (lastUsed[i] > 0 && classes[i] == actionClass) {
        return i;
      }
      if (lastUsed[i] < lastUsed[oldest]) {
        oldest = i;
      }
    }
    classes[oldest] = actionClass;
    counts[oldest] = 0;
    return oldest;
  }

  @Override
  public void reset() {
    for (int i = 0; i < CLASSES; i++) {
      lastUsed[i] = 0;
      counts[i] = 0;
    }
    clock = 0;
    lastAction = Step.ABSENT;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(clock);
    out.writeLong(lastAction);
    for (int i = 0; i < CLASSES; i++) {
      out.writeInt(lastUsed[i]);
      if (lastUsed[i] > 0) {
        out.writeInt(classes[i]);
        out.writeInt(counts[i]);
      }
      if (counts[i] > 0) {
        out.writeLong(fingerprints[i]);
        out.writeInt(countedIn[i]);
      }
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    reset();
    clock = in.readInt();
    lastAction = in.readLong();
    for (int i = 0; i < CLASSES; i++) {
      lastUsed[i] = in.readInt();
      if (lastUsed[i] > 0) {
        classes[i] = in.readInt();
        counts[i] = in.readInt();
      }
      if (counts[i] > 0) {
        fingerprints[i] = in.readLong();
        countedIn[i] = in.readInt();
      }
    }
  }
}
