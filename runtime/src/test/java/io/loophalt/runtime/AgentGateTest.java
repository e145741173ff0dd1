package io.loophalt.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.invocation.CallSiteTable;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The way of a call through the gate. */
class AgentGateTest {

  private final List<String> told = new ArrayList<>();

  /** A fast server, a cache: the future is complete before anybody looks at it. */
  @Test
  void aFutureThatIsCompleteWhenItIsReturnedIsFollowedLikeAnyOther() {
    CallSiteTable sites = new CallSiteTable();
    int site = sites.add(new Asynchronous());
    AgentGate gate = new AgentGate(sites, new InternalErrorBreaker(new Log(System.err), () -> {}));

    Object token = gate.before(site, AgentGateTest.class, null, null, null, null, null, null);
    gate.after(Objects.requireNonNull(token), CompletableFuture.completedFuture("answer"), null);

    assertThat(told).containsExactly("value answer", "end");
  }

  @Test
  void someCallsAreMeasuredButForWhatTheyWaitForAPerson() {
    CallSiteTable sites = new CallSiteTable();
    int quick = sites.add(new Passing(false));
    int waits = sites.add(new Passing(true));
    AgentGate gate = new AgentGate(sites, new InternalErrorBreaker(new Log(System.err), () -> {}));

    call(gate, quick);
    long measured = gate.ownNanos();
    call(gate, waits);

    assertThat(measured).isPositive();
    assertThat(gate.ownNanos()).isEqualTo(measured);
  }

  private static void call(AgentGate gate, int site) {
    for (int i = 0; i < AgentGate.MEASURED; i++) {
      Object unused = gate.before(site, AgentGateTest.class, null, null, null, null, null, null);
    }
  }

  /** Leaves calls alone; it may be a person for whom they wait. */
  private record Passing(boolean waits) implements Interceptor {
    @Override
    public @Nullable Object before(Invocation call) {
      call.thread().waited |= waits;
      return null;
    }

    @Override
    public @Nullable Object after(
        Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
      return null;
    }
  }

  /** On an exhausted stack there is room to say that a call is over, but not to tidy up. */
  @Test
  void aCallThatWasNotTidiedUpIsCleanWhenItIsUsedAgain() {
    InvocationStack thread = new InvocationStack();
    Invocation call = thread.push();
    InternalErrorBreaker failures = new InternalErrorBreaker(new Log(System.err), () -> {});
    call.enter(failures, new Asynchronous(), AgentGateTest.class, this, 1, null, null, null, null);
    call.becomeModelCall();
    thread.depth = call.position;

    Invocation next = thread.push();

    assertThat(next).isSameAs(call);
    assertThat(next.kind()).isEqualTo(Invocation.Kind.PLAIN);
    assertThat(next.self()).isNull();
    assertThat(next.argument(0)).isNull();
  }

  private final class Asynchronous implements Interceptor, PendingWork {

    @Override
    public Object before(Invocation call) {
      return call;
    }

    @Override
    public Object after(Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
      return new AsyncResult(Objects.requireNonNull(returned), this);
    }

    @Override
    public Object again() {
      return this;
    }

    @Override
    public @Nullable Object value(Object value) {
      told.add("value " + value);
      return null;
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      told.add("end");
      return null;
    }
  }
}
