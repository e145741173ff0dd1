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

  /** One that is kept. */
  private static final class Kept {

    final Lone call;

    /** How often something was judged in it: before a body and after it. */
    final int judgements;

    /** In characters. */
    final int words;

    /** What the strongest came to that was told of it. */
    Intervention told;

    Kept(Lone call, int judgements, int words, Intervention told) {
      this.call = call;
      this.judgements = judgements;
      this.words = words;
      this.told = told;
    }
  }

  private static final int NONE = -1;

  private final List<Kept> all = new ArrayList<>(2);

  /** Steps that began alone and are under way. */
  private final List<Step> open = new ArrayList<>(1);

  /** Steps that were under way when the run was saved, and are kept since. */
  private final List<Noted> endedSince = new ArrayList<>(1);

  /** How many stand in the state that was saved last; {@link #NONE} if some were lost since. */
  private int saved;

  private int openSaved;

  /** Whether there are none that it does not know of. */
  private boolean isWhole = true;

  /** How often something was judged in them; negative if some are not known. */
  int judgements() {
    int sum = 0;
    for (Kept each : all) {
      sum += each.judgements;
    }
    return isWhole ? sum : NONE;
  }

  /**
   * A model was about to be called, and may be. Ceilings are asked at each such call, and not once
   * more of one that was made.
   *
   * @param told what it came to
   */
  void asked(Intervention told) {
    add(
        again ->
            again.judge().halt().reason() == null
                ? again.judge().endTurnBeforeModelCall()
                : Verdict.NONE,
        1,
        0,
        told);
  }

  /**
   * A model has answered.
   *
   * @param heard what this process has heard of it; null for nothing
   * @param told what it came to
   */
  void answered(
      Turn answer, @Nullable Heard heard, BigDecimal cost, long nowMillis, Intervention told) {
    add(
        again -> {
          Turn turn = again.run().answered(answer, heard);
          return again.judge().turnStarted(turn, cost, again.at(nowMillis));
        },
        1,
        answer.text().length(),
        told);
  }

  /**
   * A tool has run.
   *
   * @param isBegun whether others know that it was about to
   * @param elsewhereMillis what its times have of other processes
   * @param told what it came to
   */
  void taken(Step step, boolean isBegun, long elsewhereMillis, Intervention told) {
    Noted noted = new Noted(step, isBegun, elsewhereMillis);
    if (wasOpenWhenSaved(step)) {
      endedSince.add(noted);
    }
    add(
        again -> {
          Step known = noted.step(again);
          Verdict before = noted.isBegun ? Verdict.NONE : again.judge().beforeStep(known);
          return before.stopReason() == null ? again.judge().afterStep(known) : before;
        },
        isBegun ? 1 : 2,
        0,
        told);
  }

  /**
   * A tool that others know was about to run was not called.
   *
   * @param elsewhereMillis what its times have of other processes
   * @param told what it came to
   */
  void notMade(Step step, long elsewhereMillis, Intervention told) {
    Noted noted = new Noted(step, elsewhereMillis);
    add(again -> again.judge().notMade(noted.step(again)), 1, 0, told);
  }

  /** Something was done, which is done again so. */
  void done(Runnable again) {
    add(
        any -> {
          again.run();
          return Verdict.NONE;
        },
        1,
        0,
        Intervention.NONE);
  }

  private void add(Lone call, int judgements, int ofWords, Intervention told) {
    int words = ofWords;
    for (Kept each : all) {
      words += each.words;
    }
    if (!isWhole || all.size() == MOST || (!all.isEmpty() && words > MOST_WORDS)) {
      lose();
    } else {
      all.add(new Kept(call, judgements, ofWords, told));
    }
  }

  /** A step was judged before its body. */
  void begun(Step step) {
    ended(step); // One that never ended, and is used again for another call.
    if (open.size() < MOST) {
      open.add(step);
    }
  }

  /** It is over, and was noted if it is to be. */
  void ended(Step step) {
    int at = placeOf(step);
    if (at != NONE) {
      open.remove(at);
      openSaved -= at < openSaved ? 1 : 0;
    }
  }

  private boolean wasOpenWhenSaved(Step step) {
    int at = placeOf(step);
    return at != NONE && at < openSaved;
  }

  @SuppressWarnings("ReferenceEquality") // a step is used for many calls, and is equal to no other
  private int placeOf(Step step) {
    for (int i = 0; i < open.size(); i++) {
      if (open.get(i) == step) {
        return i;
      }
    }
    return NONE;
  }

  /** Something was judged that is not known here. */
  void lose() {
    all.clear();
    endedSince.clear();
    saved = NONE;
    isWhole = false;
  }

  /** The run is put away: what waits so long for the others is too old to be judged again. */
  void sleep() {
    if (!all.isEmpty()) {
      lose();
    }
  }

  /**
   * The run is saved as it is now.
   *
   * @param state the number of its state, see {@link RunPosition#restored}
   */
  void save(int state) {
    open.removeIf(step -> step.begunAloneAt() != state); // They begin again when they end.
    endedSince.clear();
    saved = all.size();
    openSaved = open.size();
  }

  /** Others know of the run as it was saved last. */
  void areKnown() {
    if (saved != NONE) {
      isWhole = true; // What was lost before stands in that, too.
      all.subList(0, saved).clear();
      saved = 0;
    }
    endedSince.forEach(Noted::beginIsKnown);
    endedSince.clear();
    List<Step> known = open.subList(0, openSaved);
    known.forEach(step -> step.beginsAloneAt(Step.TOGETHER));
    known.clear();
    openSaved = 0;
  }

  /** The run goes on without them. */
  void drop() {
    lose();
    saved = 0;
    isWhole = true;
  }

  /**
   * Judges all of them again. What is more than was told of them is told; what the model is to be
   * told is left in the run.
   */
  void judge(Again again) {
    for (Kept each : all) {
      Verdict verdict = each.call.judge(again);
      Intervention now = verdict.intervention();
      boolean isMore = now.compareTo(each.told) > 0;
      again.judge().outbox().happenedAgain(isMore);
      if (isMore) {
        each.told = now;
      }
      if (isMore && verdict.stopReason() == null) {
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

    /** Whether others know that it was about to run. */
    boolean isBegun;

    /** Takes down one that has no outcome, and of which others know that it was about to run. */
    Noted(Step step, long elsewhereMillis) {
      this(step, null, true, elsewhereMillis);
    }

    /**
     * Takes it down.
     *
     * @param isBegun whether others know that it was about to run
     * @param elsewhereMillis what its times have of other processes
     */
    Noted(Step step, boolean isBegun, long elsewhereMillis) {
      this(step, recordOf(step), isBegun, elsewhereMillis);
    }

    private Noted(Step step, @Nullable StepRecord record, boolean isBegun, long elsewhereMillis) {
      this.isBegun = isBegun;
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

    void beginIsKnown() {
      isBegun = true;
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
