package io.loophalt.presets;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.LongRing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.detect.standard.Times;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.Intervention;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Finds an action that keeps failing, one that keeps giving the same observation, and two that
 * alternate, in the last 20 events.
 *
 * <p>Checked after each turn. Three failing actions in a row are nudged for once, and the nudge
 * becomes an event of the history, which is why these rules share one detector; nothing else is
 * checked in that turn. An action is tool, arguments and the model's text beside the call: a
 * changing thought hides any repetition. The monologue rule stands by itself, as a count of idle
 * turns: the nudges it steps over follow observations, which end a monologue anyway.
 *
 * <p>Source: OpenHands/software-agent-sdk 611629e6, {@code conversation/stuck_detector.py} and the
 * nudge-or-stuck order of {@code local_conversation.py}. O(1) per step, 350 bytes of state.
 */
final class OpenHandsStuck implements Detector {

  private static final String ACTION_ERROR_NUDGE = "action_error_nudge";
  private static final String ACTION_OBSERVATION = "action_observation";
  private static final String ACTION_ERROR = "action_error";
  private static final String ALTERNATING_PATTERN = "alternating_pattern";

  private static final int NUDGED_ERRORS = 3;
  private static final int SAME_PAIRS = 4;
  private static final int ALTERNATING_PAIRS = 6;

  private final String name;
  private final OpenHandsHistory history = new OpenHandsHistory();

  /** Observations of the turn at hand: in the history they follow all its actions. */
  private final LongRing observations = new LongRing(OpenHandsHistory.WINDOW);

  private boolean nudgedForNewestError;

  OpenHandsStuck(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public StopReason.Kind stopKind(String rule) {
    return rule.equals(ACTION_ERROR) || rule.equals(ACTION_ERROR_NUDGE)
        ? StopReason.Kind.REPEATED_ERROR
        : StopReason.Kind.NO_PROGRESS;
  }

  @Override
  public String describe(String rule, int count) {
    return switch (rule) {
      case ACTION_OBSERVATION -> "the same call with the same result " + Times.inARow(count);
      case ALTERNATING_PATTERN -> "two calls that alternate, " + count + " in a row";
      default -> "the same call failed " + Times.inARow(count);
    };
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    if (turn.userMessageBefore()) {
      history.clear();
    }
    if (turn.compactedBefore()) {
      history.addFiller();
    }
    if (turn.toolCalls() == 0) {
      history.addFiller();
    }
  }

  @Override
  public void afterStep(Step step, FindingSink sink) {
    history.addAction(TextDigest.combine(step.action(), TextDigest.of(step.text())));
    long observed =
        step.failed()
            ? step.exactError()
            : TextDigest.combine(TextDigest.of(step.tool()), step.result());
    observations.add(OpenHandsHistory.observation(observed, step.failed()));
  }

  @Override
  public void turnEnded(Turn turn, FindingSink sink) {
    if (observations.size() > 0) {
      nudgedForNewestError = false;
    }
    for (int age = observations.size() - 1; age >= 0; age--) {
      history.addObservation(observations.get(age));
    }
    observations.clear();
    history.look();
    if (!nudges(sink)) {
      halts(sink);
    }
  }

  private boolean nudges(FindingSink sink) {
    if (history.sameActionErrors() != NUDGED_ERRORS) {
      sink.report(ACTION_ERROR_NUDGE, 0);
      return false;
    }
    if (nudgedForNewestError) {
      return false;
    }
    sink.report(ACTION_ERROR_NUDGE, 0);
    if (sink.report(ACTION_ERROR_NUDGE, NUDGED_ERRORS) != Intervention.NUDGE) {
      return false;
    }
    nudgedForNewestError = true;
    history.addFiller();
    return true;
  }

  private void halts(FindingSink sink) {
    reportFrom(SAME_PAIRS, ACTION_OBSERVATION, history.cycleLength(1), sink);
    reportFrom(NUDGED_ERRORS + 1, ACTION_ERROR, history.sameActionErrors(), sink);
    reportFrom(ALTERNATING_PAIRS, ALTERNATING_PATTERN, history.cycleLength(2), sink);
  }

  /** The rules share one ladder, so what is below a rule's own threshold must not reach it. */
  private static void reportFrom(int threshold, String rule, int count, FindingSink sink) {
    sink.report(rule, count < threshold ? 0 : count);
  }

  @Override
  public void reset() {
    history.clear();
    observations.clear();
    nudgedForNewestError = false;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    history.save(out);
    observations.save(out);
    out.writeBoolean(nudgedForNewestError);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    history.restore(in);
    observations.restore(in);
    nudgedForNewestError = in.readBoolean();
  }
}
