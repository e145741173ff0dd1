package io.loophalt.runtime.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.FlowModelCalls;
import io.loophalt.extension.ModelResponse;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.async.OtherProcesses;
import io.loophalt.runtime.async.ProxyMaker;
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
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import kotlin.Result;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlinx.coroutines.flow.Flow;
import kotlinx.coroutines.flow.FlowCollector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The end of a streamed answer of a shared run, on a thread that must not wait. */
class HeldBackFlowTest {

  private static final Object SUSPENDED = IntrinsicsKt.getCOROUTINE_SUSPENDED();

  private static final ModelResponse PIECE = new ModelResponse("model", "well", 1, 10, 0, 1);

  /** Whose pieces are what they have cost. */
  private static final class Models implements FlowModelCalls {
    @Override
    public ModelResponse answer(Object piece) {
      return (ModelResponse) piece;
    }
  }

  /** Who collects; notes how that ends. */
  private record Caller(BlockingQueue<String> ends) implements Continuation<Unit> {

    @Override
    public CoroutineContext getContext() {
      return EmptyCoroutineContext.INSTANCE;
    }

    @Override
    public void resumeWith(Object result) {
      ends.add(result instanceof Result.Failure failure ? failure.exception.getMessage() : "end");
    }
  }

  private final Log log =
      new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
  private final InternalErrorBreaker failures = new InternalErrorBreaker(log, () -> {});
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
  private final ProxyMaker proxies =
      (type, handler) ->
          Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
  private final ModelCallHandler handler =
      new KotlinFlowModelHandler(new Models(), new RunCorrelator(registry, log), proxies);
  private final LiveRun live = registry.open(null, "task", null, System.nanoTime());
  private final OtherProcesses others = new OtherProcesses();
  private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
  private final AtomicReference<@Nullable Continuation<? super Unit>> collecting =
      new AtomicReference<>();
  private @Nullable Object scope;

  @BeforeEach
  void enter() {
    scope = InvocationStack.current().enterScopeHere(live);
    live.run().shareBy(others);
  }

  @AfterEach
  void leave() {
    InvocationStack.current().leaveScope(Objects.requireNonNull(scope), registry);
  }

  @Test
  void oneThatEndsLaterIsToldOnAThreadOfTheAgents() throws Exception {
    assertThat(collect(SUSPENDED)).isSameAs(SUSPENDED);
    others.askedOn.clear();

    Objects.requireNonNull(collecting.get()).resumeWith(Unit.INSTANCE);

    assertHeldBack("end");
  }

  @Test
  void oneThatEndsAtOnceIs() throws Exception {
    assertThat(collect(Unit.INSTANCE)).isSameAs(SUSPENDED);

    assertHeldBack("end");
  }

  @Test
  void oneThatBreaksOffAtOnceIs() throws Exception {
    assertThat(collect(new IllegalStateException("broken"))).isSameAs(SUSPENDED);

    assertHeldBack("broken");
  }

  private void assertHeldBack(String end) throws InterruptedException {
    assertThat(ends.poll(10, TimeUnit.SECONDS)).isEqualTo(end);
    assertThat(others.askedOn)
        .contains(OtherProcesses.AGENTS)
        .doesNotContain(Thread.currentThread().getName());
    assertThat(live.run().usage().outputTokens()).isEqualTo(1);
  }

  /** Collects the flow of a model call, which emits one piece, and returns or throws this. */
  @SuppressWarnings("unchecked")
  private Object collect(Object outcome) {
    Flow<Object> answer =
        (collector, caller) -> {
          collecting.set(caller);
          Object emitted = collector.emit(PIECE, caller);
          assertThat(emitted).isSameAs(Unit.INSTANCE);
          if (outcome instanceof RuntimeException broken) {
            throw broken;
          }
          return outcome;
        };
    Invocation call = InvocationStack.current().push();
    call.enter(failures, handler, HeldBackFlowTest.class, this, null, null, null, null, null);
    assertThat(handler.before(call)).isSameAs(call);
    Flow<Object> followed =
        (Flow<Object>) Objects.requireNonNull(handler.after(call, answer, null));
    InvocationStack.current().pop(call);
    others.askedOn.clear();
    FlowCollector<Object> nobody = (piece, caller) -> Unit.INSTANCE;
    return followed.collect(nobody, new Caller(ends));
  }
}
