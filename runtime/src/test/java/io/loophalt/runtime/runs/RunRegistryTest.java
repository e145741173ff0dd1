package io.loophalt.runtime.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.value.SmallPolicies;
import io.loophalt.testing.AtOnce;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RunRegistryTest {

  private static final long SECOND = 1_000_000_000;

  /** No run of a test is dropped. */
  private static final long LONGEST_WAIT_NANOS = 60 * SECOND;

  private static final int MANY = 1_000;

  private final Heard heard = new Heard();

  @Test
  void runsAreFoundByTheIdTheyWereOpenedWithOrAMadeUpOne() {
    RunRegistry registry = registry(10);

    LiveRun named = registry.open("conversation-7", "task", null, 0);
    LiveRun first = registry.open(null, "task", null, 0);
    LiveRun second = registry.open(null, "task", null, 0);

    assertThat(registry.find("conversation-7")).isSameAs(named);
    assertThat(registry.find(first.run().id())).isSameAs(first);
    assertThat(first.run().id()).isNotEqualTo(second.run().id());
    assertThat(registry.find("unknown")).isNull();
  }

  @Test
  void openingALiveIdGivesItsRunAndAnewOneOnceItIsClosed() {
    RunRegistry registry = registry(10);
    LiveRun first = registry.open("id", "task", null, 0);

    assertThat(registry.open("id", "task", null, 0)).isSameAs(first);
    registry.close(first);
    assertThat(registry.open("id", "task", null, 0)).isNotSameAs(first);
  }

  @Test
  void aRunThatIsOverLetsGoOfItsListenersAndTakesNoMore() {
    RunRegistry registry = registry(10);
    LiveRun live = registry.open("id", "task", null, 0);
    live.listen((String reason) -> {});

    assertThat(live.listeners()).hasSize(1);
    registry.close(live);
    assertThat(live.listeners()).isEmpty();
    live.listen((String reason) -> {});
    assertThat(live.listeners()).isEmpty();
  }

  @Test
  void aMadeUpIdNeverLeadsToARunOfTheApplications() {
    RunRegistry registry = registry(10);
    LiveRun own = registry.open("run-1", "task", null, 0);

    LiveRun madeUp = registry.open(null, "task", null, 0);

    assertThat(madeUp).isNotSameAs(own);
    assertThat(registry.all()).containsExactlyInAnyOrder(own, madeUp);
  }

  @Test
  void aClosedRunIsFoundNeitherByIdNorByAlias() {
    RunRegistry registry = registry(10);
    LiveRun run = registry.open("id", "task", null, 0);
    registry.alias("frameworks-own", run);
    assertThat(registry.find("frameworks-own")).isSameAs(run);

    registry.close(run);
    registry.close(run);
    registry.alias("too-late", run);

    assertThat(registry.find("id")).isNull();
    assertThat(registry.find("frameworks-own")).isNull();
    assertThat(registry.find("too-late")).isNull();
    assertThat(heard.ended).containsExactly("id");
  }

  @Test
  void anAliasIsTakenBackOnlyFromTheRunThatHasIt() {
    RunRegistry registry = registry(10);
    LiveRun earlier = registry.open("a", "task", null, 0);
    LiveRun later = registry.open("b", "task", null, 0);
    registry.alias("shared", earlier);
    registry.alias("shared", later);

    registry.removeAlias("shared", earlier);
    registry.close(earlier);
    assertThat(registry.find("shared")).isSameAs(later);

    registry.removeAlias("shared", later);
    assertThat(registry.find("shared")).isNull();
  }

  /** As those of a framework's calls whose end nobody tells, in a run that goes on for a day. */
  @Test
  void ofManyAliasesTheLatestLeadToTheRun() {
    RunRegistry registry = registry(10);
    LiveRun joined = registry.join("order", "1", null, 0);
    for (int i = 0; i < MANY; i++) {
      registry.alias("call-" + i, joined);
    }

    List<String> found =
        IntStream.range(0, MANY)
            .mapToObj(i -> "call-" + i)
            .filter(each -> registry.find(each) == joined)
            .toList();
    assertThat(found).hasSize(LiveRun.MOST_ALIASES).endsWith("call-" + (MANY - 1));
    assertThat(joined.aliases()).containsExactlyElementsOf(found);

    registry.close(joined);
    assertThat(joined.aliasesAtEnd()).as("what is kept halted").hasSize(LiveRun.MOST_ALIASES);
    assertThat(found).allMatch(each -> registry.find(each) == null);
  }

  @Test
  void anAliasNeverHidesALiveRun() {
    RunRegistry registry = registry(10);
    LiveRun first = registry.open("first", "task", null, 0);
    LiveRun second = registry.open("second", "task", null, 0);

    registry.alias("first", second);

    assertThat(registry.find("first")).isSameAs(first);
    assertThat(registry.all()).containsExactlyInAnyOrder(first, second);
  }

  @Test
  void beyondTheBoundTheRunsIdleLongestGo() {
    RunRegistry registry = registry(20);
    List<LiveRun> runs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      runs.add(registry.open("run " + i, "task", null, i * SECOND));
    }
    runs.get(0).touch(100 * SECOND);

    LiveRun oneMore = registry.open("one more", "task", null, 101 * SECOND);

    assertThat(heard.ended).as("a tenth, the idle longest").containsExactly("run 1", "run 2");
    assertThat(registry.all()).hasSize(19).contains(oneMore, runs.get(0));
  }

  @Test
  void beyondTheBoundTheRunsOfThreadsThatAreGoneGoBeforeAllOthers() throws Exception {
    RunRegistry registry = registry(3);
    long start = System.nanoTime();
    LiveRun waiting = registry.open("waits for a model", "task", null, start);
    LiveRun ofThisThread = registry.openForThread("task", start);
    LiveRun orphan = onThreadThatEnds(() -> registry.openForThread("task", start + SECOND));

    registry.open("one more", "task", null, start + 2 * SECOND);

    assertThat(heard.ended).containsExactly(orphan.run().id());
    assertThat(registry.all()).contains(waiting, ofThisThread);
  }

  @Test
  void theRunOfAThreadThatIsGoneEndsAfterATenthOfTheIdleGap() throws Exception {
    RunRegistry registry = registry(10);
    long start = System.nanoTime();
    registry.openForThread("task", start);
    LiveRun orphan = onThreadThatEnds(() -> registry.openForThread("task", start));
    LiveRun streamed = onThreadThatEnds(() -> registry.openForThread("task", start));
    registry.streamBegan(streamed);
    LiveRun carried = onThreadThatEnds(() -> registry.openForThread("task", start));
    carried.boundary().carried();
    LiveRun usedByOthers = onThreadThatEnds(() -> registry.openForThread("task", start));
    usedByOthers.touch(start + 20 * SECOND);

    registry.openForThread("task", start + 20 * SECOND);
    assertThat(heard.ended).as("after 20 of 300 seconds").isEmpty();
    registry.openForThread("task", start + 45 * SECOND);
    assertThat(heard.ended).as("after 45 of 300 seconds").containsExactly(orphan.run().id());
    registry.openForThread("task", start + 80 * SECOND);

    assertThat(heard.ended)
        .as("after 80 of 300 seconds")
        .containsExactly(orphan.run().id(), usedByOthers.run().id());
  }

  private static LiveRun onThreadThatEnds(Callable<LiveRun> opening) throws Exception {
    FutureTask<LiveRun> opened = new FutureTask<>(opening);
    Thread thread = new Thread(opened);
    thread.start();
    thread.join();
    return opened.get();
  }

  @Test
  void aRunIsInUseAsLongAsTheRunsInsideItAre() {
    RunRegistry registry = registry(3);
    LiveRun parent = registry.open("parent", "task", null, 0);
    registry.open("other", "task", null, SECOND);
    LiveRun child = registry.open("child", "task", parent, 2 * SECOND);
    child.touch(3 * SECOND);

    registry.open("one more", "task", null, 4 * SECOND);

    assertThat(heard.ended).containsExactly("other");
  }

  @Test
  void aChildKnowsHowLongItsParentHadBeenGoingOn() {
    AgentPolicy policy =
        SmallPolicies.of(
            10, new Ceilings(0, Map.of(), 0, 0, 0, 0, null, Duration.ofSeconds(10), 0, 80));
    RunRegistry registry = new RunRegistry(policy, Presets::create, heard.events());
    LiveRun parent = registry.open("parent", "task", null, 0);
    LiveRun child = registry.open("child", "task", parent, 9 * SECOND);

    child.run().beforeStep(SmallStep.at("tool", child.millisAt(10 * SECOND)));

    assertThat(parent.run().haltReason()).as("of the parent, ten seconds old").isNotNull();
  }

  @Test
  void theFirstSubscriberGoesOnWithTheRunAndOthersHaveTheirOwn() {
    RunRegistry registry = registry(10);
    LiveRun parent = registry.open("parent", "task", null, 0);
    LiveRun called = registry.open("called", "Service.stream", parent, 0);
    registry.goesOn(called);

    assertThat(registry.forSubscriber(called, SECOND)).isSameAs(called);
    LiveRun second = registry.forSubscriber(called, 2 * SECOND);
    LiveRun third = registry.forSubscriber(second, 3 * SECOND);

    assertThat(List.of(called, second, third)).doesNotHaveDuplicates();
    assertThat(second.run().task()).isEqualTo("Service.stream");
    assertThat(second.run().parent()).isSameAs(parent.run());
  }

  @Test
  void aRunThatIsOverBeforeItsFirstSubscriberComesIsNotGoneOnWith() {
    RunRegistry registry = registry(10);
    LiveRun closed = registry.open("closed", "task", null, 0);
    registry.goesOn(closed);
    registry.close(closed);
    LiveRun silent = registry.open("silent", "task", null, 0);
    registry.goesOn(silent);

    assertThat(registry.forSubscriber(closed, SECOND)).isNotSameAs(closed);
    assertThat(registry.forSubscriber(silent, 301 * SECOND)).isNotSameAs(silent);
    assertThat(heard.ended)
        .as("after five minutes of silence, too")
        .containsExactly("closed", "silent");
  }

  @Test
  void subscribersShareARunThatOthersClose() {
    RunRegistry registry = registry(10);
    LiveRun around = registry.open("around", "task", null, 0);

    assertThat(registry.forSubscriber(around, 1)).isSameAs(around);
    assertThat(registry.forSubscriber(around, 2)).isSameAs(around);
    registry.abandon(around);
    assertThat(heard.ended).as("by one who cancels").isEmpty();
    registry.close(around);
    assertThat(registry.forSubscriber(around, 3)).isNotSameAs(around);
  }

  @Test
  void subscribersOfAHaltedRunBeginNothingNew() {
    RunRegistry registry = registry(10);
    LiveRun halted = registry.open("halted", "task", null, 0);
    registry.goesOn(halted);
    halted.run().halt(StopReason.Kind.OPERATOR, "by hand");
    registry.close(halted);

    assertThat(registry.forSubscriber(halted, 1)).isSameAs(halted);
  }

  @Test
  void aRunForWhichNobodyWaitsAnyMoreIsOver() {
    RunRegistry registry = registry(10);
    LiveRun run = registry.open("run", "task", null, 0);
    registry.goesOn(run);
    registry.streamBegan(run);

    registry.abandon(run);
    registry.streamEnded(run);

    assertThat(heard.ended).containsExactly("run");
  }

  @Test
  @Tag("concurrency")
  void manyThreadsThatOpenRunsStayNearTheBound() throws Exception {
    int threads = 4;
    RunRegistry registry = registry(100);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<Void>> work = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        work.add(
            () -> {
              for (int i = 0; i < 2_000; i++) {
                LiveRun run = registry.open(null, "task", null, System.nanoTime());
                registry.alias("alias of " + run.run().id(), run);
                run.touch(System.nanoTime());
              }
              return null;
            });
      }
      for (Future<Void> each : pool.invokeAll(work)) {
        each.get();
      }
    } finally {
      pool.shutdown();
    }

    assertThat(registry.all()).hasSizeLessThanOrEqualTo(100 + threads);
    assertThat(heard.ended).hasSize(threads * 2_000 - registry.all().size());
  }

  @Test
  @Tag("concurrency")
  void aMessageIsTakenByOneOfTwoThreads() throws Exception {
    RunRegistry registry = registry(MANY);

    AtOnce.rounds(
        () -> {
          LiveRun live = registry.open(null, "task", null, 0);
          live.interventions().leaveMessage("once");
          return new AtOnce.Round() {
            private @Nullable String taken;
            private @Nullable String takenToo;

            @Override
            public void one() {
              taken = live.takeMessage();
            }

            @Override
            public void other() {
              takenToo = live.takeMessage();
            }

            @Override
            public void check() {
              registry.close(live);
              assertThat(Arrays.asList(taken, takenToo)).containsExactlyInAnyOrder("once", null);
            }
          };
        });
  }

  @Test
  @Tag("concurrency")
  void aMessageThatIsLeftWhileAnotherIsTakenIsNotLost() throws Exception {
    RunRegistry registry = registry(MANY);

    AtOnce.rounds(
        () -> {
          LiveRun live = registry.open(null, "task", null, 0);
          live.interventions().leaveMessage("earlier");
          return new AtOnce.Round() {
            private @Nullable String taken;

            @Override
            public void one() {
              taken = live.takeMessage();
            }

            @Override
            public void other() {
              live.interventions().leaveMessage("later");
            }

            @Override
            public void check() {
              registry.close(live);
              assertThat(Arrays.asList(taken, live.takeMessage()))
                  .as("taken, and taken afterwards")
                  .containsOnlyOnce("later");
            }
          };
        });
  }

  @Test
  void aMessageThatIsGivenBackDoesNotReplaceALaterOne() {
    LiveRun live = registry(10).open("id", "task", null, 0);

    live.interventions().returnMessage("earlier");
    assertThat(live.takeMessage()).isEqualTo("earlier");

    live.interventions().leaveMessage("later");
    live.interventions().returnMessage("earlier");
    assertThat(live.takeMessage()).isEqualTo("later");
  }

  @Test
  @Tag("concurrency")
  void aRunIsNotOverWhileItsNextStreamBegins() throws Exception {
    RunRegistry registry = registry(MANY);

    AtOnce.rounds(
        () -> {
          LiveRun live = registry.open(null, "task", null, 0);
          return new AtOnce.Round() {
            @Override
            public void one() {
              registry.streamBegan(live);
            }

            @Override
            public void other() {
              registry.goesOn(live);
            }

            @Override
            public void check() {
              assertThat(live.isClosed()).as("over before its stream is").isFalse();
              registry.streamEnded(live);
              assertThat(live.isClosed()).as("over with its stream").isTrue();
            }
          };
        });
  }

  @Test
  @Tag("concurrency")
  void anAliasThatIsGivenAndTakenBackAtOnceLeadsToNoRunThatIsOver() throws Exception {
    RunRegistry registry = registry(MANY);

    AtOnce.rounds(
        () -> {
          LiveRun live = registry.open(null, "task", null, 0);
          String alias = "alias of " + live.run().id();
          return new AtOnce.Round() {
            @Override
            public void one() {
              registry.alias(alias, live);
            }

            @Override
            public void other() {
              registry.removeAlias(alias, live);
            }

            @Override
            public void check() {
              registry.close(live);
              assertThat(registry.find(alias)).isNull();
            }
          };
        });
  }

  @Test
  void aRunThatATraceHasTakenFollowsItsThreadToNoOtherTrace() {
    RunRegistry registry = registry(10);
    LiveRun own = registry.openForThread("task", 0);

    assertThat(registry.leadTo(own, null, "first")).isTrue();
    assertThat(registry.takeForTrace("first", own)).isTrue();

    assertThat(registry.leadTo(own, "first", "second")).isFalse();
    assertThat(own.boundary().isOfTrace()).isTrue();
    assertThat(registry.find("first")).isSameAs(own);
    assertThat(registry.find("second")).isNull();
  }

  @Test
  void aTraceDoesNotTakeTheRunOfAThreadThatHasGoneOnToAnother() {
    RunRegistry registry = registry(10);
    LiveRun own = registry.openForThread("task", 0);
    registry.leadTo(own, null, "first");

    assertThat(registry.leadTo(own, "first", "second")).isTrue();

    assertThat(registry.takeForTrace("first", own)).isFalse();
    assertThat(own.boundary().isOfTrace()).isFalse();
    assertThat(registry.find("first")).isNull();
    assertThat(registry.takeForTrace("second", own)).isTrue();
  }

  @Test
  @Tag("concurrency")
  void whoFindsTheRunOfATraceFindsItComplete() throws Exception {
    RunRegistry registry = registry(MANY);
    AtomicInteger traces = new AtomicInteger();

    AtOnce.rounds(
        () -> {
          String trace = "trace " + traces.incrementAndGet();
          return new AtOnce.Round() {
            private boolean ofTrace;
            private @Nullable LiveRun found;

            @Override
            public void one() {
              registry.openForTrace(trace, "task", 0);
            }

            @Override
            public void other() {
              long deadline = System.nanoTime() + LONGEST_WAIT_NANOS;
              LiveRun live;
              do {
                live = registry.find(trace);
              } while (live == null && System.nanoTime() < deadline);
              Objects.requireNonNull(live, "the run of " + trace);
              ofTrace = live.boundary().isOfTrace();
              live.answered();
              found = live;
            }

            @Override
            public void check() {
              LiveRun live = Objects.requireNonNull(found);
              registry.close(live);
              assertThat(ofTrace).as("known to be of a trace").isTrue();
              assertThat(live.boundary().hasAnswered()).as("over with its answer").isTrue();
            }
          };
        });
  }

  @Test
  void runsInsideRunsAreOnlySoDeep() {
    RunRegistry registry = registry(MANY);
    LiveRun innermost = registry.open("outermost", "task", null, 0);
    for (int i = 0; i < 500; i++) {
      innermost = registry.open(null, "task", innermost, 0);
    }

    int around = 0;
    Run run = innermost.run();
    for (Run parent = run.parent(); parent != null; parent = parent.parent()) {
      run = parent;
      around++;
    }
    assertThat(around).isEqualTo(64);
    assertThat(run.id()).as("what they use counts there").isEqualTo("outermost");
  }

  @Test
  void noMoreRunsAreAwakeThanMayBe() {
    RunRegistry registry = withAwake(16);
    List<LiveRun> runs = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      runs.add(registry.open(null, "task", null, i));
    }
    assertThat(awake(runs)).hasSizeLessThanOrEqualTo(16);

    for (int i = 0; i < 200; i++) {
      LiveRun used = runs.get(i);
      used.touch(200 + i);
      used.run().beforeStep(SmallStep.of("tool"));
      assertThat(used.run().isAsleep()).as("one that is used").isFalse();
    }
    assertThat(awake(runs)).hasSizeLessThanOrEqualTo(16);
  }

  @Test
  void oneThatIsUsedAgainAndAgainStaysAwake() {
    RunRegistry registry = withAwake(16);
    LiveRun used = registry.open("used", "task", null, 0);
    int asleep = 0;
    for (int i = 0; i < 1_000; i++) {
      registry.open(null, "task", null, i);
      asleep += used.run().isAsleep() ? 1 : 0;
      used.touch(i);
    }

    assertThat(asleep).isZero();
  }

  @Test
  void whenTooManyAreAwakeRunsOfThreadsThatAreGoneEnd() throws Exception {
    RunRegistry registry = withAwake(16);
    for (int i = 0; i < 100; i++) {
      onThreadThatEnds(() -> registry.openForThread("task", System.nanoTime()));
    }

    assertThat(registry.all()).hasSizeLessThanOrEqualTo(16);
  }

  @Test
  void runsThatAreNotUsedFallAsleepWhileOthersAreOpened() {
    RunRegistry registry = registry(MANY);
    List<LiveRun> idle = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      idle.add(registry.open(null, "task", null, 0));
    }
    for (int i = 0; i < 100; i++) {
      registry.open(null, "task", null, 11 * SECOND);
    }

    assertThat(awake(idle)).isEmpty();
  }

  @Test
  void aRunThatHasWokenFallsAsleepAgain() {
    RunRegistry registry = registry(MANY);
    LiveRun live = registry.open("id", "task", null, 0);
    live.run().sleep();
    registry.open(null, "task", null, 0);
    live.run().beforeStep(SmallStep.of("tool"));
    assertThat(live.run().isAsleep()).isFalse();

    for (int i = 0; i < 4; i++) {
      registry.open(null, "task", null, 11 * SECOND);
    }

    assertThat(live.run().isAsleep()).isTrue();
  }

  private RunRegistry withAwake(int awake) {
    return new RunRegistry(
        SmallPolicies.of(MANY, Ceilings.NONE),
        new RunBounds(MANY, awake, MANY),
        Presets::create,
        heard.events());
  }

  private static List<LiveRun> awake(List<LiveRun> runs) {
    return runs.stream().filter(each -> !each.run().isAsleep()).toList();
  }

  private RunRegistry registry(int maxRuns) {
    return new RunRegistry(SmallPolicies.of(maxRuns), Presets::create, heard.events());
  }

  /** Writes down which runs have ended. */
  private static final class Heard implements EventSink {
    // Runs on several threads tell of themselves at once.
    final List<String> ended = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void publish(Event event) {
      if (event instanceof RunEnded) {
        ended.add(event.runId());
      }
    }

    RunEvents events() {
      return new RunEvents(this, Clock.systemUTC(), true);
    }
  }
}
