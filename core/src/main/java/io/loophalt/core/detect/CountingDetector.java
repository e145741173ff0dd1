package io.loophalt.core.detect;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Counted.At;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts turns or calls in a row that are of one kind, and reports how many: all that a rule such
 * as "turns without a tool call" needs beside {@link Counted what it counts}. A message of the user
 * begins anew: who is asked to do it again does nothing wrong.
 *
 * <p>O(1) beside what it takes to know one that counts. 4 bytes of state, 5 where turns are counted
 * by their calls.
 */
public final class CountingDetector implements Detector {

  private final String name;
  private final Counted counted;
  private int count;

  /** Whether a call of the turn at hand counts. */
  private boolean callCounts;

  /** Has counted nothing yet. */
  public CountingDetector(String name, Counted counted) {
    this.name = name;
    this.counted = counted;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public StopReason.Kind stopKind(String rule) {
    return counted.stopKind();
  }

  @Override
  public String describe(String rule, int timesCounted) {
    return timesCounted + " " + counted.inARow();
  }

  @Override
  public int moments() {
    return counted.at().moments;
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    callCounts = false;
    if (turn.userMessageBefore()) {
      beginAnew(sink);
    }
    if (counted.at() == At.ANSWER) {
      if (counted.counts(turn)) {
        count(sink);
      } else if (counted.ends(turn)) {
        beginAnew(sink);
      }
    } else if (counted.at() == At.NEXT_ANSWER) {
      if (counted.ends(turn)) {
        beginAnew(sink);
      }
      sink.report(counted.rule(), count);
      count += counted.counts(turn) ? 1 : 0;
    }
  }

  @Override
  public void afterStep(Step step, FindingSink sink) {
    boolean counts = counted.counts(step);
    if (counted.at() == At.CALL) {
      next(counts, sink);
    } else {
      callCounts |= counts;
    }
  }

  @Override
  public void turnEnded(Turn turn, FindingSink sink) {
    if (counted.at() == At.TURN_END) {
      next(callCounts, sink);
    }
  }

  private void next(boolean counts, FindingSink sink) {
    if (counts) {
      count(sink);
    } else {
      beginAnew(sink);
    }
  }

  private void count(FindingSink sink) {
    sink.report(counted.rule(), ++count);
  }

  private void beginAnew(FindingSink sink) {
    count = 0;
    sink.report(counted.rule(), 0);
  }

  @Override
  public void reset() {
    count = 0;
    callCounts = false;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    if (counted.at() == At.TURN_END) {
      out.writeBoolean(callCounts);
    }
    out.writeInt(count);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    callCounts = counted.at() == At.TURN_END && in.readBoolean();
    count = in.readInt();
  }
}
