package io.loophalt.runtime.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.CallbackModelCalls;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ModelResponse;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How a halt is given to a handler that waits for a model's answer. */
class CallbackModelHandlerTest {

  /** A handler as frameworks have them. */
  public interface Listener {
    /** The answer is complete. */
    void done(Object answer);

    /** It is not. */
    void failed(Throwable problem);
  }

  private final Log log = new Log(System.err);
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
  private final RunCorrelator runs = new RunCorrelator(registry, log);
  private final InvocationStack thread = new InvocationStack();
  private final CallbackModelHandler models = new CallbackModelHandler(new Listening(), runs);

  /** The next round of a framework's loop, on a thread to which the run was carried. */
  @Test
  void whatAProgramBeginsWhenItIsToldOfTheHaltStandsBesideTheHaltedRun() {
    LiveRun halted = registry.open(null, "task", null, System.nanoTime());
    halted.boundary().becomeThatOfMethod();
    halted.run().halt(Kind.OPERATOR, "stuck");
    Object carried = thread.enterScopeHere(halted);
    List<LiveRun> begun = new ArrayList<>();
    Listener fallback =
        new Listener() {
          @Override
          public void done(Object answer) {}

          @Override
          public void failed(Throwable problem) {
            Invocation service = enter(null);
            begun.add(runs.enterBoundary(service, "fallback", null, System.nanoTime()));
            thread.pop(service);
          }
        };

    Invocation call = enter(fallback);
    models.refuse(call, halted, new IllegalStateException("halted"));
    thread.pop(call);

    assertThat(begun).hasSize(1).doesNotContain(halted);
    assertThat(begun.get(0).parent()).isNull();
    assertThat(thread.scopedRun()).as("of the thread afterwards").isSameAs(halted);
    assertThat(thread.isInReaction()).isFalse();
    thread.leaveScope(carried, registry);
  }

  private Invocation enter(@Nullable Object handler) {
    Invocation call = thread.push();
    InternalErrorBreaker failures = new InternalErrorBreaker(log, () -> {});
    call.enter(failures, models, Listener.class, this, "request", handler, null, null, null);
    return call;
  }

  /** Its handler is its second argument. */
  private static final class Listening implements CallbackModelCalls {
    @Override
    public String handlerType() {
      return Listener.class.getName();
    }

    @Override
    public String completeMethod() {
      return "done";
    }

    @Override
    public String errorMethod() {
      return "failed";
    }

    @Override
    public ModelResponse answer(Object returned) {
      throw new AssertionError("there is none");
    }

    @Override
    public int handlerArgument(MethodCall call) {
      return 1;
    }
  }
}
