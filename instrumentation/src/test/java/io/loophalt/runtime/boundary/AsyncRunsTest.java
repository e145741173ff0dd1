package io.loophalt.runtime.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunOpened;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.run.RunEvents;
import io.loophalt.instrumentation.GuardedClasses;
import io.loophalt.runtime.application.AsyncRuns;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Methods that are runs, and return a future or a publisher. */
class AsyncRunsTest {

  private static final String HALTED = "LoopHaltException";

  private static final List<DetectorPolicy> HALT_AT_THE_FIFTH =
      List.of(new DetectorPolicy("identical-call", Mode.ACT, Ladder.nudgeThenHalt(3, 5), Map.of()));

  private final Map<String, RunOpened> opened = new ConcurrentHashMap<>();
  private final Map<String, Integer> steps = new ConcurrentHashMap<>();
  private final Map<String, Integer> ends = new ConcurrentHashMap<>();
  private final GuardedClasses guarded =
      GuardedClasses.beside(
          AsyncRuns.class,
          HALT_AT_THE_FIFTH,
          new RunEvents(
              event -> {
                if (event instanceof RunOpened begun) {
                  opened.put(begun.runId(), begun);
                } else if (event instanceof StepTaken) {
                  steps.merge(event.runId(), 1, Integer::sum);
                } else if (event instanceof RunEnded) {
                  ends.merge(event.runId(), 1, Integer::sum);
                }
              },
              Clock.systemUTC(),
              true));

  @AfterEach
  void shutTheGate() {
    guarded.close();
    assertThat(guarded.failures()).as("errors of the agent's own: %s", guarded.log()).isZero();
  }

  @Test
  void manyUsersOnAFewThreadsAreRunsOfTheirOwn() throws Exception {
    assertThat(seenBy(AsyncRuns.Users.class)).hasSize(30).containsOnly("no tea");

    assertThat(stepsOf("mono")).hasSize(30).containsOnly(2);
    everyRunHasEnded(30);
  }

  @Test
  void whatGetsNowhereIsHaltedOnWhateverThreadsItDoesSo() throws Exception {
    assertThat(seenBy(AsyncRuns.Stuck.class)).hasSize(7).containsOnly(HALTED);

    for (String task : List.of("mono", "expand", "flux", "any", "single", "future", "joined")) {
      assertThat(stepsOf(task)).as(task).containsExactly(5);
    }
    assertThat(guarded.log()).doesNotContain("no run boundary is known");
  }

  @Test
  void eachSubscriptionIsARunAndWhatTheMethodDidIsOfTheFirst() throws Exception {
    assertThat(seenBy(AsyncRuns.Subscribers.class)).hasSize(3).containsOnly("no tea, no tea");

    assertThat(stepsOf("works first")).containsExactlyInAnyOrder(2, 1, 1);
    everyRunHasEnded(3);
  }

  @Test
  void aPublisherThatNobodySubscribesToIsNoRun() throws Exception {
    assertThat(seenBy(AsyncRuns.NeverSubscribed.class)).containsExactly("none");

    assertThat(opened).isEmpty();
    assertThat(guarded.registry().all()).isEmpty();
  }

  @Test
  void aRunEndsWithAnErrorAndWhenNobodyWaitsForIt() throws Exception {
    assertThat(seenBy(AsyncRuns.Ends.class))
        .containsExactly("IllegalStateException", "true", "IllegalStateException", "at once");

    assertThat(stepsOf("throws")).containsExactly(1);
    assertThat(stepsOf("pending")).containsExactly(1, 1, 1);
    everyRunHasEnded(5);
  }

  @Test
  void whatFollowsOnAFutureBelongsToTheRunAroundIt() throws Exception {
    assertThat(seenBy(AsyncRuns.Behind.class)).containsExactly("none");

    assertThat(stepsOf("future")).containsExactly(2);
    assertThat(stepsOf("outer")).containsExactly(1);
    assertThat(parentOf("future")).isEqualTo("outer");
    everyRunHasEnded(2);
  }

  @Test
  void aPublisherInsideAnotherIsARunBelowIt() throws Exception {
    assertThat(seenBy(AsyncRuns.Inside.class)).containsExactly("no tea");

    assertThat(stepsOf("mono")).containsExactly(2);
    assertThat(stepsOf("outer")).containsExactly(1);
    assertThat(parentOf("mono")).isEqualTo("outer");
    everyRunHasEnded(2);
  }

  @Test
  void aToolsPublisherIsAStepOfTheRunOfEachSubscriber() throws Exception {
    assertThat(seenBy(AsyncRuns.Shared.class)).hasSize(20).doesNotContain(HALTED);

    assertThat(stepsOf("user")).hasSize(10).containsOnly(2);
    everyRunHasEnded(10);
  }

  @Test
  void aHaltedSubscriberOfAnAgentIsNoHaltOfTheOthers() throws Exception {
    assertThat(seenBy(AsyncRuns.SharedAgent.class))
        .hasSize(8)
        .containsOnly("no tea", HALTED)
        .containsOnlyOnce(HALTED);

    assertThat(stepsOf("job")).hasSize(8).containsOnlyOnce(5).containsOnly(1, 5);
    everyRunHasEnded(16);
  }

  @Test
  void whoTriesAgainAfterAHaltIsHaltedAtOnceOnWhateverThread() throws Exception {
    assertThat(seenBy(AsyncRuns.Retries.class)).hasSize(4).containsOnly(HALTED);

    assertThat(stepsOf("mono")).hasSize(4).containsOnly(5);
    everyRunHasEnded(5);
  }

  @Test
  void aToolThatAnotherOneCallsBeforeItReturnsIsADetailOfIt() throws Exception {
    assertThat(seenBy(AsyncRuns.Nested.class))
        .containsExactly(
            "no tea on page 1",
            "no tea on page 1",
            "no tea",
            "no tea",
            "no tea",
            "no tea",
            "IllegalStateException",
            "IllegalStateException");

    assertThat(stepsOf("nested")).containsExactly(1, 1, 1, 1);
    assertThat(stepsOf("nested at once")).containsExactly(1, 1, 1, 1);
  }

  @Test
  void afterAHaltAThreadMayGoOnWithOtherToolsThatReturnPublishers() throws Exception {
    assertThat(seenBy(AsyncRuns.GoesOn.class))
        .extracting(seen -> seen.contains("[Loophalt] ") ? "no tea, and a nudge" : seen)
        .containsExactly(
            "no tea",
            "no tea",
            "no tea, and a nudge",
            "no tea",
            HALTED,
            HALTED,
            "no milk",
            "no bread",
            HALTED,
            "no salt");
  }

  private void everyRunHasEnded(int runs) {
    assertThat(opened).as("runs").hasSize(runs);
    assertThat(ends.keySet()).as("ended").isEqualTo(opened.keySet());
    assertThat(guarded.registry().all()).as("runs left open").isEmpty();
  }

  private List<Integer> stepsOf(String task) {
    return opened.values().stream()
        .filter(run -> run.task().equals(task))
        .map(run -> steps.getOrDefault(run.runId(), 0))
        .collect(Collectors.toList());
  }

  private String parentOf(String task) {
    return opened.values().stream()
        .filter(run -> run.task().equals(task))
        .map(run -> opened.get(run.parentRunId()))
        .map(parent -> parent == null ? "none" : parent.task())
        .collect(Collectors.joining());
  }

  @SuppressWarnings("unchecked")
  private List<String> seenBy(Class<? extends Callable<List<String>>> application)
      throws Exception {
    return (List<String>) guarded.call(application);
  }
}
