package io.loophalt.runtime.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.core.run.Usage;
import io.loophalt.extension.ModelCalls;
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
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One model call that is seen at two places counts its tokens once. */
class SeenTwiceTest {

  /** Whose answers are what they have cost. */
  private static final class Models implements ModelCalls {
    @Override
    public ModelResponse answer(Object returned) {
      return (ModelResponse) returned;
    }
  }

  private static final ModelResponse UNKNOWN = new ModelResponse("", "", -1, 0, 0, 0);

  private final Log log =
      new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
  private final InternalErrorBreaker failures = new InternalErrorBreaker(log, () -> {});
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
  private final RunCorrelator runs = new RunCorrelator(registry, log);
  private final ModelCallHandler framework = new ModelCallHandler(new Models(), runs);

  /** A method that the configuration names, and no more. */
  private final ModelCallHandler configured =
      new ModelCallHandler(new Models(), runs) {
        @Override
        protected boolean asksBelow() {
          return true;
        }
      };

  private final LiveRun live = registry.open(null, "task", null, System.nanoTime());
  private @Nullable Object scope;

  @BeforeEach
  void enter() {
    scope = InvocationStack.current().enterScopeHere(live);
  }

  @AfterEach
  void leave() {
    InvocationStack.current().leaveScope(Objects.requireNonNull(scope), registry);
  }

  @Test
  void aCallBehindABoundaryOfTheSameRunCountsOnce() {
    Invocation outer = begin(configured);
    Invocation boundary = push(configured);
    boundary.becomeScopeOf(live, false);
    end(framework, begin(framework), answer(100, 7));
    InvocationStack.current().pop(boundary);

    end(configured, outer, answer(100, 7));

    assertTokens(100, 7);
  }

  @Test
  void soDoSeveralCallsWhoseSumTheOuterOneSays() {
    Invocation outer = begin(configured);
    Invocation boundary = push(configured);
    boundary.becomeScopeOf(live, false);
    end(framework, begin(framework), answer(100, 7));
    end(framework, begin(framework), answer(200, 8));
    InvocationStack.current().pop(boundary);

    end(configured, outer, answer(300, 15));

    assertTokens(300, 15);
  }

  @Test
  void aCallInARunInsideItCountsOnceInTheOuterRun() {
    Invocation outer = begin(configured);
    LiveRun child = registry.open(null, "part", live, System.nanoTime());
    Invocation boundary = push(configured);
    boundary.becomeScopeOf(child, true);
    end(framework, begin(framework), answer(100, 7));
    InvocationStack.current().pop(boundary);

    end(configured, outer, answer(100, 7));

    assertTokens(100, 7);
  }

  @Test
  void aCallOnAnotherThreadToWhichTheRunIsCarriedCountsOnce() throws InterruptedException {
    Invocation outer = begin(configured);
    Object carried = InvocationStack.current().modelCallAround(push(configured), live);
    InvocationStack.current().pop(Objects.requireNonNull(lastPushed));

    Thread worker =
        new Thread(
            () -> {
              Object there = InvocationStack.current().enterScopeHere(live, carried);
              end(framework, begin(framework), answer(100, 7));
              InvocationStack.current().leaveScope(there, registry);
            });
    worker.start();
    worker.join();
    end(configured, outer, answer(100, 7));

    assertThat(carried).as("what goes to the other thread").isNotNull();
    assertTokens(100, 7);
  }

  @Test
  void whatTheOuterCallDoesNotSayIsAskedOfTheLayerBelow() {
    Invocation outer = begin(configured);
    Invocation layer = begin(framework);
    end(framework, begin(framework), answer(100, 7));
    end(framework, layer, answer(100, 7));

    end(configured, outer, UNKNOWN);

    assertTokens(100, 7);
    assertThat(live.run().usage().turns()).isEqualTo(1);
  }

  @Test
  void anotherCallInsideCountsForItself() {
    Invocation outer = begin(framework);
    Invocation boundary = push(framework);
    boundary.becomeScopeOf(live, false);
    end(framework, begin(framework), answer(20, 1));
    InvocationStack.current().pop(boundary);

    end(framework, outer, answer(100, 7));

    assertTokens(120, 8);
  }

  @Test
  void aSubAgentInsideAToolInsideTheCallCountsForItself() {
    Invocation outer = begin(framework);
    Invocation tool = push(framework);
    tool.becomeStepOf(live);
    Invocation inner = begin(framework);
    end(framework, inner, answer(100, 7));
    InvocationStack.current().pop(tool);

    end(framework, outer, answer(100, 7));

    assertTokens(200, 14);
  }

  private @Nullable Invocation lastPushed;

  private Invocation push(ModelCallHandler handler) {
    Invocation call = InvocationStack.current().push();
    call.enter(failures, handler, getClass(), this, null, null, null, null, null);
    lastPushed = call;
    return call;
  }

  private Invocation begin(ModelCallHandler handler) {
    Invocation call = push(handler);
    assertThat(handler.before(call)).isIn(call, null);
    return call;
  }

  private static void end(ModelCallHandler handler, Invocation call, ModelResponse answer) {
    assertThat(handler.after(call, answer, null)).isNull();
    InvocationStack.current().pop(call);
  }

  private static ModelResponse answer(long input, long output) {
    return new ModelResponse("model", "well", 1, input, 0, output);
  }

  private void assertTokens(long input, long output) {
    Usage used = live.run().usage();
    assertThat(used.inputTokens()).as("input").isEqualTo(input);
    assertThat(used.outputTokens()).as("output").isEqualTo(output);
  }
}
