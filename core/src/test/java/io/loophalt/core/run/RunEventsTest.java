package io.loophalt.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.event.CeilingNeared;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.ProgressReported;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunReset;
import io.loophalt.core.event.RungReached;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.event.TurnTaken;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The log tells what was done, and for what. */
class RunEventsTest {

  private final List<Event> events = new ArrayList<>();
  private final RunEvents log = new RunEvents(this::hear, Clock.systemUTC(), false);

  /** What the log writes. */
  private void hear(Event event) {
    if (!(event instanceof RungReached)) {
      events.add(event);
    }
  }

  @Test
  void ofTwoNudgesInOneStepOnlyTheOneThatTheModelGetsIsTold() {
    Run run = open(Mode.ACT, Mode.ACT);

    Scene.step(run, TestStep.of("tool").counted("d", 3).counted("e", 3));

    assertThat(interventions())
        .extracting(Intervened::intervention, Intervened::detector, Intervened::enforced)
        .containsExactly(tuple(Intervention.NUDGE, "d", true));
  }

  @Test
  void aResetIsToldWithTheLatestStep() {
    Run run = open(Mode.ACT, Mode.ACT);
    run.reset();
    Scene.step(run, TestStep.of("tool"));
    run.reset();

    assertThat(events)
        .filteredOn(RunReset.class::isInstance)
        .extracting(event -> ((RunReset) event).step())
        .containsExactly(-1L, 0L);
  }

  @Test
  void progressIsToldWhereStepsAre() {
    Run quiet = open(Mode.ACT, Mode.ACT);
    Run run = open(new RunEvents(this::hear, Clock.systemUTC(), true), Mode.ACT, Mode.ACT);
    quiet.progress();
    Scene.step(run, TestStep.of("tool"));
    run.progress();

    assertThat(events)
        .filteredOn(ProgressReported.class::isInstance)
        .singleElement()
        .isInstanceOfSatisfying(
            ProgressReported.class, progress -> assertThat(progress.step()).isZero());
  }

  @Test
  void whatIsOnlyWatchedIsToldAsNotEnforced() {
    Run run = open(Mode.OBSERVE, Mode.ACT);

    Scene.step(run, TestStep.of("tool").counted("d", 5).counted("e", 3));

    assertThat(interventions())
        .extracting(Intervened::detector, Intervened::enforced)
        .containsExactlyInAnyOrder(tuple("d", false), tuple("e", true));
  }

  @Test
  void aHaltIsToldWithRulePlaceAndEvidenceOfTheFindingThatHalted() {
    List<Finding> findings = new ArrayList<>();
    EventSinks both = new EventSinks();
    both.add(this::hear);
    both.add(
        event -> {
          if (event instanceof RungReached reached) {
            findings.add(reached.finding());
          }
        });
    Run run = open(new RunEvents(both, Clock.systemUTC(), false), Mode.ACT, Mode.ACT);

    Scene.step(run, TestStep.of("tool"));
    Scene.step(run, TestStep.of("tool").counted("d", 5));

    Finding finding = findings.get(0);
    assertThat(interventions())
        .singleElement()
        .satisfies(
            halt -> {
              assertThat(halt.stopReason()).isEqualTo(Kind.REPEATED_ERROR);
              assertThat(halt.detector()).isEqualTo("d");
              assertThat(halt.rule()).isEqualTo(ToldDetector.RULE);
              assertThat(halt.count()).isEqualTo(5);
              assertThat(halt.step()).isEqualTo(1);
              assertThat(halt.turn()).isEqualTo(1);
              assertThat(halt.action()).isEqualTo(finding.action());
              assertThat(halt.outcome()).isEqualTo(finding.outcome());
              assertThat(halt.lastActions()).hasSize(2);
            });
  }

  @Test
  void whatIsFoundBeforeACallHasNoOutcomeYet() {
    Scene scene = new Scene().detector("d", Scene.LADDER);
    Run run = scene.open();

    Scene.step(run, TestStep.of("tool").counted("d", 3).returning(7));
    Scene.step(run, TestStep.of("tool").countedBefore("d", 5).returning(7));

    assertThat(scene.findings).extracting(Finding::outcome).containsExactly(7L, Step.ABSENT);
    assertThat(scene.findings)
        .extracting(Finding::action)
        .containsOnly(TestStep.of("tool").step().action());
    assertThat(scene.findings).extracting(Finding::turn).containsExactly(0, 1);
  }

  @Test
  void anOperatorsHaltIsToldWithTheStepAndTurnItCameAfter() {
    Run run = open(Mode.ACT, Mode.ACT);
    Scene.modelCall(run, 1, 1, 1, "0", 0);
    Scene.step(run, TestStep.of("tool"));
    Scene.modelCall(run, 1, 1, 1, "0", 0);
    Scene.step(run, TestStep.of("tool"));

    run.halt(Kind.OPERATOR, "stopped by hand");

    assertThat(interventions())
        .singleElement()
        .satisfies(
            halt -> {
              assertThat(halt.intervention()).isEqualTo(Intervention.HALT);
              assertThat(halt.stopReason()).isEqualTo(Kind.OPERATOR);
              assertThat(halt.detector()).isEqualTo("operator");
              assertThat(halt.step()).as("the second step").isEqualTo(1);
              assertThat(halt.turn()).as("the second turn").isEqualTo(1);
              assertThat(halt.lastActions()).hasSize(2);
            });
  }

  @Test
  void aCeilingThatIsNearIsTold() {
    Ceilings tenSteps = new Ceilings(10, Map.of(), 0, 0, 0, 0, null, null, 0, 80);
    Run run = open(tenSteps, null);

    for (int i = 0; i < 9; i++) {
      Scene.step(run, TestStep.of("tool"));
    }

    assertThat(events)
        .singleElement()
        .isInstanceOfSatisfying(
            CeilingNeared.class,
            near -> {
              assertThat(near.ceiling()).isEqualTo("steps");
              assertThat(near.used()).isEqualByComparingTo("8");
              assertThat(near.limit()).isEqualByComparingTo("10");
            });
  }

  @Test
  void theEndOfARunTellsWhatWasUsedAndInsideWhichRun() {
    Run parent = open(Ceilings.NONE, null);
    Run child = open(Ceilings.NONE, parent);
    Scene.modelCall(child, 1, 30, 7, "0.25", 40);
    Scene.step(child, TestStep.of("tool").at(50));

    child.end();
    parent.end();

    assertThat(events)
        .asInstanceOf(InstanceOfAssertFactories.list(RunEnded.class))
        .extracting(RunEnded::parentRunId)
        .containsExactly(parent.id(), null);
    assertThat(events)
        .first()
        .isInstanceOfSatisfying(
            RunEnded.class,
            end -> {
              assertThat(end.preset()).isEqualTo("none");
              assertThat(end.kind()).isEqualTo(Kind.DONE);
              assertThat(end.detail()).isEmpty();
              assertThat(end.partial()).isFalse();
              assertThat(List.of(end.steps(), end.turns())).containsOnly(1L);
              assertThat(end.inputTokens()).isEqualTo(30);
              assertThat(end.outputTokens()).isEqualTo(7);
              assertThat(end.cost()).isEqualByComparingTo("0.25");
              assertThat(end.wall()).isEqualTo(Duration.ofMillis(50));
              assertThat(end.tools()).containsExactly(new RunEnded.ToolUse("tool", 1, false));
            });
  }

  @Test
  void whatWasUnderWayWhenTheRunEndedIsToldToNobody() {
    RunEvents withSteps = new RunEvents(this::hear, Clock.systemUTC(), true);
    Run run = open(withSteps, Mode.ACT, Mode.ACT);
    TestStep underWay = TestStep.of("slow");
    run.beforeStep(TestStep.of("quick").step());
    run.beforeStep(underWay.step());
    run.end();

    run.afterStep(underWay.step());
    Scene.modelCall(run, 0, 30, 7, "0", 0);

    assertThat(events).last().isInstanceOf(RunEnded.class);
  }

  @Test
  void whatAStepIsJudgedByIsTakenDownForWhoKeepsItAlone() {
    List<StepTaken> steps = new ArrayList<>();
    EventSink wantsSteps =
        new EventSink() {
          @Override
          public void publish(Event event) {
            if (event instanceof StepTaken step) {
              steps.add(step);
            }
          }

          @Override
          public boolean wantsSteps() {
            return true;
          }
        };

    for (boolean kept : new boolean[] {false, true}) {
      Run run = open(new RunEvents(wantsSteps, Clock.systemUTC(), kept), Mode.ACT, Mode.ACT);
      Scene.step(run, TestStep.of("tool"));
    }

    assertThat(steps).extracting(StepTaken::tool).containsExactly("tool", "tool");
    assertThat(steps).extracting(step -> step.record() != null).containsExactly(false, true);
  }

  @Test
  void whereNothingWasPaidTheEndTellsNoCost() {
    Run run = open(Ceilings.NONE, null);
    Scene.modelCall(run, 0, 30, 7, "0", 0);

    run.end();

    assertThat(events)
        .singleElement()
        .isInstanceOfSatisfying(RunEnded.class, end -> assertThat(end.cost()).isNull());
  }

  @Test
  @Timeout(60)
  void whoHearsSlowlyHoldsUpNoOtherCallOfTheRun() throws Exception {
    CountDownLatch hears = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    RunEvents slow =
        new RunEvents(
            event -> {
              hears.countDown();
              await(goesOn);
            },
            Clock.systemUTC(),
            false);
    Run run = open(slow, Mode.ACT, Mode.ACT);
    Thread first =
        new Thread(() -> Scene.step(run, TestStep.of("tool").counted("d", 3).counted("e", 3)));
    first.start();
    hears.await();

    Verdict other = Scene.step(run, TestStep.of("other"));
    long steps = run.usage().steps();
    goesOn.countDown();
    first.join();

    assertThat(other).isEqualTo(Verdict.NONE);
    assertThat(steps).isEqualTo(2);
  }

  @Test
  @Timeout(60)
  void whatACallLeadsToIsToldOnItsOwnThreadWhileAnotherOneHandsEventsOver() throws Exception {
    CountDownLatch hears = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    Map<Thread, String> decided = new ConcurrentHashMap<>();
    EventSink slow =
        new EventSink() {
          @Override
          public void publish(Event event) {
            hears.countDown();
            await(goesOn);
          }

          @Override
          public void decided(Intervened what) {
            decided.put(Thread.currentThread(), what.detector());
          }
        };
    Run run = open(new RunEvents(slow, Clock.systemUTC(), false), Mode.ACT, Mode.OBSERVE);
    Thread first = new Thread(() -> Scene.step(run, TestStep.of("tool").counted("d", 3)));
    first.start();
    hears.await();

    Scene.step(run, TestStep.of("other").counted("e", 3));
    String here = decided.get(Thread.currentThread());
    goesOn.countDown();
    first.join();

    assertThat(here).as("before the call returns").isEqualTo("e");
    assertThat(decided).hasSize(2).containsEntry(first, "d");
  }

  @Test
  @Tag("concurrency")
  void eventsOfOneRunComeInTheirOrderWhateverThreadsTheyAreOf() throws Exception {
    List<Long> turns = Collections.synchronizedList(new ArrayList<>());
    RunEvents ordered =
        new RunEvents(
            event -> {
              if (event instanceof TurnTaken turn) {
                turns.add(turn.turn());
              }
            },
            Clock.systemUTC(),
            true);
    Run run = open(ordered, Mode.ACT, Mode.ACT);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int k = 0; k < 500; k++) {
                  run.turnStarted(Scene.turn(run, 1, 0, 0), BigDecimal.ZERO, 0);
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(turns).hasSize(2_000).isSorted();
  }

  @Test
  void aSinkThatThrowsKeepsNothingFromTheOthersNorWhatComesAfter() {
    EventSinks sinks = new EventSinks();
    sinks.add(
        event -> {
          throw new IllegalStateException("planted");
        });
    sinks.add(this::hear);
    Run run = open(new RunEvents(sinks, Clock.systemUTC(), false), Mode.OBSERVE, Mode.ACT);

    assertThatThrownBy(() -> Scene.step(run, TestStep.of("tool").counted("d", 3).counted("e", 3)))
        .hasMessage("planted");

    assertThat(interventions()).extracting(Intervened::detector).containsExactly("d", "e");
  }

  @Test
  void anEndThatIsToldEarlyIsToldOnceAndTheRunGoesOn() {
    Run run = open(log, Mode.ACT, Mode.ACT);
    run.tellEnd();

    Verdict verdict = Scene.count(run, 5);
    run.end();

    assertThat(verdict.intervention()).isEqualTo(Intervention.HALT);
    assertThat(events)
        .extracting(event -> (Object) event.getClass())
        .containsExactly(RunEnded.class, Intervened.class);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Run open(Ceilings ceilings, @Nullable Run parent) {
    TaskPolicy policy =
        new TaskPolicy(
            "task", "none", List.of(), Map.of(), ceilings, List.of(), TaskPolicy.OnHalt.THROW);
    return new Run(
        parent == null ? "run-1" : "run-2",
        "task",
        policy,
        StandardPreset::detector,
        Mode.ACT,
        parent,
        log);
  }

  private List<Intervened> interventions() {
    return events.stream()
        .filter(Intervened.class::isInstance)
        .map(Intervened.class::cast)
        .toList();
  }

  private Run open(Mode d, Mode e) {
    return open(log, d, e);
  }

  private static Run open(RunEvents events, Mode d, Mode e) {
    TaskPolicy policy =
        new TaskPolicy(
            "task",
            "none",
            List.of(
                new DetectorPolicy("d", d, Scene.LADDER, Map.of()),
                new DetectorPolicy("e", e, Scene.LADDER, Map.of())),
            Map.of(),
            Ceilings.NONE,
            List.of(),
            TaskPolicy.OnHalt.THROW);
    Function<DetectorPolicy, Detector> told =
        each -> new ToldDetector(each.detector(), new ArrayList<>());
    return new Run("run-1", "task", policy, told, Mode.ACT, null, events);
  }
}
