package io.loophalt.runtime.safety;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.run.RunEvents;
import io.loophalt.instrumentation.GuardedClasses;
import io.loophalt.runtime.application.Outcomes;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import java.io.DataInput;
import java.io.DataOutput;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An error inside the agent never reaches the application: it ends as it would unguarded. */
class PlantedErrorsTest {

  private static final List<String> UNGUARDED = new Outcomes().call();

  /** Handlers with an error in them, by what is wrong. */
  static Stream<Planted> handlers() {
    return Stream.of(
        new Planted("an exception before", call -> fail(new IllegalStateException("planted"))),
        new Planted("an error before", call -> fail(new AssertionError("planted"))),
        new Planted("a link error before", call -> fail(new NoClassDefFoundError("planted"))),
        new Planted("an exhausted stack before", call -> fail(new StackOverflowError())),
        new Planted("an unknown answer before", call -> "not a token"),
        new Planted("a call that stays open before", call -> call.thread().push()));
  }

  static Stream<Planted> handlersAfter() {
    return Stream.of(
        new Planted("an exception after", call -> fail(new IllegalStateException("planted"))),
        new Planted("an error after", call -> fail(new AssertionError("planted"))),
        new Planted("an exhausted heap after", call -> fail(new OutOfMemoryError("planted"))));
  }

  @ParameterizedTest
  @MethodSource("handlers")
  void aHandlerThatIsBrokenAtTheEntryChangesNothing(Planted planted) throws Exception {
    outcomesAreUnguarded(
        new Interceptor() {
          @Override
          public @Nullable Object before(Invocation call) {
            return planted.behaviour().of(call);
          }

          @Override
          public @Nullable Object after(
              Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
            return null;
          }
        });
  }

  @ParameterizedTest
  @MethodSource("handlersAfter")
  void aHandlerThatIsBrokenAtTheExitChangesNothing(Planted planted) throws Exception {
    outcomesAreUnguarded(
        new Interceptor() {
          @Override
          public @Nullable Object before(Invocation call) {
            return call;
          }

          @Override
          public @Nullable Object after(
              Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
            return planted.behaviour().of(call);
          }
        });
  }

  @Test
  void aDetectorThatThrowsChangesNothingAndTurnsTheAgentOffLoudly() throws Exception {
    DetectorPolicy policy = new DetectorPolicy("broken", Mode.ACT, Ladder.NONE, Map.of());
    try (GuardedClasses guarded =
        GuardedClasses.judgedBy(
            Outcomes.class, List.of(policy), each -> new BrokenDetector(), RunEvents.NONE)) {
      assertThat(guarded.call(Outcomes.class)).isEqualTo(UNGUARDED);
      assertThat(guarded.failures()).isEqualTo(InternalErrorBreaker.LIMIT);
      assertThat(guarded.log()).contains("planted in a detector").contains("TURNED OFF");
    }
  }

  @Test
  void aHandlerThatGoesOnFailingIsTakenOutAlone() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Interceptor broken =
        new Interceptor() {
          @Override
          public @Nullable Object before(Invocation call) {
            asked.incrementAndGet();
            return fail(new IllegalStateException("planted"));
          }

          @Override
          public @Nullable Object after(
              Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
            return null;
          }
        };
    try (GuardedClasses guarded = GuardedClasses.around(Outcomes.class, "work", broken)) {
      for (int i = 0; i < 2 * InternalErrorBreaker.LIMIT; i++) {
        assertThat(guarded.call(Outcomes.class)).isEqualTo(UNGUARDED);
      }

      assertThat(asked).hasValue(InternalErrorBreaker.LIMIT_OF_PART);
      assertThat(guarded.log())
          .containsOnlyOnce("SWITCHED OFF after 5 internal errors")
          .doesNotContain("TURNED OFF");
    }
  }

  @Test
  void anObserverThatThrowsChangesNothing() throws Exception {
    RunEvents broken =
        new RunEvents(
            event -> {
              throw new IllegalStateException("planted in an observer");
            },
            Clock.systemUTC(),
            true);
    try (GuardedClasses guarded = GuardedClasses.beside(Outcomes.class, List.of(), broken)) {
      assertThat(guarded.call(Outcomes.class)).isEqualTo(UNGUARDED);
      assertThat(guarded.log()).contains("planted in an observer");
    }
  }

  private static void outcomesAreUnguarded(Interceptor handler) throws Exception {
    try (GuardedClasses guarded = GuardedClasses.around(Outcomes.class, "work", handler)) {
      assertThat(guarded.call(Outcomes.class)).isEqualTo(UNGUARDED);
      assertThat(guarded.wovenMethods()).as("woven methods").isEqualTo(3);
    }
  }

  private static @Nullable Object fail(Throwable planted) {
    throw PlantedErrorsTest.<RuntimeException>unchecked(planted);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T unchecked(Throwable planted) throws T {
    throw (T) planted;
  }

  record Planted(String what, Behaviour behaviour) {
    interface Behaviour {
      @Nullable Object of(Invocation call);
    }

    @Override
    public String toString() {
      return what;
    }
  }

  private static final class BrokenDetector implements Detector {
    @Override
    public String name() {
      return "broken";
    }

    @Override
    public void beforeStep(Step step, FindingSink sink) {
      throw new IllegalStateException("planted in a detector");
    }

    @Override
    public void reset() {}

    @Override
    public void save(DataOutput out) {}

    @Override
    public void restore(DataInput in) {}
  }
}
