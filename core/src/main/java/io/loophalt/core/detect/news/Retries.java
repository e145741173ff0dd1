package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.Retried;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How often one request was made again, by a call that says so itself, and had the answer that it
 * had before.
 *
 * <p>The latest request is remembered. Once two answers were given to it in turn, as by a coin, it
 * is no longer counted. Of the calls of one turn one is remembered, whichever ended first. Not
 * thread-safe.
 */
final class Retries {

  private static final int MOST = 15;

  /** Is added to the times that are saved, which are at most {@link #MOST}. */
  private static final int OF_THE_LATEST = 32;

  /** Three attempts at each thing of a list are none too many; the first is not counted. */
  private static final int LEFT_ALONE = 2;

  /** In place of a number of times: the answers to the request vary. */
  private static final int VARIES = -1;

  private int request = Retried.NOT;
  private int outcome;
  private int times;

  /** It was made in the last turn. */
  private boolean isLatest;

  // Of the turn at hand.
  private int requestNow = Retried.NOT;
  private int outcomeNow;

  /**
   * Looks at a step with an answer that the run has seen: whether only a count of attempts tells
   * the call from those before it, of which the same came again and again. What is acknowledged may
   * be one thing more that is done, and who waits is waiting.
   */
  boolean inVain(Step step, int outcomeOfStep) {
    boolean looks = step.reads() || step.looksOnly();
    boolean waits = !Retried.isWriteInVain(step.retried());
    if (step.lines().isCut()
        || (step.saysWell() && !looks)
        || (waits && (step.saysNotYet() || step.beginsNotYet()))
        || step.isOfAWaitingTool()
        || step.onlyRemarks()) {
      return false;
    }
    int asked = note(step, outcomeOfStep);
    return asked != Retried.NOT
        && asked == request
        && outcomeOfStep == outcome
        && times >= LEFT_ALONE;
  }

  /**
   * Looks at a step with an answer that is new, where {@link #isAny} is remembered: who has had a
   * request answered in vain may hear more.
   */
  void answers(Step step, int outcomeOfStep) {
    note(step, outcomeOfStep);
  }

  /**
   * What an answer says but for times, ids and the number of the attempt, which many give back; as
   * it is where it says nothing else.
   */
  static int outcomeOf(Step step, int outcome) {
    DigestList lines = step.lines();
    if (step.failed() || lines.size() == 0 || lines.isCut()) {
      return outcome;
    }
    int digest = 1;
    for (int i = 0; i < lines.size(); i++) {
      digest = 31 * digest + lines.get(i);
    }
    return digest;
  }

  private int note(Step step, int outcomeOfStep) {
    int retried = step.retried();
    if (retried == Retried.NOT) {
      return retried;
    }
    int asked = (retried ^ step.tool().hashCode()) | 1;
    if (!isAnyNow() || asked < requestNow || (asked == requestNow && outcomeOfStep < outcomeNow)) {
      requestNow = asked;
      outcomeNow = outcomeOfStep;
    }
    return asked;
  }

  /** The turn is over. */
  void endTurn() {
    isLatest = isAnyNow();
    if (!isLatest) {
      return;
    }
    if (requestNow != request) {
      times = 1;
    } else if (outcomeNow != outcome) {
      times = VARIES;
    } else if (times != VARIES) {
      times = Math.min(MOST, times + 1);
    }
    request = requestNow;
    outcome = outcomeNow;
    requestNow = Retried.NOT;
  }

  /** Whether the request was made in the last turn. */
  boolean isLatest() {
    return isLatest;
  }

  /** Whether a request is remembered. */
  boolean isAny() {
    return request != Retried.NOT;
  }

  /** Whether one was made in the turn at hand. */
  boolean isAnyNow() {
    return requestNow != Retried.NOT;
  }

  void clear() {
    request = Retried.NOT;
    requestNow = Retried.NOT;
    isLatest = false;
  }

  /** Writes what there is, see {@link #isAny} and {@link #isAnyNow}. */
  void save(DataOutput out) throws IOException {
    if (isAny()) {
      ShortDigests.write(out, request);
      ShortDigests.write(out, outcome);
      SmallNumbers.write(out, isLatest ? times + OF_THE_LATEST : times);
    }
    if (isAnyNow()) {
      ShortDigests.write(out, requestNow);
      ShortDigests.write(out, outcomeNow);
    }
  }

  /** Reads what was there. */
  void restore(DataInput in, boolean any, boolean anyNow) throws IOException {
    clear();
    if (any) {
      request = ShortDigests.read(in);
      outcome = ShortDigests.read(in);
      int saved = SmallNumbers.readInt(in);
      isLatest = saved > MOST;
      times = isLatest ? saved - OF_THE_LATEST : saved;
    }
    if (anyNow) {
      requestNow = ShortDigests.read(in);
      outcomeNow = ShortDigests.read(in);
    }
  }
}
