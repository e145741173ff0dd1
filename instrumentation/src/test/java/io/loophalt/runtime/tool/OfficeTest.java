package io.loophalt.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ScopedRuns;
import io.loophalt.instrumentation.GeneratedProxies;
import io.loophalt.instrumentation.GuardedClasses;
import io.loophalt.instrumentation.Interception;
import io.loophalt.runtime.application.Office;
import io.loophalt.runtime.boundary.BlockHandler;
import io.loophalt.runtime.boundary.RetryHandler;
import io.loophalt.runtime.boundary.ScopedRunHandler;
import io.loophalt.runtime.correlation.RunCorrelator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A framework that works in parts, on other threads, and tries again what has failed. */
class OfficeTest {

  @Test
  void aBlockBelongsToTheRunOfTheOneWhoHandedItOver() throws Exception {
    assertThat(
            outcomes(
                Office.HandsOver.class,
                runs ->
                    new Interception(
                            Office.class.getName() + "$Threads",
                            "execute",
                            1,
                            null,
                            new BlockHandler(
                                runs, new GeneratedProxies(), Office.Block.class.getName()))
                        .rewriting()))
        .containsExactly(
            "one",
            "two",
            "failed: java.io.IOException: from the block",
            /* from inside a tool */ "none",
            "none");
  }

  @Test
  void partsAreRunsOfTheirOwnBelowTheWholeUnlessTheApplicationHasDrawnTheBoundary()
      throws Exception {
    List<String> seen =
        outcomes(
            Office.InParts.class,
            runs ->
                new Interception(
                    Office.class.getName() + "$Desk",
                    "work",
                    3,
                    null,
                    new ScopedRunHandler(new Work(runs), runs)));

    String whole = seen.get(0);
    assertThat(seen.get(3)).as("the whole, after its parts").isEqualTo(whole);
    assertThat(List.of(whole, seen.get(1), seen.get(2), seen.get(4)))
        .as("the whole, two parts and one of nothing")
        .doesNotContain("none")
        .doesNotHaveDuplicates();
    assertThat(seen.subList(5, 10)).as("inside a scope").containsOnly("scope");
  }

  @Test
  void partsOfAWholeInsideAnotherAreRunsOfTheirOwn() throws Exception {
    List<String> seen =
        outcomes(
            Office.WholeInAWhole.class,
            runs ->
                new Interception(
                    Office.class.getName() + "$Desk",
                    "work",
                    3,
                    null,
                    new ScopedRunHandler(new Work(runs), runs)));

    assertThat(seen.get(1)).as("the whole inside").isEqualTo(seen.get(0));
    assertThat(List.of(seen.get(0), seen.get(2), seen.get(3)))
        .as("the whole and the parts of the one inside")
        .doesNotHaveDuplicates();
    assertThat(seen.get(4)).as("a part of the one inside, when that is over").isNotEqualTo("none");
  }

  @Test
  void whatAPartSpendsOnAThreadOfItsOwnIsSpentByTheWhole() throws Exception {
    AtomicLong turns = new AtomicLong();
    List<String> seen =
        outcomes(
            Office.PartElsewhere.class,
            runs ->
                new Interception(
                    Office.class.getName() + "$Desk",
                    "work",
                    3,
                    null,
                    new ScopedRunHandler(new Work(runs, turns), runs)));

    assertThat(seen).doesNotContain("none").doesNotHaveDuplicates();
    assertThat(turns).as("of the whole: one of the part, on another thread").hasValue(1);
  }

  @Test
  void nothingIsTriedAgainAfterAHalt() throws Exception {
    assertThat(
            outcomes(
                Office.TriesAgain.class,
                runs ->
                    new Interception(
                        Office.class.getName() + "$Retries",
                        "failed",
                        1,
                        null,
                        new RetryHandler(0))))
        .containsExactly(
            "tries again",
            "tries again",
            "gives up: LoopHaltException",
            "gives up: IllegalStateException");
  }

  /** The first argument says which of the two it is, or that the turns are to be counted. */
  private static final class Work implements ScopedRuns {
    private final RunCorrelator runs;
    private final AtomicLong turnsOfWhole;

    Work(RunCorrelator runs) {
      this(runs, new AtomicLong());
    }

    Work(RunCorrelator runs, AtomicLong turnsOfWhole) {
      this.runs = runs;
      this.turnsOfWhole = turnsOfWhole;
    }

    @Override
    public @Nullable String task(MethodCall call) {
      if (is("count", call)) {
        turnsOfWhole.set(
            Objects.requireNonNull(runs.carriedBy(call.argument(1))).run().usage().turns());
        return null;
      }
      return String.valueOf(call.argument(0));
    }

    @Override
    public @Nullable Object carrier(MethodCall call) {
      return is("whole", call) ? call.argument(1) : null;
    }

    @Override
    public @Nullable Object whole(MethodCall call) {
      return is("part", call) ? call.argument(1) : null;
    }

    private static boolean is(String kind, MethodCall call) {
      return kind.equals(call.argument(0));
    }
  }

  @SuppressWarnings("unchecked")
  private static List<String> outcomes(
      Class<? extends Callable<?>> application, Function<RunCorrelator, Interception> point)
      throws Exception {
    try (GuardedClasses agent =
        GuardedClasses.around(Office.class, point, List.of(), OnHalt.THROW)) {
      List<String> outcomes = (List<String>) agent.call(application);
      assertThat(agent.failures()).as(agent.log()).isZero();
      return outcomes;
    }
  }
}
