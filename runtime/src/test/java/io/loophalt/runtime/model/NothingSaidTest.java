package io.loophalt.runtime.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.event.StepTaken;
import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ModelCalls;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.ToolCalls;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.tool.ToolCallHandler;
import io.loophalt.runtime.value.SmallPolicies;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An extension that has no word for something may return null. */
@SuppressWarnings("NullAway") // what extensions return all the same
class NothingSaidTest {

  private static final class Models implements ModelCalls {
    @Override
    public ModelResponse answer(Object returned) {
      return new ModelResponse("model", "well", 1, 10, 0, 1);
    }

    @Override
    public Collection<?> toolRequests(Object returned) {
      return null;
    }
  }

  private static final class Tools implements ToolCalls {
    @Override
    public Request request(MethodCall call) {
      return new Request(null, "search", "{}");
    }

    @Override
    public Reply reply(Object returned) {
      return null;
    }

    @Override
    public @Nullable Object append(Object returned, String message) {
      return null;
    }
  }

  private final Log log = new Log(System.err);
  private final InternalErrorBreaker failures = new InternalErrorBreaker(log, () -> {});
  private final List<StepTaken> steps = new ArrayList<>();
  private final RunRegistry registry =
      new RunRegistry(
          SmallPolicies.of(10),
          Presets::create,
          new RunEvents(
              event -> {
                if (event instanceof StepTaken step) {
                  steps.add(step);
                }
              },
              Clock.systemUTC(),
              true));
  private final RunCorrelator runs = new RunCorrelator(registry, log);
  private final LiveRun live = registry.open(null, "task", null, System.nanoTime());
  private Object scope = new Object();

  @BeforeEach
  void enter() {
    scope = InvocationStack.current().enterScopeHere(live);
  }

  @AfterEach
  void leave() {
    InvocationStack.current().leaveScope(scope, registry);
  }

  @Test
  void anAnswerWithoutRequestsOfToolsIsATurn() {
    call(new ModelCallHandler(new Models(), runs), "answer");

    assertThat(live.run().usage().turns()).isEqualTo(1);
    assertThat(live.run().usage().inputTokens()).isEqualTo(10);
  }

  @Test
  void aReplyThatIsNotReadIsWhatTheMethodReturned() {
    ToolCallHandler tools = new ToolCallHandler(new Tools(), runs);
    live.boundary().modelSeen();

    for (String each : List.of("one", "two", "two")) {
      call(tools, each);
    }

    assertThat(steps).hasSize(3);
    assertThat(steps)
        .extracting(step -> step.record().fingerprint().result())
        .satisfies(
            results -> {
              assertThat(results.get(0)).isNotEqualTo(results.get(1));
              assertThat(results.get(1)).isEqualTo(results.get(2));
            });
  }

  private void call(Interceptor handler, Object returned) {
    Invocation call = InvocationStack.current().push();
    call.enter(failures, handler, getClass(), this, null, null, null, null, null);
    assertThat(handler.before(call)).isSameAs(call);
    assertThat(handler.after(call, returned, null)).isNull();
    InvocationStack.current().pop(call);
  }
}
