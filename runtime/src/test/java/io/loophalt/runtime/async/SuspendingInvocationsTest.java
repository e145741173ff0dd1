package io.loophalt.runtime.async;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import kotlin.Result;
import kotlin.ResultKt;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A suspending function is one call, whose result is known when it comes. */
class SuspendingInvocationsTest {

  private static final Object SUSPENDED = IntrinsicsKt.getCOROUTINE_SUSPENDED();

  /** Who has called the function; notes what he is resumed with. */
  private static class Caller implements Continuation<Object> {

    final List<@Nullable Object> resumed = new ArrayList<>();

    @Override
    public CoroutineContext getContext() {
      return EmptyCoroutineContext.INSTANCE;
    }

    @Override
    public void resumeWith(@Nullable Object result) {
      resumed.add(result instanceof Result.Failure failure ? failure.exception : result);
    }
  }

  /** What the compiler makes for a function that suspends: where it goes on. */
  private static final class Frame implements Continuation<Object> {

    @SuppressWarnings("unused") // read by its name
    private final int label;

    Frame(int label) {
      this.label = label;
    }

    @Override
    public CoroutineContext getContext() {
      return EmptyCoroutineContext.INSTANCE;
    }

    @Override
    public void resumeWith(@Nullable Object result) {
      throw new AssertionError("nobody resumes it");
    }
  }

  /** Sees what every handler sees, and answers as it was made to. */
  private static final class Noting implements Interceptor, PendingWork {

    final List<String> told = new ArrayList<>();
    @Nullable Object atValue;
    boolean follows = true;
    boolean breaks;

    @Override
    public Object before(Invocation call) {
      told.add("before");
      return call;
    }

    @Override
    public @Nullable Object after(
        Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
      if (breaks) {
        throw new IllegalStateException("planted");
      }
      if (follows && returned != null && AsyncResultFollower.knows(returned)) {
        return new AsyncResult(returned, this);
      }
      told.add("after " + (AsyncResultFollower.knows(returned) ? "something to come" : returned));
      return null;
    }

    @Override
    public Object again() {
      throw new AssertionError("a coroutine is not resumed twice");
    }

    @Override
    public @Nullable Object value(Object value) {
      told.add("value " + value);
      return atValue;
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      told.add(error == null ? "end" : "end " + error.getMessage());
      return null;
    }
  }

  private final Caller caller = new Caller();
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
  }

  @Test
  void aFunctionThatDoesNotSuspendIsAnOrdinaryCall() throws Throwable {
    enter("question", caller);

    assertThat(leave("answer")).isNull();
    assertThat(handler.told).containsExactly("before", "after answer");
  }

  @Test
  void aResultThatComesLaterIsToldAndHandedOnToTheCaller() throws Throwable {
    Continuation<Object> given = enter("question", caller);
    assertThat(leave(SUSPENDED)).as("it stays suspended").isSameAs(SUSPENDED);

    given.resumeWith("answer");

    assertThat(handler.told).containsExactly("before", "value answer", "end");
    assertThat(caller.resumed).containsExactly("answer");
  }

  @Test
  void aResultMayBeReplaced() throws Throwable {
    handler.atValue = "answer, and a nudge";
    Continuation<Object> given = enter("question", caller);
    assertThat(leave(SUSPENDED)).isSameAs(SUSPENDED);

    given.resumeWith("answer");

    assertThat(caller.resumed).containsExactly("answer, and a nudge");
  }

  @Test
  void aHaltReachesTheCallerAsAFailure() throws Throwable {
    IllegalStateException halt = new IllegalStateException("halt");
    handler.atValue = halt;
    Continuation<Object> given = enter("question", caller);
    assertThat(leave(SUSPENDED)).isSameAs(SUSPENDED);

    given.resumeWith("answer");

    assertThat(caller.resumed).containsExactly(halt);
    assertThat(handler.told).containsExactly("before", "value answer", "end halt");
  }

  @Test
  void whatTheFunctionThrowsIsToldAndHandedOn() throws Throwable {
    IllegalArgumentException own = new IllegalArgumentException("own");
    Continuation<Object> given = enter("question", caller);
    assertThat(leave(SUSPENDED)).isSameAs(SUSPENDED);

    given.resumeWith(ResultKt.createFailure(own));

    assertThat(caller.resumed).containsExactly(own);
    assertThat(handler.told).containsExactly("before", "end own");
  }

  @Test
  void aResultThatComesBeforeTheFunctionHasReturnedIsReturnedByIt() throws Throwable {
    Continuation<Object> given = enter("question", caller);
    given.resumeWith("answer");

    assertThat(leave(SUSPENDED)).isEqualTo("answer");
    assertThat(caller.resumed).as("nobody waits for it").isEmpty();
    assertThat(handler.told).containsExactly("before", "value answer", "end");
  }

  @Test
  void aHaltAtAResultThatComesEarlyIsThrown() throws Throwable {
    IllegalStateException halt = new IllegalStateException("halt");
    handler.atValue = halt;
    enter("question", caller).resumeWith("answer");

    assertThat(leave(SUSPENDED)).isSameAs(halt);
    assertThat(caller.resumed).isEmpty();
  }

  @Test
  void aFunctionThatGoesOnIsNoOtherCall() {
    assertThat(decisionOn(null, new Caller())).isNull();
    assertThat(handler.told).isEmpty();
  }

  @Test
  void aNumberThatIsGivenWhenAFunctionGoesOnMakesNoOtherCallOfIt() {
    Frame itsOwn = new Frame(Integer.MIN_VALUE + 1);

    assertThat(decisionOn(0, itsOwn)).isNull();
    assertThat(handler.told).isEmpty();
  }

  @Test
  void aFunctionThatAnotherOneCallsWithNothingIsCalled() {
    Frame ofAnother = new Frame(1);

    assertThat(decisionOn(null, ofAnother)).isSameAs(call);
    assertThat(handler.told).containsExactly("before");
  }

  private @Nullable Object decisionOn(@Nullable Object argument, Continuation<Object> given) {
    call.enter(
        failures,
        calls,
        SuspendingInvocationsTest.class,
        null,
        null,
        null,
        null,
        null,
        new @Nullable Object[] {argument, given});
    return calls.before(call);
  }

  @Test
  void aCallThatTheHandlerDoesNotFollowIsHandedOnAsItIs() throws Throwable {
    handler.follows = false;
    Continuation<Object> given = enter("question", caller);
    assertThat(leave(SUSPENDED)).isSameAs(SUSPENDED);

    given.resumeWith("answer");

    assertThat(caller.resumed).containsExactly("answer");
    assertThat(handler.told).containsExactly("before", "after something to come");
  }

  @Test
  void anErrorOfTheHandlersDoesNotKeepTheResultFromTheCaller() throws Throwable {
    handler.breaks = true;
    Continuation<Object> given = enter("question", caller);
    assertThat(leave(SUSPENDED)).isSameAs(SUSPENDED);

    given.resumeWith("answer");

    assertThat(caller.resumed).containsExactly("answer");
    assertThat(failures.count()).isEqualTo(1);
  }

  @Test
  void anAgentThatIsTurnedOffWhileTheFunctionRunsDoesNotKeepTheResultFromTheCaller() {
    Continuation<Object> given = enter("question", caller);
    for (int i = 0; i < InternalErrorBreaker.LIMIT; i++) {
      failures.note("in a test", new IllegalStateException("planted"));
    }
    // The woven function returns past the agent: nobody follows the suspension.

    given.resumeWith("answer");

    assertThat(caller.resumed).containsExactly("answer");
  }

  /** As where it calls another one last, which knows nothing of the dispatcher. */
  @Test
  void theCallerGoesOnWhereItsDispatcherSays() throws Throwable {
    List<String> where = new ArrayList<>();
    Caller dispatched =
        new Caller() {
          @Override
          public CoroutineContext getContext() {
            return new TestDispatcher(
                task -> {
                  where.add("dispatched");
                  task.run();
                });
          }
        };
    Continuation<Object> given = enter("question", dispatched);
    assertThat(leave(SUSPENDED)).isSameAs(SUSPENDED);

    given.resumeWith("answer");

    assertThat(where).containsExactly("dispatched");
    assertThat(dispatched.resumed).containsExactly("answer");
  }

  @Test
  void theFunctionWorksInTheContextOfItsCaller() {
    Continuation<Object> given = enter("question", caller);

    assertThat(given.getContext()).isSameAs(EmptyCoroutineContext.INSTANCE);
  }

  /** Calls the function; what its body is given as continuation. */
  @SuppressWarnings("unchecked")
  private Continuation<Object> enter(Object argument, Continuation<Object> continuation) {
    call.enter(
        failures,
        calls,
        SuspendingInvocationsTest.class,
        null,
        null,
        null,
        null,
        null,
        new Object[] {argument, continuation});
    assertThat(calls.before(call)).isSameAs(call);
    @Nullable Object[] given = Objects.requireNonNull(call.rewritten());
    return (Continuation<Object>) Objects.requireNonNull(given[1]);
  }

  /** The function returns; what is to be returned or thrown instead, or null. */
  private @Nullable Object leave(Object returned) throws Throwable {
    Object outcome = calls.after(call, returned, null);
    return outcome instanceof AsyncResult unfinished
        ? new AsyncResultFollower(failures).follow(unfinished)
        : outcome;
  }
}
