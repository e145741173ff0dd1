package io.loophalt.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepContents;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Messages;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.core.run.RunExchange;
import io.loophalt.core.run.SavedRun;
import io.loophalt.core.run.SavedRun.Header;
import io.loophalt.store.RunScripts.Judged;
import io.loophalt.store.link.ServerHistory;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Processes that know a run; what a server has of it between them stands in a field. */
class KnownRunTest {

  private static final TaskPolicy POLICY =
      new TaskPolicy(
          "task",
          "none",
          List.of(),
          Map.of(),
          Ceilings.NONE,
          List.of(),
          OnHalt.THROW,
          Messages.DEFAULT);

  /** Halts at the fifth call in a row that is like the one before it. */
  private static final TaskPolicy REPEATS =
      new TaskPolicy(
          "task",
          "none",
          List.of(
              new DetectorPolicy("identical-call", Mode.ACT, Ladder.nudgeThenHalt(3, 5), Map.of())),
          Map.of(),
          Ceilings.NONE,
          List.of(),
          OnHalt.THROW,
          Messages.DEFAULT);

  private static final String PROCESS = "1111111111111111";
  private static final ServerHistory MASTER = server(PROCESS, "aaaaaaaaaaaaaaaa", false);
  private static final ServerHistory PROMOTED =
      server("2222222222222222", "bbbbbbbbbbbbbbbb", true);

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final StoredNames names = Names.ours(new PrintStream(said, true, UTF_8));

  /** That of the server in which it is. */
  private ServerHistory server = MASTER;

  /** What is in the store; null if nobody has begun the run. */
  private @Nullable StoredRun there;

  private final List<Joined> all = new ArrayList<>();
  private Joined one = new Joined(POLICY);
  private Joined other = new Joined(POLICY);

  @BeforeEach
  void begin() {
    begin(POLICY);
  }

  private void begin(TaskPolicy policy) {
    one = new Joined(policy);
    other = new Joined(policy);
    all.clear();
    all.addAll(List.of(one, other));
    there = null;
    server = MASTER;
  }

  @Test
  void processesThatTakeTurnsAreOne() {
    for (int i = 0; i < 6; i++) {
      all.get(i % 2).stepsTogether();
    }

    assertThat(other.steps()).isEqualTo(6);
    assertThat(Objects.requireNonNull(there).happened()).isEqualTo(6);
  }

  /** Each takes the next step on a thread that must not wait; it is brought a little later. */
  @Test
  void stepsOfThreadsThatDoNotWaitAreInARow() {
    begin(REPEATS);
    all.forEach(Joined::isOnEventLoops);

    for (int i = 0; i < 5; i++) {
      all.get(i % 2).step("the same");
      all.get(i % 2).bring();
    }

    assertThat(one.run.isHalted()).as("by what both have done").isTrue();
    assertThat(one.heardOfHalts).as("it was decided here, which is told").isZero();
    assertThat(one.steps()).isEqualTo(5);
    assertThat(Objects.requireNonNull(there).isHalted()).isTrue();
    assertThat(one.run.nudges()).as("the third of all").containsExactly(3);
    assertThat(one.run.takeForModel()).isNotNull();
  }

  @Test
  void whatCameBetweenIsBetween() {
    begin(REPEATS);
    all.forEach(Joined::isOnEventLoops);

    for (int i = 0; i < 8; i++) {
      all.get(i % 2).step(i % 2 == 0 ? "the same" : "another " + i);
      all.get(i % 2).bring();
    }

    assertThat(one.run.isHalted()).isFalse();
    other.bring();
    assertThat(other.steps()).isEqualTo(8);
  }

  /** Else they would be judged once more, behind themselves. */
  @Test
  void stepsThatHaveArrivedCountOnceThoughTheAnswerWasLost() {
    threeStepsAfterAResetOnAnEventLoop();

    one.bringsInVain();
    assertThat(one.toldNews).as("the reset, for whose answer one waits").isTrue();
    one.bring();
    other.bring();

    assertThat(one.steps()).isEqualTo(3);
    assertThat(other.steps()).isEqualTo(3);
    assertThat(other.run.isHalted()).isFalse();
  }

  private void threeStepsAfterAResetOnAnEventLoop() {
    other.haltsTogether();
    one.bring();
    one.isOnEventLoops();
    one.run.reset();
    for (int i = 0; i < 3; i++) {
      one.step("step " + i);
    }
  }

  /** The store says that something else is there, and not whether that stands on it. */
  @Test
  void stepsThatHaveArrivedCountOnceThoughOthersHaveJudgedSince() {
    threeStepsAfterAResetOnAnEventLoop();

    one.bringsInVain();
    other.stepsTogether("another");
    one.bring();

    assertThat(one.steps()).isEqualTo(4);
    assertThat(one.run.isHalted()).isFalse();
  }

  /** The step begins before the others' and ends behind them. */
  @Test
  void aStepThatIsBroughtWhileItIsUnderWayCountsOnce() {
    begin();
    all.forEach(Joined::isOnEventLoops);

    Step step = one.beginStep("long");
    one.bring();
    other.step("short");
    other.bring();
    one.endStep(step, "long");
    one.bring();
    other.bring();

    assertThat(one.steps()).isEqualTo(2);
    assertThat(other.steps()).isEqualTo(2);
  }

  @Test
  void aStepThatIsUnderWayWhileOthersAreHeardOfCountsOnce() {
    begin();
    other.stepsTogether();
    one.isOnEventLoops();

    Step step = one.beginStep("long");
    other.stepsTogether();
    one.bring();
    one.endStep(step, "long");
    one.bring();

    assertThat(one.steps()).isEqualTo(3);
    assertThat(Objects.requireNonNull(there).happened()).as("and no less").isGreaterThan(2);
  }

  /** More than are kept: the one that has seen more is believed. */
  @Test
  void whatIsTooMuchToBeKeptIsNotAddedUp() {
    begin();
    one.stepsTogether();
    other.isOnEventLoops();
    for (int i = 0; i < 100; i++) {
      other.step("step " + i);
    }

    one.stepsTogether();
    other.bring();

    assertThat(other.steps()).isEqualTo(100);
    one.stepsTogether();
    assertThat(one.steps()).isEqualTo(101);
  }

  @Test
  void aNudgeThatWasToldIsNotToldAgain() {
    begin(REPEATS);
    one.stepsTogether("one thing");
    other.isOnEventLoops();
    for (int i = 0; i < 3; i++) {
      other.step("the same");
    }

    one.stepsTogether("another");
    other.bring();

    assertThat(other.steps()).isEqualTo(5);
    assertThat(other.run.takeForModel()).isNull();
    assertThat(other.run.nudges()).isEmpty();
  }

  /** Whoever is refused meanwhile is judged alone. */
  @Test
  void aHaltThatIsLostOnItsWayIsToldAgainAsNews() {
    begin();
    together(2);
    StoredRun before = there;
    one.haltsTogether();
    there = before;

    one.stepsAlone(1);
    one.bring();

    assertThat(one.run.isHalted()).isTrue();
    assertThat(Objects.requireNonNull(there).isHalted()).isTrue();
    assertThat(one.toldNews).as("others hear of it").isTrue();
    one.bring();
    assertThat(one.known.knowsMore()).isFalse();
    other.stepsTogether();
    assertThat(other.run.isHalted()).isTrue();
  }

  @Test
  void aResetThatIsLostOnItsWayIsToldAgain() {
    begin();
    one.haltsTogether();
    StoredRun before = there;
    one.resetsTogether();
    there = before;

    one.stepsAlone(1);
    one.bring();

    assertThat(one.run.isHalted()).isFalse();
    assertThat(Objects.requireNonNull(there).isHalted()).isFalse();
  }

  @Test
  void whatTheModelWasToldTakesNothingElseAway() {
    begin();
    one.stepsTogether();
    one.waits = true;
    one.isOnEventLoops();
    other.isOnEventLoops();
    assertThat(one.run.leaveForModel("first", new long[0])).isTrue();
    one.bring();
    other.bring();
    assertThat(other.run.takeForModel()).isEqualTo("first");

    assertThat(one.run.leaveForModel("second", new long[0])).isTrue();
    one.bring();
    other.bring();

    assertThat(other.run.takeForModel()).isEqualTo("second");
  }

  /** They begin again where they end. */
  @Test
  void stepsThatAreUnderWayTakeNothingAway() {
    begin();
    one.stepsTogether();
    other.isOnEventLoops();
    List<Step> underWay = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      underWay.add(other.beginStep("step " + i));
    }

    one.stepsTogether();
    other.bring();
    for (int i = 0; i < 4; i++) {
      other.endStep(underWay.get(i), "step " + i);
    }
    other.bring();
    one.stepsTogether();

    assertThat(one.steps()).isEqualTo(7);
  }

  @Test
  void aStepThatIsNotMadeAfterAllTakesNoOtherAway() {
    begin();
    one.stepsTogether();
    other.isOnEventLoops();
    Step step = other.beginStep("not made");

    one.stepsTogether();
    other.bring();
    other.run.notMade(step);
    other.bring();

    assertThat(other.steps()).isEqualTo(2);
  }

  /** A JVM that starts with other settings judges for itself, by its own clock. */
  @Test
  void theTimeOfAStateThatIsOfNoUseCountsForNothing() {
    begin();
    one.stepsTogether();
    Joined third = new Joined(REPEATS);
    third.earlierMillis = 1_500_000;

    third.known.goOnFrom(asked(third), server);

    assertThat(third.known.isUnreadable()).isTrue();
    assertThat(third.known.millisElsewhere()).isZero();
  }

  /** It would be kept for as long as the store is away. */
  @Test
  void whatWaitsInARunThatIsPutAwayIsNotKept() {
    begin();
    one.stepsTogether();
    other.isOnEventLoops();
    other.step("kept no longer");

    assertThat(other.run.sleep()).isTrue();
    one.stepsTogether();
    other.bring();

    assertThat(other.steps()).isEqualTo(2);
    other.step("kept");
    one.stepsTogether();
    other.bring();
    assertThat(other.steps()).isEqualTo(4);
  }

  @Test
  void whatWasReportedOnThemCountsAsWell() {
    begin(REPEATS);
    all.forEach(Joined::isOnEventLoops);

    for (int i = 0; i < 8; i++) {
      Joined now = all.get(i % 2);
      now.step("the same");
      now.run.reportState(i / 2);
      now.bring();
    }

    assertThat(one.run.isHalted()).isFalse();
    assertThat(other.run.isHalted()).isFalse();
    assertThat(other.steps()).isEqualTo(8);
  }

  /** What two have seen apart is not added up, so that a verdict is never false. */
  @Property
  void whenTheStoreIsBackTheOneThatHasSeenMoreIsBelieved(
      @ForAll @IntRange(max = 5) int before,
      @ForAll @IntRange(max = 5) int byOne,
      @ForAll @IntRange(max = 5) int byOther,
      @ForAll boolean oneIsFirst) {
    begin();
    together(before);
    one.stepsAlone(byOne);
    other.stepsAlone(byOther);

    bringInTurn(oneIsFirst);

    assertThat(one.steps()).isEqualTo(before + Math.max(byOne, byOther));
    assertThat(other.steps()).isEqualTo(one.steps());
  }

  @Property
  void aHaltOfTheTimeWithoutTheStoreCountsWhoeverHasSeenMore(
      @ForAll @IntRange(max = 5) int byOne,
      @ForAll @IntRange(max = 5) int byOther,
      @ForAll boolean oneIsFirst) {
    begin();
    together(2);
    one.stepsAlone(byOne);
    one.haltsAlone();
    other.stepsAlone(byOther);

    bringInTurn(oneIsFirst);

    assertThat(one.run().isHalted()).isTrue();
    assertThat(other.run().isHalted()).isTrue();
    assertThat(other.heardOfHalts).isEqualTo(1);
  }

  @Property
  void aResetOfTheTimeWithoutTheStoreCountsWhoeverHasSeenMore(
      @ForAll @IntRange(max = 5) int byOne,
      @ForAll @IntRange(max = 5) int byOther,
      @ForAll boolean oneIsFirst) {
    begin();
    together(2);
    one.haltsTogether();
    other.stepsTogether();
    assertThat(other.run().isHalted()).isTrue();
    one.resetsAlone();
    one.stepsAlone(byOne);
    other.stepsAlone(byOther);

    bringInTurn(oneIsFirst);

    assertThat(one.run().isHalted()).isFalse();
    assertThat(other.run().isHalted()).isFalse();
  }

  @Property
  void whateverHappensApartAllAreAlikeAfterwards(
      @ForAll @Size(max = 12) List<@IntRange(max = 7) Integer> orders, @ForAll boolean oneIsFirst) {
    begin();
    together(1);
    for (int order : orders) {
      Joined each = all.get(order % 2);
      switch (order / 2) {
        case 0 -> each.stepsAlone(1);
        case 1 -> each.haltsAlone();
        case 2 -> each.resetsAlone();
        default -> each.stepsAlone(2);
      }
    }

    bringInTurn(oneIsFirst);

    assertThat(other.steps()).isEqualTo(one.steps());
    assertThat(other.run().isHalted()).isEqualTo(one.run().isHalted());
    assertThat(one.known.isAhead() || other.known.isAhead()).isFalse();
  }

  @Test
  void whatAServerHasLostIsTheOnesThatKnewItToTellAgain() {
    together(4);
    there = emptyOf(there);

    other.stepsTogether();

    assertThat(other.known.isLost()).isTrue();
    one.bring();
    assertThat(one.steps()).as("told again").isEqualTo(5);
  }

  /** Four calls alike that both know, something new by one, and the fifth by the other. */
  @Test
  void whereAReplicaThatTakesOverMayLackSomethingARowBeginsAnew() {
    begin(REPEATS);
    together(4);
    StoredRun copied = there;
    one.stepsTogether("something new");
    there = copied;
    server = PROMOTED;

    other.stepsTogether();

    assertThat(other.run().isHalted()).isFalse();
    assertThat(other.steps()).as("all that it knows").isEqualTo(5);
    for (int i = 0; i < 4; i++) {
      assertThat(other.run().isHalted()).isFalse();
      all.get(i % 2).stepsTogether();
    }
    assertThat(one.run().isHalted() || other.run().isHalted()).as("five in a row").isTrue();
    assertThat(said.toString(UTF_8)).containsOnlyOnce("repetition is counted anew");
  }

  @Test
  void whereTheServerIsTheSameARowGoesOn() {
    begin(REPEATS);
    together(4);

    other.stepsTogether();

    assertThat(other.run().isHalted()).isTrue();
    assertThat(said.toString(UTF_8)).isEmpty();
  }

  /** The one that was copied is less than this process knows, and what others did is not there. */
  @Test
  void whoKnowsMoreThanAReplicaThatTakesOverCountsANewRowToo() {
    begin(REPEATS);
    together(3);
    StoredRun copied = there;
    other.stepsTogether();
    one.stepsTogether("something new");
    there = copied;
    server = PROMOTED;

    other.stepsTogether();

    assertThat(other.run().isHalted()).isFalse();
    assertThat(Objects.requireNonNull(there).happened()).isEqualTo(5);
  }

  @Test
  void whoOnlyLooksBringsWhatTheServerHasLost() {
    together(4);
    StoredRun copied = there;
    one.stepsTogether();
    there = copied;

    one.known.goOnFrom(asked(one), null);
    assertThat(one.known.isFurther()).isTrue();
    one.bring();

    assertThat(one.known.isFurther()).isFalse();
    assertThat(Objects.requireNonNull(there).happened()).isEqualTo(5);
  }

  @Test
  void whoIsInAnEarlierOneHearsThatItIsOver() {
    together(2);
    Generation ended = Objects.requireNonNull(there).generation();
    there = new StoredRun(next(ended), StoredNames.NOTHING, 0, 0, 0, null, null);

    other.stepsTogether();

    assertThat(other.known.isOverElsewhere()).isTrue();
    assertThat(other.known.isGone()).as("another one is there").isFalse();
    assertThat(other.steps()).as("judged by itself").isEqualTo(2);
  }

  @Test
  void whoFindsNothingWhereItLooksHearsThatItIsGone() {
    assertThat(one.known.goOnFrom(null, null)).isFalse();

    assertThat(one.known.isOverElsewhere()).isTrue();
    assertThat(one.known.isGone()).isTrue();
  }

  @Test
  void whatIsOfNoUseHereStaysThereAndIsJudgedHere() {
    together(1);
    byte[] useless = {1, 2, 3};
    StoredRun now = Objects.requireNonNull(there);
    there = new StoredRun(now.generation(), useless, 0, 9, 0, useless, null);

    assertThat(other.known.goOnFrom(there, server)).isFalse();

    assertThat(other.known.isUnreadable()).isTrue();
    assertThat(other.known.isAlone()).as("it may be readable again").isFalse();
    assertThat(other.steps()).as("as it was").isEqualTo(1);
  }

  @Test
  void onlyTheFirstQuestionSaysWhatTheRunIsCalled() {
    assertThat(one.known.question(StoredNames.NONE, StoredNames.NOTHING).name()).isNotEmpty();

    one.stepsTogether();

    assertThat(one.known.question(StoredNames.NONE, StoredNames.NOTHING).name()).isEmpty();
  }

  /** They take turns, and both know what came of it. */
  private void together(int steps) {
    for (int i = 0; i < steps; i++) {
      all.get(i % 2).stepsTogether();
    }
    all.forEach(Joined::bring);
  }

  /** Twice, as whoever comes first has not heard of the other one yet. */
  private void bringInTurn(boolean oneIsFirst) {
    for (int i = 0; i < 4; i++) {
      (oneIsFirst == (i % 2 == 0) ? one : other).bring();
    }
  }

  /** As a server answers: it begins what is not there, and says nothing of a state known. */
  private StoredRun asked(Joined by) {
    StoredRun now = there;
    if (now == null) {
      now = new StoredRun(by.known.first(), StoredNames.NOTHING, 0, 0, 0, null, null);
      there = now;
    }
    boolean same = Arrays.equals(now.id(), by.known.base());
    return new StoredRun(
        now.generation(),
        now.id(),
        now.ageMillis(),
        now.happened(),
        now.haltMillis(),
        same ? null : now.state(),
        now.put());
  }

  private static ServerHistory server(String process, String replication, boolean isPromoted) {
    return new ServerHistory(
        process, replication, isPromoted, /* isOfCluster= */ false, /* keepsAll= */ true, 0);
  }

  private static StoredRun emptyOf(@Nullable StoredRun lost) {
    return new StoredRun(
        Objects.requireNonNull(lost).generation(), StoredNames.NOTHING, 0, 0, 0, null, null);
  }

  private static Generation next(Generation ended) {
    return new Generation(ended.number() + 1, new byte[] {'n'});
  }

  /** Who looks late must not begin it again. */
  @Test
  void whatWasSilentForTooLongIsOverUnlessTheStoreLacksWhatWasJudgedAlone() {
    one.stepsTogether();
    assertThat(one.known.isOverBySilence()).isFalse();

    one.gap = Duration.ZERO;
    assertThat(one.known.isOverBySilence()).isTrue();

    one.stepsAlone(1);
    assertThat(one.known.isOverBySilence()).isFalse();
  }

  /** One that joins the run. */
  private final class Joined implements Member {

    private final Run run;
    final KnownRun known;
    int heardOfHalts;
    boolean toldNews;
    long earlierMillis;

    /** Whether its threads may wait for the others. */
    boolean waits;

    Duration gap = Duration.ofHours(1);

    Joined(TaskPolicy policy) {
      this.run =
          new Run(
              "task/id", "task", policy, StandardPreset::detector, Mode.ACT, null, RunEvents.NONE);
      this.known = new KnownRun(names, this, null);
    }

    /** With the store between the processes. */
    void stepsTogether() {
      stepsTogether("the same");
    }

    void stepsTogether(String question) {
      if (known.goOnFrom(asked(this), server)) {
        known.countAnewIfLacking(server);
        step(question);
        put(1);
      }
    }

    void haltsTogether() {
      known.goOnFrom(asked(this), server);
      run.halt(Kind.OPERATOR, "by a person");
      put(1);
    }

    void resetsTogether() {
      known.goOnFrom(asked(this), server);
      run.reset();
      put(1);
    }

    void stepsAlone(int steps) {
      for (int i = 0; i < steps; i++) {
        step("the same");
        known.judgedAlone();
      }
    }

    void haltsAlone() {
      run.halt(Kind.OPERATOR, "by a person");
      known.judgedAlone();
    }

    void resetsAlone() {
      run.reset();
      known.judgedAlone();
    }

    /** The store is back. */
    void bring() {
      if (known.goOnFrom(asked(this), server) && known.knowsMore()) {
        put(0);
      }
    }

    private void put(int more) {
      put(more, /* isAnswered= */ true);
    }

    /** The store is back, and takes what it is told, and its answer to that is lost. */
    void bringsInVain() {
      known.goOnFrom(asked(this), server);
      put(0, /* isAnswered= */ false);
    }

    private void put(int more, boolean isAnswered) {
      Told told = known.next(Objects.requireNonNull(known.generation()), more, server);
      toldNews = told.isNews();
      Judged judged = known.put(told);
      there =
          new StoredRun(
              judged.generation(),
              judged.id(),
              0,
              judged.happened(),
              judged.haltMillis(),
              SavedRun.save(run, new Header(0, 0)),
              new StoredRun.Put(server.name(), System.nanoTime()));
      if (isAnswered) {
        known.isPut(told, /* isThere= */ true);
      } else {
        known.mayBePut(told);
      }
    }

    /** From now on its threads must not wait. */
    void isOnEventLoops() {
      run.shareBy(
          new RunExchange() {
            @Override
            public boolean begin() {
              return waits;
            }

            @Override
            public void end() {
              known.judgedAlone(); // So that it is brought.
            }

            @Override
            public void alone() {
              known.judgedAlone();
            }

            @Override
            public boolean isForAnotherThread() {
              return false;
            }

            @Override
            public long millisElsewhere(Run of) {
              return 0;
            }
          });
    }

    void step(String question) {
      Step step = new Step(new NoContents());
      step.begin("tool", null, Effect.UNKNOWN, question.hashCode(), false, 0);
      if (run.beforeStep(step).stopReason() == null) {
        endStep(step, question);
      }
    }

    Step beginStep(String question) {
      Step step = new Step(new NoContents());
      step.begin("tool", null, Effect.UNKNOWN, question.hashCode(), false, 0);
      assertThat(run.beforeStep(step).stopReason()).isNull();
      return step;
    }

    void endStep(Step step, String question) {
      step.end(false, "", "", Step.ABSENT, 0);
      step.giveResult(question.hashCode());
      run.afterStep(step);
    }

    long steps() {
      return run.usage().steps();
    }

    @Override
    public Run run() {
      return run;
    }

    @Override
    public long millis() {
      return 0;
    }

    @Override
    public long millisElsewhere(long age, long nanos) {
      return earlierMillis;
    }

    @Override
    public boolean isRevived() {
      return false;
    }

    @Override
    public boolean isOver() {
      return false;
    }

    @Override
    public void isHaltedElsewhere(StopReason reason) {
      heardOfHalts++;
    }

    @Override
    public Duration gap() {
      return gap;
    }

    @Override
    public Duration haltedFor() {
      return Duration.ofHours(24);
    }
  }

  private record NoContents() implements StepContents {

    @Override
    public String argumentsText() {
      return "";
    }
  }
}
