package io.loophalt.agent.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.agent.gate.application.Office;
import io.loophalt.agent.instrument.ChokePoint;
import io.loophalt.agent.instrument.GuardedClasses;
import io.loophalt.agent.policy.TaskPolicy.OnHalt;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
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
                    new ChokePoint(
                            Office.class.getName() + "$Threads",
                            "execute",
                            1,
                            null,
                            new FrameworkBlocks(runs, Supplier.class.getName()))
                        .rewriting()))
        .containsExactly(
            "one",
            "two",
            "failed: java.lang.IllegalStateException: from the block",
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
                new ChokePoint(Office.class.getName() + "$Desk", "work", 3, null, new Work(runs)));

    String whole = seen.get(0);
    assertThat(seen.get(3)).as("the whole, after its parts").isEqualTo(whole);
    assertThat(List.of(whole, seen.get(1), seen.get(2), seen.get(4)))
        .as("the whole, two parts and one of nothing")
        .doesNotContain("none")
        .doesNotHaveDuplicates();
    assertThat(seen.subList(5, 10)).as("inside a scope").containsOnly("scope");
  }

  @Test
  void nothingIsTriedAgainAfterAHalt() throws Exception {
    assertThat(
            outcomes(
                Office.TriesAgain.class,
                runs ->
                    new ChokePoint(
                        Office.class.getName() + "$Retries",
                        "failed",
                        1,
                        null,
                        new FrameworkRetries(0))))
        .containsExactly(
            "tries again",
            "tries again",
            "gives up: LoopHaltException",
            "gives up: IllegalStateException");
  }

  /** The first argument says which of the two it is. */
  private static final class Work extends FrameworkRuns {
    Work(Runs runs) {
      super(runs);
    }

    @Override
    protected String task(Call call) {
      return String.valueOf(call.argument(0));
    }

    @Override
    protected @Nullable Object carrier(Call call) {
      return task(call).equals("whole") ? call.argument(1) : null;
    }

    @Override
    protected @Nullable Object whole(Call call) {
      return task(call).equals("part") ? call.argument(1) : null;
    }
  }

  @SuppressWarnings("unchecked")
  private static List<String> outcomes(
      Class<? extends Callable<?>> application, Function<Runs, ChokePoint> point) throws Exception {
    try (GuardedClasses agent =
        GuardedClasses.around(Office.class, point, List.of(), OnHalt.THROW)) {
      List<String> outcomes = (List<String>) agent.call(application);
      assertThat(agent.failures()).as(agent.log()).isZero();
      return outcomes;
    }
  }
}
