package io.loophalt.presets;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.Intervention;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Finds turns in a row that ask for the same calls in any order, and counts the nudges they got.
 *
 * <p>From the third identical turn on it reports 3 plus the nudges that stand in the history since
 * the streak, or the user's last message, began: 3 and 4 for the first two, 5 once they are used
 * up. A nudge that directly precedes a new streak counts for it. A user's message forgets the
 * nudges but not the streak. Results, errors and text make no difference.
 *
 * <p>Source: gptme/gptme d27f98d3, {@code stuck_detect_hook}, non-interactive. O(1) per step beside
 * reading its arguments, 30 bytes of state.
 */
final class IdenticalTurns implements Detector {

  private static final String IDENTICAL_TURNS = "identical_turns";
  private static final String ESCALATIONS_EXHAUSTED = "escalations_exhausted";
  private static final int IDENTICAL = 3;
  private static final int NUDGES = 2;

  private final String name;

  // The turn at hand. A sum makes a multiset: the order of the calls is lost, their number is not.
  private long callSum;
  private int calls;

  private long lastTurn;
  private int streak;
  private int nudges;
  private boolean nudgedByLastTurn;

  IdenticalTurns(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean readsWords() {
    return true;
  }

  @Override
  public String describe(String rule, int count) {
    int sent = count - IDENTICAL;
    return rule.equals(ESCALATIONS_EXHAUSTED)
        ? "turns that ask for the same calls go on after " + sent + " nudges"
        : "at least " + IDENTICAL + " turns in a row ask for the same calls";
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    callSum = 0;
    calls = 0;
    if (turn.userMessageBefore()) {
      forgetNudges(sink);
    }
  }

  @Override
  public void afterStep(Step step, FindingSink sink) {
    callSum += GptmeCall.digest(step.tool(), step.argumentsText());
    calls++;
  }

  @Override
  public void turnEnded(Turn turn, FindingSink sink) {
    if (calls == 0) {
      streak = 0;
      forgetNudges(sink);
      return;
    }
    long thisTurn = TextDigest.combine(callSum, calls);
    if (streak > 0 && thisTurn == lastTurn) {
      streak++;
    } else {
      lastTurn = thisTurn;
      streak = 1;
      boolean carried = nudgedByLastTurn;
      forgetNudges(sink);
      nudges = carried ? 1 : 0;
    }
    nudgedByLastTurn = false;
    if (streak >= IDENTICAL) {
      String rule = nudges < NUDGES ? IDENTICAL_TURNS : ESCALATIONS_EXHAUSTED;
      if (sink.report(rule, IDENTICAL + nudges) == Intervention.NUDGE) {
        nudges++;
        nudgedByLastTurn = true;
      }
    }
  }

  private void forgetNudges(FindingSink sink) {
    nudges = 0;
    nudgedByLastTurn = false;
    sink.report(IDENTICAL_TURNS, 0);
    sink.report(ESCALATIONS_EXHAUSTED, 0);
  }

  @Override
  public void reset() {
    callSum = 0;
    calls = 0;
    lastTurn = 0;
    streak = 0;
    nudges = 0;
    nudgedByLastTurn = false;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeLong(callSum);
    out.writeInt(calls);
    out.writeLong(lastTurn);
    out.writeInt(streak);
    out.writeInt(nudges);
    out.writeBoolean(nudgedByLastTurn);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    callSum = in.readLong();
    calls = in.readInt();
    lastTurn = in.readLong();
    streak = in.readInt();
    nudges = in.readInt();
    nudgedByLastTurn = in.readBoolean();
  }
}
