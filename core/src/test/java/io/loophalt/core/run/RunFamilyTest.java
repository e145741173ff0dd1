package io.loophalt.core.run;

import static io.loophalt.core.run.Scene.count;
import static io.loophalt.core.run.Scene.modelCall;
import static io.loophalt.core.run.Scene.step;
import static io.loophalt.core.run.Scene.turn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.Intervention;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs inside runs: what a sub-agent does counts against those that sent it. */
class RunFamilyTest {

  @Test
  void whatAChildUsesCountsAgainstEveryRunAboveIt() {
    Scene scene = new Scene();
    Run grandparent = scene.open();
    Run parent = scene.open(grandparent, 0);
    Run child = scene.open(parent, 0);

    modelCall(child, 1, 10, 20, "0.25", 0);
    step(child, TestStep.of("read"));
    modelCall(parent, 1, 1, 2, "0.5", 0);
    step(parent, TestStep.of("write"));

    for (Run each : List.of(grandparent, parent)) {
      assertThat(each.usage().inputTokens()).isEqualTo(11);
      assertThat(each.usage().outputTokens()).isEqualTo(22);
      assertThat(each.usage().cost()).isEqualByComparingTo("0.75");
      assertThat(each.usage().turns()).isEqualTo(2);
      assertThat(each.usage().steps()).isEqualTo(2);
      assertThat(each.usage().callsByTool()).isEqualTo(Map.of("read", 1L, "write", 1L));
    }
    assertThat(child.usage().steps()).isEqualTo(1);
    assertThat(child.usage().inputTokens()).isEqualTo(10);
  }

  @Test
  void aStuckChildIsHaltedAndItsParentIsNot() {
    Scene scene = new Scene().detector("d", Scene.LADDER);
    Run parent = scene.open();
    Run child = scene.open(parent, 0);

    count(child, 5);

    assertThat(child.haltReason()).isNotNull();
    assertThat(parent.haltReason()).isNull();
    assertThat(step(parent, TestStep.of("tool")).intervention()).isEqualTo(Intervention.NONE);
  }

  @Test
  void aHaltedParentStopsItsChildren() {
    Scene scene = new Scene();
    Run parent = scene.open();
    Run child = scene.open(parent, 0);
    Run grandchild = scene.open(child, 0);

    parent.halt(Kind.OPERATOR, "asked for");

    assertThat(grandchild.beforeStep(TestStep.of("tool").step()).stopReason())
        .isSameAs(Objects.requireNonNull(parent.haltReason()));
    assertThat(child.beforeModelCall(0).stopReason()).isSameAs(parent.haltReason());
    child.reset();
    assertThat(child.haltReason()).as("a child cannot lift it").isNotNull();
    parent.reset();
    assertThat(grandchild.haltReason()).isNull();
  }

  @Test
  void aChildThatFillsTheParentsCeilingHaltsTheParent() {
    Scene scene = new Scene().ceilings(new Ceilings(3, Map.of(), 0, 0, 0, 0, null, null, 0, 80));
    Run parent = scene.open();
    step(parent, TestStep.of("tool"));
    step(parent, TestStep.of("tool"));
    Run child = scene.open(parent, 0);
    step(child, TestStep.of("tool"));

    Verdict verdict = child.beforeStep(TestStep.of("tool").step());

    assertThat(Objects.requireNonNull(verdict.stopReason()).runId()).isEqualTo(parent.id());
    assertThat(parent.haltReason()).isSameAs(verdict.stopReason());
    assertThat(scene.halts).hasSize(1);
  }

  @Test
  void ofTwoChildrenThatWantTheParentsLastStepAtOnceOneGetsIt() {
    for (Ceilings one :
        List.of(
            new Ceilings(1, Map.of(), 0, 0, 0, 0, null, null, 0, 80),
            new Ceilings(0, Map.of("to*", 1L), 0, 0, 0, 0, null, null, 0, 80))) {
      Scene scene = new Scene().detector("d", Scene.nudgeAt(1, null)).ceilings(one);
      Run parent = scene.open();
      Run first = scene.open(parent, 0);
      Run second = scene.open(parent, 0);
      List<Verdict> ofSecond = new ArrayList<>();
      scene.whenFound(
          () -> {
            if (ofSecond.isEmpty()) {
              ofSecond.add(Verdict.NONE);
              ofSecond.set(0, second.beforeStep(TestStep.of("tool").step()));
            }
          });

      Verdict ofFirst = first.beforeStep(TestStep.of("tool").countedBefore("d", 1).step());

      assertThat(ofSecond).as("%s", one).containsExactly(Verdict.NONE);
      assertThat(ofFirst.intervention()).as("%s", one).isEqualTo(Intervention.HALT);
      assertThat(Objects.requireNonNull(parent.haltReason()).steps()).as("%s", one).isEqualTo(1);
      assertThat(first.usage().steps()).as("%s", one).isZero();
      assertThat(first.usage().callsByTool()).as("%s", one).doesNotContainValue(1L);
    }
  }

  @Test
  void aChildsTimeIsItsParentsTimeGoneOn() {
    Scene scene =
        new Scene()
            .ceilings(new Ceilings(0, Map.of(), 0, 0, 0, 0, null, Duration.ofSeconds(10), 0, 80));
    Run parent = scene.open();
    Run child = scene.open(parent, 9_000);

    assertThat(child.beforeStep(TestStep.of("tool").at(999).step()).intervention())
        .isEqualTo(Intervention.NONE);
    assertThat(
            Objects.requireNonNull(
                child.beforeStep(TestStep.of("tool").at(1_000).step()).stopReason()))
        .satisfies(
            reason -> {
              assertThat(reason.runId()).isEqualTo(parent.id());
              assertThat(reason.kind()).isEqualTo(Kind.WALL_CLOCK_CAP);
            });
  }

  @Test
  void theTimeOfAChildsModelCallsIsItsParentsTimeGoneOn() {
    Scene scene =
        new Scene()
            .ceilings(new Ceilings(0, Map.of(), 0, 0, 0, 0, null, Duration.ofSeconds(10), 0, 80));
    Run parent = scene.open();
    Run child = scene.open(parent, 9_000);

    child.turnStarted(turn(child, 0, 1, 1), BigDecimal.ZERO, 500);
    assertThat(parent.usage().elapsedMillis()).isEqualTo(9_500);
    assertThat(child.beforeModelCall(999).intervention()).isEqualTo(Intervention.NONE);
    assertThat(Objects.requireNonNull(child.beforeModelCall(1_000).stopReason()).runId())
        .isEqualTo(parent.id());
  }

  @Test
  void aChildThatOnlyTalksDoesNotMakeItsParentIdle() {
    Scene scene = new Scene().ceilings(new Ceilings(0, Map.of(), 0, 0, 0, 0, null, null, 2, 80));
    Run parent = scene.open();
    for (int i = 0; i < 5; i++) {
      modelCall(scene.open(parent, 0), 0, 1, 1, "0", 0);
    }

    assertThat(parent.beforeModelCall(0).intervention()).isEqualTo(Intervention.NONE);
    assertThat(parent.usage().turns()).isEqualTo(5);
  }

  @Test
  @Tag("concurrency")
  void childrenOnManyThreadsHaltTheirParentOnceAndNothingIsLost() throws Exception {
    int children = 8;
    int stepsOfEach = 50;
    Scene scene = new Scene().ceilings(new Ceilings(400, Map.of(), 0, 0, 0, 0, null, null, 0, 100));
    Run parent = scene.open();
    List<Run> runs = IntStream.range(0, children).mapToObj(i -> scene.open(parent, 0)).toList();
    ExecutorService pool = Executors.newFixedThreadPool(children);
    try {
      CountDownLatch together = new CountDownLatch(children);
      List<Callable<Void>> work =
          runs.stream()
              .<Callable<Void>>map(
                  run ->
                      () -> {
                        together.countDown();
                        together.await();
                        for (int i = 0; i < stepsOfEach; i++) {
                          modelCall(run, 1, 1, 1, "0.1", 0);
                          run.beforeStep(TestStep.of("tool").step());
                        }
                        return null;
                      })
              .toList();
      for (Future<Void> each : pool.invokeAll(work)) {
        each.get();
      }
      for (Future<Void> each :
          pool.invokeAll(
              runs.stream()
                  .<Callable<Void>>map(
                      run ->
                          () -> {
                            run.beforeStep(TestStep.of("tool").step());
                            return null;
                          })
                  .toList())) {
        each.get();
      }
    } finally {
      pool.shutdown();
    }

    assertThat(parent.usage().steps()).isEqualTo(400);
    assertThat(parent.usage().turns()).isEqualTo(400);
    assertThat(parent.usage().cost()).isEqualByComparingTo("40");
    assertThat(scene.halts).extracting(reason -> reason.runId()).containsExactly(parent.id());
  }
}
