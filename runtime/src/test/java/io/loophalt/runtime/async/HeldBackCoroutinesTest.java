package io.loophalt.runtime.async;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.invocation.Interceptor;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import kotlin.Result;
import kotlin.ResultKt;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlin.coroutines.jvm.internal.ContinuationImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A coroutine of a shared run on a thread that must not wait is held back until others have. */
class HeldBackCoroutinesTest {

  private static final Object SUSPENDED = IntrinsicsKt.getCOROUTINE_SUSPENDED();

  private static final String DISPATCHERS = "dispatcher";

  /** What somebody was told, and on which thread. */
  private record Told(String what, String thread) {}

  /** A coroutine that calls the function, as Kotlin's compiler makes them. */
  private static final class Caller extends ContinuationImpl {

    private static final long serialVersionUID = 1L;

    private final transient LinkedBlockingQueue<Told> resumed;

    Caller(CoroutineContext context, LinkedBlockingQueue<Told> resumed) {
      super(new Root(context, resumed));
      this.resumed = resumed;
    }

    @Override
    protected Object invokeSuspend(@Nullable Object result) {
      note(resumed, result);
      return SUSPENDED;
    }
  }

  /** Where a coroutine begins. */
  private record Root(CoroutineContext context, LinkedBlockingQueue<Told> resumed)
      implements Continuation<Object> {

    @Override
    public CoroutineContext getContext() {
      return context;
    }

    @Override
    public void resumeWith(@Nullable Object result) {
      note(resumed, result);
    }
  }

  private static void note(LinkedBlockingQueue<Told> told, @Nullable Object result) {
    Object what = result instanceof Result.Failure failure ? failure.exception : result;
    told.add(new Told(String.valueOf(what), Thread.currentThread().getName()));
  }

  /** Of a step: tells on which threads it is told. */
  private static final class Noting implements Interceptor, PendingWork {

    final LinkedBlockingQueue<Told> told = new LinkedBlockingQueue<>();
    @Nullable Object atValue;

    /** Whether it is told on a thread of the agent's. */
    boolean isHeldBack = true;

    @Override
    public Object before(Invocation call) {
      return call;
    }

    @Override
    public @Nullable Object after(
        Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
      if (returned instanceof Suspension) {
        return new AsyncResult(returned, this);
      }
      note(told, thrown);
      return null;
    }

    @Override
    public boolean isShared() {
      return true;
    }

    @Override
    public boolean isForAnotherThread() {
      return isHeldBack && new OtherProcesses().isForAnotherThread();
    }

    @Override
    public Object again() {
      throw new AssertionError("a coroutine is not resumed twice");
    }

    @Override
    public @Nullable Object value(Object value) {
      note(told, value);
      return atValue;
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      note(told, error == null ? "end" : error);
      return null;
    }
  }

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(work -> new Thread(work, DISPATCHERS));
  private final LinkedBlockingQueue<Told> resumed = new LinkedBlockingQueue<>();
  private final Caller caller = new Caller(new TestDispatcher(thread), resumed);
  private final Noting handler = new Noting();
  private final SuspendingInvocations calls = new SuspendingInvocations(handler, 1);
  private final InternalErrorBreaker failures =
      new InternalErrorBreaker(
          new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8)),
          () -> {});
  private final Invocation call = InvocationStack.current().push();

  @AfterEach
  void endTheCall() {
    call.thread().pop(call);
    thread.shutdown();
  }

  @Test
  void aResultThatComesLaterIsToldOnAThreadOfTheAgentsAndGoesOnByTheCallersDispatcher()
      throws Throwable {
    Continuation<Object> given = enter(caller);
    assertThat(leave(SUSPENDED, null)).isSameAs(SUSPENDED);

    given.resumeWith("answer");

    assertThat(resumed()).isEqualTo(new Told("answer", DISPATCHERS));
    assertThat(handler.told)
        .containsExactly(
            new Told("answer", OtherProcesses.AGENTS), new Told("end", OtherProcesses.AGENTS));
  }

  @Test
  void whoReturnsAtOnceSuspendsItsCaller() throws Throwable {
    enter(caller);

    assertThat(leave("answer", null)).isSameAs(SUSPENDED);

    assertThat(resumed()).isEqualTo(new Told("answer", DISPATCHERS));
    assertThat(handler.told)
        .containsExactly(
            new Told("answer", OtherProcesses.AGENTS), new Told("end", OtherProcesses.AGENTS));
  }

  @Test
  void whoReturnsNothingAtOnceDoes() throws Throwable {
    enter(caller);

    assertThat(leave(null, null)).isSameAs(SUSPENDED);

    assertThat(resumed()).isEqualTo(new Told("null", DISPATCHERS));
    assertThat(handler.told).containsExactly(new Told("end", OtherProcesses.AGENTS));
  }

  @Test
  void whoThrowsAtOnceDoes() throws Throwable {
    IllegalArgumentException own = new IllegalArgumentException("own");
    enter(caller);

    assertThat(leave(null, own)).isSameAs(SUSPENDED);

    assertThat(resumed()).isEqualTo(new Told(own.toString(), DISPATCHERS));
    assertThat(handler.told).containsExactly(new Told(own.toString(), OtherProcesses.AGENTS));
  }

  @Test
  void aThreadThatIsStoppedIsNotHeldBack() throws Throwable {
    Error stop =
        Class.forName("java.lang.ThreadDeath")
            .asSubclass(Error.class)
            .getDeclaredConstructor()
            .newInstance();
    enter(caller);

    assertThat(leave(null, stop)).as("it is thrown as it is").isNull();

    assertThat(handler.told)
        .containsExactly(new Told(stop.toString(), Thread.currentThread().getName()));
  }

  @Test
  void whatIsThrownLaterIsHeldBack() throws Throwable {
    IllegalArgumentException own = new IllegalArgumentException("own");
    Continuation<Object> given = enter(caller);
    assertThat(leave(SUSPENDED, null)).isSameAs(SUSPENDED);

    given.resumeWith(ResultKt.createFailure(own));

    assertThat(resumed()).isEqualTo(new Told(own.toString(), DISPATCHERS));
    assertThat(handler.told).containsExactly(new Told(own.toString(), OtherProcesses.AGENTS));
  }

  @Test
  void aHaltIsTheFailureOfTheCaller() throws Throwable {
    IllegalStateException halt = new IllegalStateException("halt");
    handler.atValue = halt;
    enter(caller);

    assertThat(leave("answer", null)).isSameAs(SUSPENDED);

    assertThat(resumed()).isEqualTo(new Told(halt.toString(), DISPATCHERS));
  }

  @Test
  void withoutADispatcherTheCallerGoesOnOnNoThreadOfTheAgents() throws Throwable {
    enter(new Caller(EmptyCoroutineContext.INSTANCE, resumed));

    assertThat(leave("answer", null)).isSameAs(SUSPENDED);

    Told told = resumed();
    assertThat(told.what()).isEqualTo("answer");
    assertThat(told.thread()).isNotEqualTo(OtherProcesses.AGENTS);
  }

  @Test
  void aCallerThatKotlinsCompilerHasNotMadeGoesOnByItsDispatcher() throws Throwable {
    enter(new Root(new TestDispatcher(thread), resumed));

    assertThat(leave("answer", null)).isSameAs(SUSPENDED);

    assertThat(resumed()).isEqualTo(new Told("answer", DISPATCHERS));
  }

  @Test
  @SuppressWarnings("unchecked")
  void aFunctionThatCallsAnotherLastGoesOnByItsCallersDispatcher() throws Throwable {
    Coroutines kotlin = Coroutines.of(HeldBackCoroutinesTest.class);
    Suspension outer = new Suspension(kotlin, caller, failures);
    Noting ofOuter = new Noting();
    ofOuter.isHeldBack = false;
    assertThat(outer.follow(new GuardedWork(ofOuter, failures))).isSameAs(SUSPENDED);

    enter((Continuation<Object>) kotlin.proxy(caller, outer));
    assertThat(leave("answer", null)).isSameAs(SUSPENDED);

    assertThat(resumed()).isEqualTo(new Told("answer", DISPATCHERS));
  }

  @Test
  void aNullThatCameEarlyIsNotHandedOnBeforeTheFunctionHasReturned() throws Throwable {
    handler.isHeldBack = false;
    Thread ours = Thread.currentThread();
    Continuation<Object> given = enter(new Caller(EmptyCoroutineContext.INSTANCE, resumed));
    given.resumeWith(null);

    assertThat(leave(SUSPENDED, null)).isSameAs(SUSPENDED);

    Told told = resumed();
    assertThat(told.what()).isEqualTo("null");
    assertThat(told.thread()).isNotEqualTo(ours.getName());
  }

  private Told resumed() throws InterruptedException {
    return Objects.requireNonNull(resumed.poll(10, TimeUnit.SECONDS), "nobody was resumed");
  }

  /** A tool of a shared run is called; what its body is given as continuation. */
  @SuppressWarnings("unchecked")
  private Continuation<Object> enter(Continuation<Object> continuation) {
    call.enter(
        failures,
        calls,
        HeldBackCoroutinesTest.class,
        null,
        null,
        null,
        null,
        null,
        new Object[] {"question", continuation});
    assertThat(calls.before(call)).isSameAs(call);
    LiveRun live =
        new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE)
            .open(null, "task", null, 0);
    live.run().shareBy(new OtherProcesses());
    call.becomeStepOf(live);
    @Nullable Object[] given = Objects.requireNonNull(call.rewritten());
    return (Continuation<Object>) Objects.requireNonNull(given[1]);
  }

  /** The function returns or throws; what is to be returned or thrown instead, or null. */
  private @Nullable Object leave(@Nullable Object returned, @Nullable Throwable thrown)
      throws Throwable {
    Object outcome = calls.after(call, returned, thrown);
    return outcome instanceof AsyncResult unfinished
        ? new AsyncResultFollower(failures).follow(unfinished)
        : outcome;
  }
}
