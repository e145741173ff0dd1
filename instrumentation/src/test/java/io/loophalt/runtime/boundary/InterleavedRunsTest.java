package io.loophalt.runtime.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.standard.FourDimensionStreak;
import io.loophalt.core.event.RungReached;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.run.RunEvents;
import io.loophalt.instrumentation.GuardedClasses;
import io.loophalt.runtime.application.Conversation;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs never mix: of hundreds of conversations that ask the same questions at the same time,
 * exactly the stuck ones are halted, each at its own fifth failure.
 */
class InterleavedRunsTest {

  private static final int CONVERSATIONS = 300;

  private static final List<DetectorPolicy> HALT_AT_THE_FIFTH_FAILURE =
      List.of(
          new DetectorPolicy(
              FourDimensionStreak.NAME, Mode.ACT, Ladder.nudgeThenHalt(3, 5), Map.of()));

  private final Set<String> runsWithFindings = ConcurrentHashMap.newKeySet();

  @Test
  @Tag("concurrency")
  void exactlyTheStuckOnesHaltWhereAFewThreadsDoTheStepsOfAllRuns() throws Exception {
    ExecutorService fewThreads = Executors.newFixedThreadPool(3);
    try {
      everyTenthIsHalted(Executors.newFixedThreadPool(60), number -> fewThreads);
    } finally {
      fewThreads.shutdown();
    }
  }

  @Test
  void exactlyTheStuckOnesHaltWhereEachRunHasAThreadOfItsOwn() throws Exception {
    everyTenthIsHalted(threadPerRun(), number -> "its own thread");
  }

  @Test
  @Tag("concurrency")
  void aThreadThatWorksForOneRunAfterTheOtherCarriesNothingOver() throws Exception {
    everyTenthIsHalted(Executors.newFixedThreadPool(2), number -> "its own thread");
  }

  /** Virtual threads where the JDK has them. */
  private static ExecutorService threadPerRun() throws ReflectiveOperationException {
    return Runtime.version().feature() >= 21
        ? (ExecutorService)
            Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null)
        : Executors.newCachedThreadPool();
  }

  @SuppressWarnings("unchecked")
  private void everyTenthIsHalted(ExecutorService drivers, Function<Integer, Object> pools)
      throws Exception {
    RunEvents events =
        new RunEvents(
            event -> {
              if (event instanceof RungReached) {
                runsWithFindings.add(event.runId());
              }
            },
            Clock.systemUTC(),
            false);
    List<String> outcomes = new ArrayList<>();
    try (GuardedClasses guarded =
        GuardedClasses.beside(Conversation.class, HALT_AT_THE_FIFTH_FAILURE, events)) {
      BiFunction<Integer, Function<Integer, Object>, String> application =
          (BiFunction<Integer, Function<Integer, Object>, String>)
              guarded.copyOf(Conversation.class).getDeclaredConstructor().newInstance();
      List<Future<String>> conversations = new ArrayList<>();
      for (int i = 0; i < CONVERSATIONS; i++) {
        int number = i;
        conversations.add(drivers.submit(() -> application.apply(number, pools)));
      }
      for (Future<String> conversation : conversations) {
        outcomes.add(conversation.get());
      }
      assertThat(guarded.failures()).as(guarded.log()).isZero();
      assertThat(guarded.registry().all()).as("runs left open").isEmpty();
    } finally {
      drivers.shutdown();
    }

    for (int i = 0; i < CONVERSATIONS; i++) {
      assertThat(outcomes.get(i))
          .as("conversation %s", i)
          .endsWith(i % Conversation.STUCK_EVERY == 0 ? " halted at step 5" : " done");
    }
    Set<String> halted =
        outcomes.stream()
            .filter(each -> each.contains(" halted "))
            .map(each -> each.substring(0, each.indexOf(' ')))
            .collect(Collectors.toSet());
    assertThat(halted).as("each in a run of its own").hasSize(CONVERSATIONS / 10);
    assertThat(runsWithFindings).as("runs that were nudged or halted").isEqualTo(halted);
  }
}
