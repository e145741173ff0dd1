package io.loophalt.runtime.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunOpened;
import io.loophalt.core.run.RunEvents;
import io.loophalt.instrumentation.GuardedClasses;
import io.loophalt.runtime.application.Scopes;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which run an application finds itself in that opens and closes runs by {@code AgentRuns}. */
class ScopesTest {

  private final List<String> ended = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, String> parents = new ConcurrentHashMap<>();
  private final GuardedClasses guarded =
      GuardedClasses.beside(
          Scopes.class,
          List.of(),
          new RunEvents(
              event -> {
                if (event instanceof RunEnded) {
                  ended.add(event.runId());
                } else if (event instanceof RunOpened opened && opened.parentRunId() != null) {
                  parents.put(opened.runId(), opened.parentRunId());
                }
              },
              Clock.systemUTC(),
              false));

  @AfterEach
  void shutTheGate() {
    guarded.close();
    assertThat(guarded.failures()).as("errors of the agent's own: %s", guarded.log()).isZero();
  }

  @Test
  void theInnermostScopeCountsAndEachEndsOnce() throws Exception {
    assertThat(seenBy(Scopes.Nested.class))
        .containsExactly("none", "outer", "inner", "outer", "none");
    assertThat(ended).containsExactly("inner", "outer");
  }

  @Test
  void closingTheOuterScopeClosesTheInnerOneToo() throws Exception {
    assertThat(seenBy(Scopes.ClosedInTheWrongOrder.class)).containsExactly("none", "none");
    assertThat(ended).containsExactly("inner", "outer");
  }

  @Test
  void aScopeThatIsClosedOnAnotherThreadIsOverOnItsOwn() throws Exception {
    assertThat(seenBy(Scopes.ClosedElsewhere.class)).containsExactly("handed over", "none", "none");
    assertThat(ended).containsExactly("handed over");
  }

  @Test
  void aScopeThatAToolForgetsEndsWithTheToolCall() throws Exception {
    assertThat(seenBy(Scopes.ForgottenInATool.class)).containsExactly("forgotten", "outer");
  }

  @Test
  void aRunOpenedInsideAToolIsARunOfItsOwn() throws Exception {
    assertThat(seenBy(Scopes.OpenedInATool.class))
        .containsExactly("outer", "inner", "outer", "outer");
    assertThat(ended).containsExactly("inner", "outer");
  }

  @Test
  void aRunEndsAlsoWhenItsMethodThrows() throws Exception {
    assertThat(seenBy(Scopes.RunThatThrows.class)).containsExactly("inside", "none");
    assertThat(ended).hasSize(1);
  }

  @Test
  void wrappingCarriesTheRunAcrossAnExecutorAndLeavesNothingBehind() throws Exception {
    assertThat(seenBy(Scopes.Carried.class))
        .containsExactly(
            "carried", "carried", "java.lang.IllegalStateException: from the task", "none");
    assertThat(ended).containsExactly("carried");
  }

  @Test
  void openingALiveIdJoinsItsRun() throws Exception {
    assertThat(seenBy(Scopes.Joined.class))
        .containsExactly("conversation-7", "conversation-7", "none");
    assertThat(ended).containsExactly("conversation-7");
  }

  @Test
  void aWorkerThatLeavesAJoinedRunDoesNotEndItAndOneThatEndsItDoes() throws Exception {
    assertThat(seenBy(Scopes.Workers.class))
        .containsExactly(
            "task/7",
            "none",
            "task/7",
            "none",
            "none",
            "before the end",
            "task/7",
            "none",
            "none",
            "task/7",
            "none");
    assertThat(ended).containsExactly("task/7");
  }

  @Test
  void whoIsStillInARunThatWasEndedIsInItAndWhoJoinsIsInAnother() throws Exception {
    assertThat(seenBy(Scopes.EndedWhileOthersAreInside.class))
        .containsExactly("none", "task/7", "task/7", "none");
    assertThat(ended).as("the first, once; the second goes on").containsExactly("task/7");
  }

  @Test
  void aMethodJoinsTheRunThatItsMarkedParameterNames() throws Exception {
    assertThat(seenBy(Scopes.JoiningMethods.class))
        .containsExactly(
            "1 task/job-7",
            "none",
            "2 task/job-7",
            "3 run-1",
            "task/7",
            "run-2",
            "4 task/job-7",
            "task/c",
            "task/json");
    assertThat(ended).containsExactly("run-1", "run-2", "task/job-7");
    assertThat(guarded.log())
        .contains("a call of task 'task' joins no run, because its id is no text")
        .contains("but a java.lang.Object");
  }

  /** Its text is each time another one where a part of it is an array. */
  @Test
  void aRecordIsNoIdByWhichARunIsJoined() throws Exception {
    assertThat(seenBy(Scopes.JoiningByRecord.class)).containsExactly("run-1");
    assertThat(ended).containsExactly("run-1");
    assertThat(guarded.log())
        .contains("joins no run, because its id is no text, number, UUID or enum but a")
        .contains("JoiningByRecord$Job");
  }

  @Test
  void aJoinedRunIsNoPartOfWhatItsFirstWorkerIsIn() throws Exception {
    assertThat(seenBy(Scopes.JoinedInside.class))
        .containsExactly("task/7", "inner", "task/7", "task/7", "outer", "true", "none");
    assertThat(ended).containsExactly("inner", "run-1", "outer");
    assertThat(parents).containsEntry("inner", "task/7").doesNotContainKey("task/7");
  }

  @SuppressWarnings("unchecked")
  private List<String> seenBy(Class<? extends Callable<List<String>>> application)
      throws Exception {
    return (List<String>) guarded.call(application);
  }
}
