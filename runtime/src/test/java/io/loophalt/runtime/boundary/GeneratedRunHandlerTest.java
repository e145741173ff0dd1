package io.loophalt.runtime.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.LoopHaltException;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.GeneratedRuns;
import io.loophalt.extension.MethodCall;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.RunCorrelator;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs that go on while somebody takes one output after the other. */
class GeneratedRunHandlerTest {

  private static final String END = "end";
  private static final String FAILURE = "failure";

  /** A framework whose outputs are texts. */
  private static final class Generators implements GeneratedRuns {

    @Override
    public String task(MethodCall call) {
      return "graph";
    }

    @Override
    public boolean isEnd(Object taken) {
      return taken.equals(END);
    }

    @Override
    public boolean isFailure(Object taken) {
      return taken.equals(FAILURE);
    }
  }

  private final Log log =
      new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
  private final InternalErrorBreaker failures = new InternalErrorBreaker(log, () -> {});
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
  private final Generators role = new Generators();
  private final GeneratedRunHandler generators =
      new GeneratedRunHandler(role, new RunCorrelator(registry, log));
  private final Interceptor makers =
      generators.at(new GeneratedRuns.Part(role, GeneratedRuns.Place.MAKER));
  private final Interceptor takers =
      generators.at(new GeneratedRuns.Part(role, GeneratedRuns.Place.TAKER));
  private final InvocationStack thread = InvocationStack.current();
  private @Nullable Object scope;

  @AfterEach
  void leave() {
    if (scope != null) {
      thread.leaveScope(scope, registry);
    }
  }

  @Test
  void aRunBeginsWithTheFirstOutputAndIsOverBehindTheLast() {
    Object generator = make();
    assertThat(registry.all()).as("before the first output").isEmpty();

    LiveRun first = take(generator, "first");
    assertThat(registry.all()).as("between two outputs").containsExactly(first);
    assertThat(first.run().task()).isEqualTo("graph");

    assertThat(take(generator, END)).as("the run of the last output").isSameAs(first);
    assertThat(registry.all()).as("behind the last output").isEmpty();
  }

  @Test
  void aFailureEndsTheRun() {
    Object generator = make();
    take(generator, "first");

    take(generator, FAILURE);

    assertThat(registry.all()).isEmpty();
  }

  @Test
  void whatIsTakenAfterTheEndBelongsToNoRun() {
    Object generator = make();
    take(generator, END);

    assertThat(takers.before(call(takers, generator))).isNull();
  }

  @Test
  void aHaltThatTheFrameworkMadeAnEndOfIsThrownInItsPlace() {
    Object generator = make();
    take(generator, "first").run().halt(Kind.NO_PROGRESS, "it is stuck");
    Invocation last = call(takers, generator);
    takers.before(last);

    assertThat(takers.after(last, END, null)).isInstanceOf(LoopHaltException.class);
    thread.pop(last);
  }

  @Test
  void aHaltedRunStaysHaltedForWhoeverGoesOnTaking() {
    Object generator = make();
    LiveRun live = take(generator, "first");
    live.run().halt(Kind.NO_PROGRESS, "it is stuck");
    take(generator, FAILURE);

    assertThat(take(generator, FAILURE)).isSameAs(live);
  }

  @Test
  void twoGeneratorsAreTwoRuns() {
    Object one = make();
    Object other = make();

    assertThat(take(one, "first")).isNotSameAs(take(other, "first"));
  }

  @Test
  void oneMadeWhileAnotherIsTakenFromIsARunBelowIt() {
    Object outer = make();
    Invocation taking = call(takers, outer);
    takers.before(taking);
    LiveRun around = thread.scopedRun();
    Object inner = make();

    LiveRun below = take(inner, "first");

    assertThat(below).isNotSameAs(around);
    assertThat(registry.all()).containsExactlyInAnyOrder(around, below);
    thread.pop(taking);
  }

  @Test
  void insideAScopeOfTheApplicationsItIsAPartOfThatRunAndDoesNotEndIt() {
    LiveRun around = registry.open("around", "task", null, System.nanoTime());
    scope = thread.enterScopeHere(around);
    Object generator = make();

    assertThat(take(generator, "first")).isSameAs(around);
    take(generator, END);

    assertThat(registry.all()).containsExactly(around);
  }

  private Object make() {
    Object generator = new Object();
    Invocation call = call(makers, this);
    makers.before(call);
    makers.after(call, generator, null);
    thread.pop(call);
    return generator;
  }

  /** Takes an output; the run in which it was made. */
  private LiveRun take(Object generator, String output) {
    Invocation call = call(takers, generator);
    assertThat(takers.before(call)).as("asked again when the output is there").isSameAs(call);
    LiveRun live = thread.scopedRun();
    takers.after(call, output, null);
    thread.pop(call);
    assertThat(live).as("the run while the output is made").isNotNull();
    return Objects.requireNonNull(live);
  }

  private Invocation call(Interceptor handler, Object self) {
    Invocation call = thread.push();
    call.enter(failures, handler, getClass(), self, null, null, null, null, null);
    return call;
  }
}
