package io.loophalt.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.RunName;
import io.loophalt.extension.ToolCalls;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.OpenCalls;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which calls of a framework's tools are an agent's, and which a program makes for itself. */
class CallsByProgramsTest {

  /** A framework whose tool is called with a request, and says of which run if it knows. */
  private static class Tools implements ToolCalls {

    @Override
    public @Nullable Request request(MethodCall call) {
      RunName run = call.argument(1) instanceof RunName name ? name : null;
      return new Request(run, "search", "{\"input\": \"the same\"}");
    }

    @Override
    public @Nullable Object toolRequest(MethodCall call) {
      return call.argument(0);
    }

    @Override
    public Reply reply(Object returned) {
      return new Reply(returned.toString(), false);
    }

    @Override
    public Object append(Object returned, String message) {
      return returned + " " + message;
    }
  }

  /** One that is seldom called but by agents. */
  private static final class ServersTools extends Tools {
    @Override
    public boolean withoutModel() {
      return true;
    }
  }

  private final Log log =
      new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
  private final RunCorrelator runs = new RunCorrelator(registry, log);
  private final ToolCallHandler tools = new ToolCallHandler(new Tools(), runs);
  private final InvocationStack thread = InvocationStack.current();
  private @Nullable Object scope;

  @AfterEach
  void leave() {
    if (scope != null) {
      thread.leaveScope(scope, registry);
    }
    LiveRun own = thread.ownRun();
    if (own != null) {
      registry.close(own);
    }
  }

  @Test
  void aRequestAloneProvesNothing() {
    assertThat(isStep(tools, new Object(), null)).isFalse();

    assertThat(registry.all()).as("runs that were opened for it").isEmpty();
  }

  @Test
  void aRunThatOnlyTheToolNamesIsNotOpened() {
    assertThat(isStep(tools, new Object(), new RunName("invocation", "agent"))).isFalse();

    assertThat(registry.all()).isEmpty();
  }

  @Test
  void afterAModelCallInTheRunItIsAStep() {
    LiveRun live = runs.ofModelCall(thread, getClass(), null, System.nanoTime());
    assertThat(isStep(tools, new Object(), null)).as("before a model was called").isFalse();

    live.boundary().modelSeen();
    assertThat(isStep(tools, new Object(), null)).isTrue();
    live.answered();
    assertThat(isStep(tools, new Object(), null)).as("when the run is over").isFalse();
  }

  @Test
  void whatCameWithAModelsAnswerMakesAStepOnWhateverThread() {
    Object request = new Object();
    runs.attach(request, registry.open(null, "task", null, System.nanoTime()));

    assertThat(isStep(tools, request, null)).isTrue();
  }

  @Test
  void inAScopeItIsAStep() {
    scope = thread.enterScopeHere(registry.open(null, "task", null, System.nanoTime()));

    assertThat(isStep(tools, new Object(), null)).isTrue();
  }

  @Test
  void inTheRunThatAFrameworkExecutesItIsAStep() {
    RunName name = new RunName("invocation", "agent");
    Invocation entry = thread.push();
    entry.enter(failures(), tools, getClass(), this, null, null, null, null, null);
    assertThat(runs.entered(entry, name, System.nanoTime())).isNotNull();
    thread.pop(entry);

    assertThat(isStep(tools, new Object(), name)).isTrue();
    assertThat(isStep(tools, new Object(), new RunName("part", "task", name))).isTrue();
  }

  @Test
  void aServersToolIsAStepWithoutAModelButItsResultIsNotChanged() {
    ToolCallHandler servers = new ToolCallHandler(new ServersTools(), runs);

    assertThat(resultWithMessage(servers)).isNull();
    LiveRun own = Objects.requireNonNull(thread.ownRun());
    own.boundary().modelSeen();
    Object replaced = resultWithMessage(servers);

    assertThat(replaced).isEqualTo("found it");
  }

  /** The person would read it, and the model would not. */
  @Test
  void aMessageForTheModelDoesNotGoWithAResultThatGoesToTheCaller() {
    ToolCallHandler direct =
        new ToolCallHandler(
            new Tools() {
              @Override
              public boolean returnsToCaller(MethodCall call) {
                return true;
              }
            },
            runs);
    scope = thread.enterScopeHere(registry.open(null, "task", null, System.nanoTime()));

    assertThat(resultWithMessage(direct)).isNull();
    Invocation next = enter(tools, new Object(), null);
    assertThat(tools.before(next)).isSameAs(next);
    assertThat(tools.after(next, "found", null)).as("of the next result").isEqualTo("found it");
    thread.pop(next);
  }

  /** Users with models of their own, whose tools are all called on the one thread of a pool. */
  @Test
  void whatAModelHasAskedForElsewhereIsNoStepOfAThreadThatAsksNone() throws Exception {
    onThreadOfAPool(CallsByProgramsTest::assertThatNobodyIsJudgedByTheThread);
  }

  private void assertThatNobodyIsJudgedByTheThread() {
    ToolCallHandler servers = new ToolCallHandler(new ServersTools(), runs);
    for (int user = 0; user < 10; user++) {
      LiveRun asking = registry.open(null, "chat", null, System.nanoTime());
      runs.asked(asking, Map.of("call-" + user, new OpenCalls.Asked("search", "{}", 0)));

      Runnable inside =
          () -> {
            for (int i = 0; i < 5; i++) {
              assertThat(isStep(servers, new Object(), null)).as("inside it").isFalse();
            }
          };
      assertThat(isStep(servers, new Object(), null, inside)).as("of user %s", user).isFalse();
      OpenCalls open = Objects.requireNonNull(runs.openCallsOf(asking));
      assertThat(open.answered(List.of("call-" + user), null))
          .as("with the request")
          .doesNotContainNull();
      registry.close(asking);
    }

    assertThat(thread.ownRun()).isNull();
    assertThat(isStep(servers, new Object(), null)).as("what nobody waits for").isTrue();
  }

  @Test
  void whatIsAskedForElsewhereIsAStepOfTheRunInWhichTheThreadHasAskedAModel() throws Exception {
    onThreadOfAPool(CallsByProgramsTest::assertThatTheModelOfTheThreadCounts);
  }

  private void assertThatTheModelOfTheThreadCounts() {
    ToolCallHandler servers = new ToolCallHandler(new ServersTools(), runs);
    LiveRun asking = registry.open(null, "chat", null, System.nanoTime());
    runs.asked(asking, Map.of("call-1", new OpenCalls.Asked("search", "{}", 0)));
    runs.ofModelCall(thread, getClass(), null, System.nanoTime()).boundary().modelSeen();

    assertThat(isStep(servers, new Object(), null)).isTrue();
  }

  /** One that was never answered, as where an answer is asked for in the form of a call. */
  @Test
  void aLoopWithoutAModelIsSeenThoughAModelWaitsForItsTool() throws Exception {
    onThreadOfAPool(CallsByProgramsTest::assertThatALoopIsSeen);
  }

  private void assertThatALoopIsSeen() {
    ToolCallHandler servers = new ToolCallHandler(new ServersTools(), runs);
    LiveRun asking = registry.open(null, "chat", null, System.nanoTime());
    runs.asked(asking, Map.of("call-1", new OpenCalls.Asked("search", "{}", 0)));

    int steps = 0;
    for (int i = 0; i < 10; i++) {
      steps += isStep(servers, new Object(), null) ? 1 : 0;
    }
    assertThat(steps).isEqualTo(6);
  }

  /** Results that are put into a prompt which begins anew: no request answers the call. */
  @Test
  void aLoopWhoseResultsNoRequestTellsOfIsSeenByTheThread() throws Exception {
    onThreadOfAPool(CallsByProgramsTest::assertThatAbandonedRunsExcuseNothing);
  }

  private void assertThatAbandonedRunsExcuseNothing() {
    RunRegistry many = new RunRegistry(SmallPolicies.of(100), Presets::create, RunEvents.NONE);
    RunCorrelator all = new RunCorrelator(many, log);
    ToolCallHandler servers = new ToolCallHandler(new ServersTools(), all);
    int steps = 0;
    for (int round = 0; round < 30; round++) {
      LiveRun asking = many.open(null, "chat", null, System.nanoTime());
      all.asked(asking, Map.of("call-" + round, new OpenCalls.Asked("search", "{}", 0)));
      steps += isStep(servers, new Object(), null) ? 1 : 0;
    }

    assertThat(steps).isEqualTo(14);
    many.close(Objects.requireNonNull(thread.ownRun()));
  }

  /** On one that has worked for nobody yet. */
  private static void onThreadOfAPool(Consumer<CallsByProgramsTest> test) throws Exception {
    FutureTask<@Nullable Void> task =
        new FutureTask<>(() -> test.accept(new CallsByProgramsTest()), null);
    new Thread(task).start();
    task.get();
  }

  /** What goes back in place of a result while a message waits for the model. */
  private @Nullable Object resultWithMessage(ToolCallHandler handler) {
    Invocation call = enter(handler, new Object(), null);
    assertThat(handler.before(call)).isSameAs(call);
    Objects.requireNonNull(call.run()).interventions().leaveMessage("it");
    Object after = handler.after(call, "found", null);
    thread.pop(call);
    return after;
  }

  private boolean isStep(ToolCallHandler handler, Object request, @Nullable RunName run) {
    return isStep(handler, request, run, () -> {});
  }

  private boolean isStep(
      ToolCallHandler handler, Object request, @Nullable RunName run, Runnable inside) {
    Invocation call = enter(handler, request, run);
    Object before = handler.before(call);
    boolean isStep = before == call && call.kind() == Invocation.Kind.STEP;
    inside.run();
    if (before == call) {
      assertThat(handler.after(call, "found", null)).isNull();
    } else {
      assertThat(before).isNull();
    }
    thread.pop(call);
    return isStep;
  }

  private Invocation enter(ToolCallHandler handler, Object request, @Nullable RunName run) {
    Invocation call = thread.push();
    call.enter(failures(), handler, getClass(), this, request, run, null, null, null);
    return call;
  }

  private InternalErrorBreaker failures() {
    return new InternalErrorBreaker(log, () -> {});
  }
}
