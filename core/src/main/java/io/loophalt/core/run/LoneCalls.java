package io.loophalt.core.run;

import io.loophalt.Effect;
import io.loophalt.core.detect.Fingerprint;
import io.loophalt.core.detect.Reports.Heard;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepContents;
import io.loophalt.core.detect.StepRecord;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.Intervention;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one process has judged alone of a run that others judge, too, since they knew all of it:
 * kept as digests, to be judged once more behind what the others have done meanwhile.
 *
 * <p>Not thread-safe: used with the run's lock held. Made for a run that needs it, and bounded: of
 * more than {@value #MOST} calls none is kept. A step takes some hundred microseconds to note, most
 * of it for its texts.
 */
final class LoneCalls {

  private static final int MOST = 64;

  /** The words of the calls that wait, in characters; one answer alone may be longer. */
  private static final long MOST_WORDS = 64 * 1024;

  /** A call, an answer or a report. */
  interface Lone {

    /** Judges it where the run is now. */
    Verdict judge(Again again);
  }

  /**
   * Where what was judged is judged again.
   *
   * @param elsewhereMillis how long the run had been going on elsewhere when its times began here
   */
  record Again(RunReports run, long elsewhereMillis) {

    RunJudge judge() {
      return run.judge();
    }

    /** A time of this process, behind all that others have judged. */
    long at(long millis) {
      return Math.max(judge().used().elapsedMillis(), millis + elsewhereMillis);
    }
  }

  /**
   * One that is kept.
   *
   * @param judgements how often something was judged in it: before a body and after it
   */
  private record Kept(Lone call, int judgements) {}

  private final List<Kept> all = new ArrayList<>(2);

  /** Steps that began alone and are under way. */
  private final List<Step> open = new ArrayList<>(1);

  private long words;

  private static final int NONE = -1;

  /** How many of both stand in the state that was saved last, unless some were lost since. */
  private int saved;

  private int openSaved;

  /** Whether there are none that it does not know of. */
  private boolean isWhole = true;

  /** How often something was judged in them; 0 also if some are not known. */
  int judgements() {
    int sum = 0;
    for (Kept each : all) {
      sum += each.judgements();
    }
    return isWhole ? sum : 0;
  }

  /** A model was about to be called. */
  void asked(long nowMillis) {
    add(
        again ->
            again.judge().halt().reason() == null
                ? again.judge().beforeModelCall(again.at(nowMillis))
                : Verdict.NONE);
  }

  /**
   * A model has answered.
   *
   * @param heard what this process has heard of it; null for nothing
   */
  void answered(Turn answer, @Nullable Heard heard, BigDecimal cost, long nowMillis) {
    words += answer.text().length();
    add(
        again -> {
          Turn turn = again.run().answered(answer, heard);
          return again.judge().turnStarted(turn, cost, again.at(nowMillis));
        });
  }

  /**
   * A tool has run.
   *
   * @param isBegun whether others know that it was about to
   * @param elsewhereMillis what its times have of other processes
   */
  void taken(Step step, boolean isBegun, long elsewhereMillis) {
    Noted noted = new Noted(step, elsewhereMillis);
    add(
        again -> {
          Step known = noted.step(again);
          Verdict before = isBegun ? Verdict.NONE : again.judge().beforeStep(known);
          return before.stopReason() == null ? again.judge().afterStep(known) : before;
        },
        isBegun ? 1 : 2);
  }

  /** A tool that others know was about to run was not called. */
  void notMade(Step step) {
    Noted noted = new Noted(step);
    add(again -> again.judge().notMade(noted.step(again)));
  }

  /** Something was done that is done again as it was. */
  void done(Runnable work) {
    add(
        again -> {
          work.run();
          return Verdict.NONE;
        });
  }

  private void add(Lone call) {
    add(call, 1);
  }

  private void add(Lone call, int judgements) {
    if (!isWhole || all.size() == MOST || (!all.isEmpty() && words > MOST_WORDS)) {
      lose();
    } else {
      all.add(new Kept(call, judgements));
    }
  }

  /** A step was judged before its body. */
  void begun(Step step) {
    ended(step); // One that never ended, and is used again for another call.
    if (open.size() < MOST) {
      open.add(step);
    }
  }

  /** It is over. */
  @SuppressWarnings("ReferenceEquality") // a step is used for many calls, and is equal to no other
  void ended(Step step) {
    for (int i = 0; i < open.size(); i++) {
      if (open.get(i) == step) {
        open.remove(i);
        openSaved -= i < openSaved ? 1 : 0;
        return;
      }
    }
  }

  /** Something was judged that is not known here. */
  void lose() {
    forget();
    saved = NONE;
    isWhole = false;
  }

  /** The run is put away: what waits so long for the others is too old to be judged again. */
  void sleep() {
    if (!all.isEmpty()) {
      lose();
    }
  }

  private void forget() {
    all.clear();
    words = 0;
    saved = 0;
  }

  /**
   * The run is saved as it is now.
   *
   * @param state the number of its state, see {@link RunPosition#restored}
   */
  void save(int state) {
    open.removeIf(step -> step.begunAloneAt() != state); // They begin again when they end.
    saved = all.size();
    openSaved = open.size();
  }

  /** Others know of the run as it was saved last. */
  void areKnown() {
    if (saved != NONE) {
      isWhole = true; // What was lost before stands in that, too.
      all.subList(0, saved).clear();
      words = all.isEmpty() ? 0 : words;
    }
    List<Step> known = open.subList(0, openSaved);
    known.forEach(step -> step.beginsAloneAt(Step.TOGETHER));
    known.clear();
    saved = isWhole ? 0 : NONE;
    openSaved = 0;
  }

  /** The run goes on without them. */
  void drop() {
    forget();
    isWhole = true;
  }

  /** Judges all of them again; what the model is to be told of it is left in the run. */
  void judge(Again again) {
    for (Kept each : all) {
      Verdict verdict = each.call().judge(again);
      boolean isTold =
          verdict.intervention() == Intervention.NUDGE
              || verdict.intervention() == Intervention.ESCALATE;
      if (isTold) {
        again.run().leave(verdict.message(), new long[] {again.judge().used().steps()});
      }
    }
  }

  /** A step, as it is judged by its digests. */
  static final class Noted implements StepContents {

    private final String tool;
    private final @Nullable String actionClass;
    private final Effect effect;
    private final @Nullable StepRecord record;
    private final boolean triesMany;
    private final int index;
    private final int turn;
    private final long startMillis;
    private final long endMillis;

    /** Takes down one that has no outcome. */
    Noted(Step step) {
      this(step, null, 0);
    }

    /**
     * Takes it down.
     *
     * @param elsewhereMillis what its times have of other processes
     */
    Noted(Step step, long elsewhereMillis) {
      this(step, recordOf(step), elsewhereMillis);
    }

    private Noted(Step step, @Nullable StepRecord record, long elsewhereMillis) {
      this.tool = step.tool();
      this.actionClass = step.actionClass();
      this.effect = step.effect();
      this.triesMany = step.triesMany();
      this.record = record;
      this.index = step.index();
      this.turn = step.turn();
      this.startMillis = step.startMillis() - elsewhereMillis;
      this.endMillis = step.endMillis() - elsewhereMillis;
    }

    /** That its outcome is the one of this try alone is said behind it, not in it. */
    private static StepRecord recordOf(Step step) {
      boolean triesMany = step.triesMany();
      step.triesMany(false);
      StepRecord record = step.record();
      step.triesMany(triesMany);
      return record;
    }

    /** The step. */
    Step step(Again again) {
      Step step = new Step(this);
      long start = again.at(startMillis);
      StepRecord known = record;
      if (known == null) {
        step.begin(tool, actionClass, effect, Step.ABSENT, false, start);
      } else {
        Fingerprint fingerprint = known.fingerprint();
        step.begin(tool, actionClass, effect, fingerprint.action(), false, start);
        step.end(known.traits().failed(), "", "", fingerprint.state(), again.at(endMillis));
        step.give(known);
      }
      step.triesMany(triesMany);
      step.placedAt(index, turn);
      return step;
    }

    @Override
    public String argumentsText() {
      return "";
    }
  }
}
