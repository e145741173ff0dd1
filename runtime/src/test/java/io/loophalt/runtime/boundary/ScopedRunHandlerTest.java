package io.loophalt.runtime.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.LoopHaltException;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ScopedRuns;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Methods that execute a task, and may return although its run was halted inside. */
class ScopedRunHandlerTest {

  /** What is returned as a text is an answer, and a number is something that is yet to begin. */
  private static final class Services implements ScopedRuns {

    @Override
    public String task(MethodCall call) {
      return "Assistant.chat";
    }

    @Override
    public boolean hidesHalts() {
      return true;
    }

    @Override
    public boolean goesOn(Object returned) {
      return returned instanceof Integer;
    }
  }

  private final Log log =
      new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
  private final RunCorrelator runs = new RunCorrelator(registry, log);
  private final ScopedRunHandler services = new ScopedRunHandler(new Services(), runs);
  private final InvocationStack thread = InvocationStack.current();
  private @Nullable Invocation call;

  @AfterEach
  void leave() {
    if (call != null) {
      thread.pop(call);
    }
  }

  @Test
  void aHealthyRunEndsWithItsAnswer() {
    assertThat(services.after(begin(), "answer", null)).isNull();

    assertThat(registry.all()).isEmpty();
  }

  @Test
  void aHaltThatNoModelCallWasLeftToThrowIsThrownInPlaceOfTheAnswer() {
    Invocation begun = begin();
    halt();

    assertThat((Throwable) services.after(begun, "what the last tool gave", null))
        .isInstanceOf(LoopHaltException.class);
    assertThat(registry.all()).isEmpty();
  }

  @Test
  void whatFailsKeepsItsFailure() {
    Invocation begun = begin();
    halt();

    assertThat(services.after(begun, null, new IllegalStateException("no answer"))).isNull();
  }

  @Test
  void whatIsYetToComeBringsTheHaltItself() {
    Invocation begun = begin();
    halt();

    assertThat(services.after(begun, 1, null)).as("not begun").isNull();
    assertThat(services.after(begun, new CompletableFuture<>(), null)).as("not ended").isNull();
  }

  private Invocation begin() {
    Invocation begun = thread.push();
    InternalErrorBreaker failures = new InternalErrorBreaker(log, () -> {});
    begun.enter(failures, services, getClass(), this, null, null, null, null, null);
    call = begun;
    assertThat(services.before(begun)).isSameAs(begun);
    return begun;
  }

  private void halt() {
    Objects.requireNonNull(registry.all().iterator().next())
        .run()
        .halt(Kind.NO_PROGRESS, "it is stuck");
  }
}
