package io.loophalt.runtime.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import io.loophalt.testing.AtOnce;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which run a call belongs to that nothing claims, with OpenTelemetry's own API. */
class UnclaimedCallsTest {

  private static final long START = System.nanoTime();
  private static final long GAP = SmallPolicies.IDLE_GAP.toNanos();
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String OTHER = "1af7651916cd43dd8448eb211c80319c";

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(2_000), Presets::create, RunEvents.NONE);
  private final UnclaimedCalls calls =
      new UnclaimedCalls(registry, new Log(new PrintStream(said, true, StandardCharsets.UTF_8)));
  private final InvocationStack one = new InvocationStack();
  private final InvocationStack another = new InvocationStack();

  @Test
  void toolsOfOneTraceAreOneRunOnWhateverThread() {
    LiveRun first = in(TRACE, () -> tool(one, START));

    assertThat(in(TRACE, () -> tool(another, START))).isSameAs(first);
    assertThat(in(OTHER, () -> tool(one, START))).isNotSameAs(first);
    assertThat(tool(one, START)).as("outside any trace").isNotSameAs(first);
    assertThat(said.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("what is called in one OpenTelemetry trace is one run")
        .containsOnlyOnce("calls of one thread are one run");
  }

  @Test
  void theRunInWhichAModelWasAskedIsTheTracesWhateverThreadTheToolIsOn() {
    LiveRun asked = in(TRACE, () -> model(one, START));

    assertThat(in(TRACE, () -> tool(another, START))).isSameAs(asked);
    assertThat(in(TRACE, () -> model(one, START))).isSameAs(asked);
    assertThat(in(OTHER, () -> model(one, START)))
        .as("another conversation on the thread that asked")
        .isNotSameAs(asked);
  }

  @Test
  void modelCallsWithTracesOfTheirOwnStayInTheRunOfTheThread() {
    LiveRun own = in(TRACE, () -> model(one, START));

    assertThat(tool(one, START)).isSameAs(own);
    assertThat(in(OTHER, () -> model(one, START))).isSameAs(own);
    assertThat(in(TRACE, () -> tool(another, START)))
        .as("a trace in which the thread asked before, and not last")
        .isNotSameAs(own);
  }

  @Test
  void afterAnAnswerATraceBeginsAnewRun() {
    LiveRun first = in(TRACE, () -> tool(one, START));
    first.answered();

    assertThat(in(TRACE, () -> calls.existing(one, UnclaimedCallsTest.class))).isNull();
    LiveRun asked = in(TRACE, () -> model(one, START));
    assertThat(asked).isNotSameAs(first);
    assertThat(in(TRACE, () -> tool(one, START))).isSameAs(asked);
    assertThat(first.isClosed()).isTrue();
  }

  @Test
  void aTraceThatWasSilentForTheIdleGapBeginsAnewRun() {
    LiveRun first = in(TRACE, () -> tool(one, START));

    assertThat(in(TRACE, () -> tool(one, START + GAP))).isSameAs(first);
    assertThat(in(TRACE, () -> tool(one, START + GAP + 1))).isNotSameAs(first);
  }

  @Test
  void theRunOfAThreadGoesOnUntilItWasSilentForTheIdleGap() {
    LiveRun first = tool(one, START);

    assertThat(tool(one, START + GAP)).isSameAs(first);
    assertThat(tool(one, START + 2 * GAP)).as("used in between").isSameAs(first);
    assertThat(tool(one, START + 3 * GAP + 1)).isNotSameAs(first);
    assertThat(first.isClosed()).isTrue();
  }

  @Test
  void aHaltedRunOfAThreadIsNotKeptAliveByTheCallsItRefuses() {
    LiveRun halted = tool(one, START);
    halted.run().halt(Kind.OPERATOR, "enough");

    assertThat(tool(one, START + GAP)).isSameAs(halted);
    assertThat(tool(one, START + GAP + 1)).isNotSameAs(halted);
  }

  @Test
  void afterAnAnswerAThreadBeginsAnewRun() {
    LiveRun first = model(one, START);
    first.answered();

    assertThat(tool(one, START)).isNotSameAs(first);
    assertThat(first.isClosed()).isTrue();
  }

  @Test
  void callsOfARequestAreOfItsRunWhateverTraceTheyAreInUntilTheModelHasAnswered() {
    one.push().becomeRequest();
    assertThat(calls.existing(one, UnclaimedCallsTest.class)).as("before any call").isNull();

    LiveRun first = tool(one, START);
    assertThat(in(TRACE, () -> model(one, START))).isSameAs(first);
    assertThat(in(OTHER, () -> tool(one, START))).isSameAs(first);
    assertThat(calls.existing(one, UnclaimedCallsTest.class)).isSameAs(first);

    first.answered();
    assertThat(tool(one, START)).isNotSameAs(first);
    assertThat(first.isClosed()).isTrue();
    assertThat(registry.all()).hasSize(1);
  }

  @Test
  void aThreadWhoseRunWasDroppedBeginsAnewOne() {
    LiveRun dropped = tool(one, START);

    registry.close(dropped);

    LiveRun next = tool(one, START);
    assertThat(next).isNotSameAs(dropped);
    assertThat(next.isClosed()).isFalse();
  }

  @Test
  void whoHasLeftTheSpanStillFindsTheRunUntilTheThreadWorksElsewhere() {
    LiveRun traced = in(TRACE, () -> tool(one, START));
    traced.run().halt(Kind.OPERATOR, "enough");

    assertThat(calls.existing(one, UnclaimedCallsTest.class)).isSameAs(traced);
    LiveRun own = tool(one, START);
    assertThat(calls.existing(one, UnclaimedCallsTest.class)).isSameAs(own);
  }

  @Test
  @Tag("concurrency")
  void theRunThatATraceTakesIsNoMoreThatOfTheThreadWhichAsksElsewhereAtTheSameTime()
      throws Exception {
    AtomicLong traces = new AtomicLong();

    AtOnce.rounds(
        () -> {
          String number = HexFormat.of().toHexDigits(traces.incrementAndGet());
          String trace = "000000000000000a" + number;
          String next = "000000000000000b" + number;
          InvocationStack asking = new InvocationStack();
          LiveRun asked = in(trace, () -> model(asking, START));
          return new AtOnce.Round() {
            private @Nullable LiveRun ofTool;
            private @Nullable LiveRun ofNext;

            @Override
            public void one() {
              ofTool = in(trace, () -> tool(another, START));
            }

            @Override
            public void other() {
              ofNext = in(next, () -> model(asking, START));
            }

            @Override
            public void check() {
              assertThat(ofNext).isNotSameAs(ofTool);
              assertThat(asked).isIn(ofTool, ofNext);
              assertThat(in(trace, () -> tool(another, START))).isSameAs(ofTool);
              assertThat(in(next, () -> tool(another, START))).isSameAs(ofNext);
              registry.close(Objects.requireNonNull(ofTool));
              registry.close(Objects.requireNonNull(ofNext));
            }
          };
        });
  }

  private LiveRun tool(InvocationStack thread, long nanos) {
    return calls.ofTool(thread, UnclaimedCallsTest.class, null, nanos);
  }

  private LiveRun model(InvocationStack thread, long nanos) {
    return calls.ofModelCall(thread, UnclaimedCallsTest.class, null, nanos);
  }

  @SuppressWarnings("try") // the scope is what the call is in
  private static <T> T in(String trace, Supplier<T> call) {
    SpanContext context =
        SpanContext.create(
            trace, "b7ad6b7169203331", TraceFlags.getSampled(), TraceState.getDefault());
    try (Scope scope = Span.wrap(context).makeCurrent()) {
      return call.get();
    }
  }
}
