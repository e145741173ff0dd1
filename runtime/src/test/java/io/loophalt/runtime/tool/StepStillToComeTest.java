package io.loophalt.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import io.loophalt.runtime.value.ToolMethod;
import io.loophalt.testing.AtOnce;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A step whose result is still to come when its method has returned, and may come anywhere. */
class StepStillToComeTest {

  private final Map<String, Integer> steps = new ConcurrentHashMap<>();
  private final Log log = new Log(System.err);
  private final InternalErrorBreaker failures = new InternalErrorBreaker(log, () -> {});
  private final RunRegistry registry =
      new RunRegistry(
          SmallPolicies.of(1_000),
          Presets::create,
          new RunEvents(
              event -> {
                if (event instanceof StepTaken) {
                  steps.merge(event.runId(), 1, Integer::sum);
                }
              },
              Clock.systemUTC(),
              true));
  private final RunCorrelator runs = new RunCorrelator(registry, log);
  private final ToolMethodHandler tool =
      new ToolMethodHandler(
          new ToolMethod("look", null, null, Effect.UNKNOWN, List.of(), true), runs);
  private final LiveRun live = registry.open("run", "task", null, System.nanoTime());
  private final InvocationStack thread = InvocationStack.current();

  @Test
  void aSubAgentsRunEndsWithAStepThatIsOverBeforeTheThreadOfTheSubAgentIsBack() throws Exception {
    PendingWork work = begunIn(live);
    Invocation inside = thread.push();
    work.enter(inside);
    Invocation model = thread.push();
    LiveRun child = runs.ofModelCall(model, null, System.nanoTime());
    thread.pop(model);

    Thread worker = new Thread(() -> work.value("found"));
    worker.start();
    worker.join();
    work.leave(inside);
    thread.pop(inside);

    assertThat(child.run().parent()).isSameAs(live.run());
    assertThat(child.isClosed()).as("over with its step").isTrue();
    assertThat(registry.all()).containsExactly(live);
  }

  @Test
  @Tag("concurrency")
  void aStepThatIsCancelledWhileItsValueComesIsOneStep() throws Exception {
    AtOnce.rounds(
        () -> {
          LiveRun ofRound = registry.open(null, "task", null, System.nanoTime());
          PendingWork work = begunIn(ofRound);
          return new AtOnce.Round() {
            @Override
            public void one() {
              work.value("found");
            }

            @Override
            public void other() {
              work.end(new CancellationException("nobody waits for it"));
            }

            @Override
            public void check() {
              registry.close(ofRound);
              assertThat(steps).containsEntry(ofRound.run().id(), 1);
            }
          };
        });
  }

  @Test
  void whatIsCalledBeforeAPublisherIsReturnedIsADetailUntilAModelIsCalledThere() {
    InvocationStack own = new InvocationStack();
    ToolMethodHandler publishing =
        new ToolMethodHandler(
            new ToolMethod(
                "search", null, null, Effect.UNKNOWN, List.of(), false, true, false, null, true),
            runs);
    Invocation outer = enter(own, publishing);
    assertThat(publishing.before(outer)).isSameAs(outer);

    Invocation detail = enter(own, tool);
    assertThat(tool.before(detail)).isNull();
    own.pop(detail);
    Invocation model = enter(own, tool);
    LiveRun ofModel = runs.ofModelCall(model, null, System.nanoTime());
    model.becomeModelCallOf(ofModel);
    own.pop(model);
    Invocation asked = enter(own, tool);
    assertThat(tool.before(asked)).isSameAs(asked);
    assertThat(asked.run()).isSameAs(ofModel);
    own.pop(asked);

    own.pop(outer);
    registry.close(ofModel);
  }

  @Test
  void aBlockedToolThatComesToATextRefusesInAFuture() throws Exception {
    ToolMethodHandler asking =
        new ToolMethodHandler(
            new ToolMethod(
                "ask", null, null, Effect.UNKNOWN, List.of(), true, true, false, null, false),
            runs);
    runs.outside().steering().block("ask");
    InvocationStack own = new InvocationStack();
    Object scope = own.enterScopeHere(live);
    Invocation call = enter(own, asking);

    Object answered = asking.before(call);

    assertThat(answered).isInstanceOf(Interceptor.Replacement.class);
    Object value = ((Interceptor.Replacement) Objects.requireNonNull(answered)).value();
    assertThat(((CompletableFuture<?>) value).join())
        .asString()
        .startsWith("The tool 'ask' was blocked by an operator");
    assertThat(live.run().haltReason()).isNull();
    own.pop(call);
    own.leaveScope(scope, registry);
  }

  private Invocation enter(InvocationStack on, ToolMethodHandler handler) {
    Invocation call = on.push();
    call.enter(failures, handler, getClass(), this, null, null, null, null, null);
    return call;
  }

  /** A step of a run, from its beginning until its method has returned. */
  private PendingWork begunIn(LiveRun run) {
    Object scope = thread.enterScopeHere(run);
    Invocation call = enter(thread, tool);
    try {
      assertThat(tool.before(call)).isSameAs(call);
      return workOf(tool.after(call, new CompletableFuture<>(), null));
    } finally {
      thread.pop(call);
      thread.leaveScope(scope, registry);
    }
  }

  private static PendingWork workOf(@Nullable Object outcome) {
    return ((AsyncResult) Objects.requireNonNull(outcome)).work();
  }
}
