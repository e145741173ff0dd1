package io.loophalt.runtime.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.LoopHaltException;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.IdentifiedRuns;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.RunName;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Methods that execute a run which the framework gives a name. */
class IdentifiedRunHandlerTest {

  /** A framework whose method takes the run's name. */
  private static final class Executions implements IdentifiedRuns {

    @Override
    public @Nullable RunName run(MethodCall call) {
      return call.argument(0) instanceof String id ? new RunName(id, "agent") : null;
    }
  }

  private static final AgentPolicy FINISHING =
      SmallPolicies.of(10)
          .onlyWith(
              new TaskPolicy(
                  "*",
                  "none",
                  List.of(),
                  Map.of(),
                  Ceilings.NONE,
                  List.of(),
                  /* onHalt= */ OnHalt.FINISH));

  private final Log log =
      new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
  private final InternalErrorBreaker failures = new InternalErrorBreaker(log, () -> {});
  private final RunRegistry registry = new RunRegistry(FINISHING, Presets::create, RunEvents.NONE);
  private final RunCorrelator runs = new RunCorrelator(registry, log);
  private final IdentifiedRunHandler executions = new IdentifiedRunHandler(new Executions(), runs);
  private final InvocationStack thread = InvocationStack.current();
  private final Deque<Invocation> entered = new ArrayDeque<>();
  private @Nullable Object scope;

  @AfterEach
  void leave() {
    entered.forEach(thread::pop);
    if (scope != null) {
      thread.leaveScope(scope, registry);
    }
  }

  @Test
  void theRunLastsFromTheCallToItsReturn() {
    Invocation call = begin("session");
    assertThat(find("session").run().task()).as("while it is executed").isEqualTo("agent");

    assertThat(executions.after(call, "answer", null)).as("what becomes of the answer").isNull();

    assertThat(registry.all()).as("when it has returned").isEmpty();
  }

  @Test
  void theRunLastsUntilTheFutureIsThere() throws Throwable {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    Invocation call = begin("session");

    Object after = executions.after(call, answer, null);

    assertThat(after).isInstanceOf(AsyncResult.class);
    CompletableFuture<?> followed =
        (CompletableFuture<?>)
            new AsyncResultFollower(failures).follow((AsyncResult) Objects.requireNonNull(after));
    assertThat(registry.all()).as("before the answer is there").containsExactly(find("session"));
    answer.complete("answer");
    assertThat(followed.join()).isEqualTo("answer");
    assertThat(registry.all()).as("when it is there").isEmpty();
  }

  @Test
  void aHaltThatTheFrameworkMadeAnAnswerOfIsThrownInItsPlace() {
    Invocation call = begin("session");
    find("session").run().halt(Kind.NO_PROGRESS, "it is stuck");

    assertThat((Throwable) executions.after(call, "Sorry, I could not do it", null))
        .isInstanceOf(LoopHaltException.class)
        .hasMessageContaining("it is stuck");
    assertThat(registry.all()).isEmpty();
  }

  @Test
  void aHaltThatTheFrameworkMadeALaterAnswerOfIsTheFuturesFailure() throws Throwable {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    Invocation call = begin("session");
    LiveRun live = find("session");
    AsyncResult unfinished =
        (AsyncResult) Objects.requireNonNull(executions.after(call, answer, null));
    CompletableFuture<?> followed =
        (CompletableFuture<?>) new AsyncResultFollower(failures).follow(unfinished);

    live.run().halt(Kind.NO_PROGRESS, "it is stuck");
    answer.complete("Sorry, I could not do it");

    assertThat(followed.handle((value, error) -> error).join())
        .isInstanceOf(LoopHaltException.class);
  }

  @Test
  void whatAHaltedRunThrowsIsLeftAsItIs() {
    Invocation call = begin("session");
    find("session").run().halt(Kind.NO_PROGRESS, "it is stuck");

    assertThat(executions.after(call, null, new IOException("of the framework"))).isNull();

    assertThat(registry.all()).isEmpty();
  }

  @Test
  void theAnswerWithWhichAHaltedRunFinishesIsLeftAsItIs() {
    Invocation call = begin("session");
    Run run = find("session").run();
    run.canFinish();
    run.halt(Kind.NO_PROGRESS, "it is stuck");
    run.beforeModelCall(1);
    run.lastAnswer(new Turn(0, 0, "half done", "", 1, 1, false, false), BigDecimal.ZERO, 2);
    assertThat(run.isPartial()).as("finished with a partial answer").isTrue();

    assertThat(executions.after(call, "half done", null)).isNull();
  }

  @Test
  void aCallInsideTheRunThatNamesItAgainIsAPartOfIt() {
    Invocation outer = begin("session");
    LiveRun live = find("session");

    assertThat(executions.before(enter("session"))).isNull();

    assertThat(registry.all()).containsExactly(live);
    executions.after(outer, "answer", null);
    assertThat(registry.all()).isEmpty();
  }

  @Test
  void aCallThatNamesNoRunBeginsNone() {
    Invocation call = enter(null);

    assertThat(executions.before(call)).isNull();

    assertThat(registry.all()).isEmpty();
    assertThat(executions.after(call, "answer", null)).isNull();
  }

  @Test
  void insideAScopeOfTheApplicationsItIsAPartOfThatRunAndDoesNotEndIt() {
    LiveRun around = registry.open("around", "task", null, System.nanoTime());
    scope = thread.enterScopeHere(around);

    Invocation call = begin("session");
    assertThat(find("session")).as("while it is executed").isSameAs(around);

    executions.after(call, "answer", null);

    assertThat(registry.find("session")).as("when it has returned").isNull();
    assertThat(registry.all()).containsExactly(around);
  }

  @Test
  void theNextExecutionOfTheSameNameIsANewRun() {
    Invocation first = begin("session");
    LiveRun live = find("session");
    executions.after(first, "answer", null);

    begin("session");

    assertThat(find("session")).isNotSameAs(live);
  }

  @Test
  void theNextExecutionOfTheSameNameAsAHaltedOneStaysHaltedUntilItIsReset() {
    Invocation first = begin("session");
    find("session").run().halt(Kind.NO_PROGRESS, "it is stuck");
    executions.after(first, "answer", null);

    for (int retry = 0; retry < 3; retry++) {
      Invocation again = begin("session");
      assertThat(find("session").run().haltReason()).isNotNull();
      assertThat((Throwable) executions.after(again, "answer", null))
          .isInstanceOf(LoopHaltException.class);
      assertThat(registry.all()).as("after try %s", retry).isEmpty();
    }
    registry.reset(find("session"));
    begin("session");

    assertThat(find("session").run().haltReason()).isNull();
  }

  @Test
  void aRunThatACallBelowHasOpenedIsAdoptedAndEnded() {
    LiveRun opened = runs.named(enter(null), "session", "agent", System.nanoTime());

    Invocation call = begin("session");
    opened.answered();
    assertThat(find("session")).as("whatever the model answers").isSameAs(opened);
    assertThat(executions.before(enter("session"))).as("a call inside").isNull();
    executions.after(call, "answer", null);

    assertThat(registry.all()).isEmpty();
  }

  @Test
  void aRunThatNobodyEntersIsOverWithAnAnswer() {
    LiveRun first = runs.named(enter(null), "session", "agent", System.nanoTime());
    assertThat(runs.named(enter(null), "session", "agent", System.nanoTime())).isSameAs(first);

    first.answered();

    assertThat(runs.named(enter(null), "session", "agent", System.nanoTime())).isNotSameAs(first);
    assertThat(registry.all()).hasSize(1);
  }

  private LiveRun find(String id) {
    return Objects.requireNonNull(registry.find(id), id);
  }

  private Invocation begin(String id) {
    Invocation call = enter(id);
    assertThat(executions.before(call)).as("asked again when the body has run").isSameAs(call);
    return call;
  }

  private Invocation enter(@Nullable String id) {
    Invocation call = thread.push();
    entered.push(call);
    call.enter(failures, executions, getClass(), this, id, null, null, null, null);
    return call;
  }
}
