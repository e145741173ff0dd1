package io.loophalt.runtime.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunOpened;
import io.loophalt.core.policy.Allowance;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.Warnings;
import io.loophalt.runtime.value.SmallPolicies;
import io.loophalt.testing.AtOnce;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What stays halted when the run that was halted is over, and for how long. */
class KeptHaltsTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long HOUR = 3_600 * SECOND;

  private final AtomicLong now = new AtomicLong(7 * HOUR);
  private final List<String> ended = Collections.synchronizedList(new ArrayList<>());
  private final List<String> opened = Collections.synchronizedList(new ArrayList<>());
  private final RunRegistry registry = registry(3, 100);

  @Test
  void aHaltedRunThatWasClosedStaysHaltedForItsId() {
    for (int retry = 0; retry < 5; retry++) {
      LiveRun live = registry.open("order-17", "task", null, now.get());
      if (retry == 0) {
        live.run().halt(Kind.NO_PROGRESS, "stuck");
      }
      assertThat(kindOf(live)).as("try %s", retry).isEqualTo(Kind.NO_PROGRESS);
      assertThat(live.run().beforeStep(SmallStep.of("tool")).stopReason()).isNotNull();
      assertThat(live.run().task()).isEqualTo("task");
      registry.close(live);
      assertThat(registry.all()).isEmpty();
    }
    assertThat(ended).as("told once").containsExactly("order-17");
  }

  @Test
  void asManyRunsAreToldToHaveBegunAsToHaveEnded() {
    LiveRun halted = registry.open("order-17", "task", null, now.get());
    halted.run().halt(Kind.NO_PROGRESS, "stuck");
    registry.close(halted);
    registry.close(registry.open("order-17", "task", null, now.get()));

    LiveRun reset = registry.open("order-17", "task", null, now.get());
    registry.reset(reset);
    reset.run().halt(Kind.NO_PROGRESS, "stuck again");
    registry.close(reset);
    LiveRun resumed = registry.open("order-17", "task", null, now.get());
    assertThat(registry.resume(resumed, Allowance.none())).isNull();
    registry.close(resumed);

    assertThat(ended).hasSize(3);
    assertThat(opened).isEqualTo(ended);
  }

  @Test
  void aRunThatWasNotHaltedLeavesNothing() {
    registry.close(registry.open("order-17", "task", null, now.get()));

    assertThat(registry.find("order-17")).isNull();
    assertThat(registry.tombstones().isEmpty()).isTrue();
  }

  @Test
  void aHaltedRunWithoutAnIdOfItsOwnLeavesNothing() {
    LiveRun live = registry.open(null, "task", null, now.get());
    live.run().halt(Kind.NO_PROGRESS, "stuck");
    registry.close(live);

    assertThat(registry.find(live.run().id())).isNull();
    assertThat(registry.tombstones().isEmpty()).isTrue();
  }

  @Test
  void aHaltedRunThatHadToMakeRoomStaysHaltedForItsIdAndItsAliases() {
    LiveRun halted = registry.open("conversation", "task", null, 0);
    registry.alias("frameworks-own", halted);
    halted.run().halt(Kind.STALL, "talk");
    dropAll();

    assertThat(registry.all()).doesNotContain(halted);
    assertThat(kindOf(find("frameworks-own"))).isEqualTo(Kind.STALL);
    assertThat(kindOf(find("conversation"))).isEqualTo(Kind.STALL);
    assertThat(halted.isClosed()).as("whoever has it begins no other").isFalse();
    dropAll();
    assertThat(kindOf(find("conversation"))).as("dropped once more").isEqualTo(Kind.STALL);
    assertThat(Collections.frequency(ended, "conversation")).as("told once").isEqualTo(1);
  }

  @Test
  void aSilentTraceThatWasHaltedStaysHalted() {
    LiveRun halted = registry.openForTrace("trace", "task", 0);
    halted.run().halt(Kind.NO_PROGRESS, "stuck");
    registry.openForThread("other", HOUR);

    assertThat(registry.all()).as("after an hour").doesNotContain(halted);
    LiveRun again = registry.openForTrace("trace", "task", HOUR);
    assertThat(kindOf(again)).isEqualTo(Kind.NO_PROGRESS);
    assertThat(again.boundary().isOfTrace()).isTrue();
  }

  @Test
  void aResetUnderAnyOfItsIdsLiftsTheHalt() {
    LiveRun halted = registry.open("conversation", "task", null, 0);
    registry.alias("frameworks-own", halted);
    halted.run().halt(Kind.STALL, "talk");
    dropAll();
    LiveRun byId = find("conversation");

    registry.reset(find("frameworks-own"));

    assertThat(find("frameworks-own").run().haltReason()).isNull();
    assertThat(byId.run().haltReason()).as("under its own id").isNull();
    assertThat(registry.tombstones().isEmpty()).isTrue();
  }

  @Test
  void aResetOfTheRunThatIsStillHeldLiftsTheHalt() {
    LiveRun halted = registry.open("session", "task", null, 0);
    halted.run().halt(Kind.STALL, "talk");
    dropAll();

    registry.reset(halted);

    assertThat(registry.find("session")).isNull();
    assertThat(halted.isClosed()).as("whoever has it begins another").isTrue();
    halted.run().halt(Kind.STALL, "again");
    assertThat(kindOf(find("session"))).as("halted once more").isEqualTo(Kind.STALL);
  }

  @Test
  void aRunThatIsHaltedWhenItIsOverIsFoundHalted() {
    LiveRun session = registry.open("session", "task", null, 0);
    registry.alias("alias", session);
    dropAll();
    assertThat(registry.all()).doesNotContain(session);

    session.run().halt(Kind.NO_PROGRESS, "stopped");

    assertThat(find("session").run().haltReason()).isNotNull();
    assertThat(find("alias").run().haltReason()).isNotNull();
  }

  @Test
  void closingADroppedRunForgetsNoHaltOfALaterOneAndBringsBackNoneThatWasLifted() {
    LiveRun first = registry.open("session", "task", null, 0);
    first.run().halt(Kind.STALL, "stopped");
    dropAll();
    registry.reset(find("session"));
    dropAll();
    registry.close(first);
    assertThat(registry.find("session")).isNull();

    LiveRun later = registry.open("session", "task", null, 0);
    later.run().halt(Kind.STALL, "stopped again");
    dropAll();
    registry.close(first);

    assertThat(find("session").run().haltReason()).isNotNull();
  }

  @Test
  void aRunInsideAHaltedOneLeavesNothingOfItsOwn() {
    LiveRun outer = registry.open("outer", "task", null, now.get());
    LiveRun inner = registry.open("inner", "task", outer, now.get());
    outer.run().halt(Kind.TOKEN_CAP, "full");
    registry.close(inner);
    registry.close(outer);

    assertThat(registry.find("inner")).isNull();
    assertThat(kindOf(find("outer"))).isEqualTo(Kind.TOKEN_CAP);
  }

  @Test
  void aHaltIsKeptForTheConfiguredTimeAndNoLonger() {
    LiveRun live = registry.open("session", "task", null, now.get());
    live.run().halt(Kind.STALL, "talk");
    registry.close(live);

    now.addAndGet(24 * HOUR);
    assertThat(kindOf(find("session"))).isEqualTo(Kind.STALL);
    registry.close(find("session"));
    now.addAndGet(24 * HOUR);
    assertThat(kindOf(find("session"))).as("tried again meanwhile").isEqualTo(Kind.STALL);
    registry.close(find("session"));
    now.addAndGet(24 * HOUR + 2 * SECOND);
    assertThat(registry.find("session")).isNull();
    assertThat(registry.tombstones().isEmpty()).isTrue();
  }

  @Test
  void ofTooManyTheOldestGoFirstAndItIsSaid() {
    RunRegistry small = registry(100, 5);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    small.warnBy(new Warnings(new Log(new PrintStream(said, true, StandardCharsets.UTF_8))));
    for (int i = 0; i < 8; i++) {
      LiveRun live = small.open("run " + i, "task", null, now.get());
      live.run().halt(Kind.STALL, "talk");
      small.close(live);
      assertThat(said.toString(StandardCharsets.UTF_8).lines().toList())
          .as("after %s", i + 1)
          .hasSize(i < 5 ? 0 : 1)
          .allMatch(line -> line.contains("A shorter 'halted-for' keeps fewer"));
    }

    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      if (small.find("run " + i) != null) {
        found.add(i);
      }
    }
    assertThat(found).containsExactly(3, 4, 5, 6, 7);
  }

  @Test
  void whoTriesHaltedIdsInTurnMakesNoMoreRunsThanMayBe() {
    RunRegistry small = registry(10, 1_000);
    for (int i = 0; i < 500; i++) {
      LiveRun live = small.open("run " + i, "task", null, now.get());
      live.run().halt(Kind.STALL, "talk");
      small.close(live);
    }

    for (int i = 0; i < 500; i++) {
      assertThat(small.find("run " + i)).as("run %s", i).isNotNull();
    }

    assertThat(small.all()).hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void whatIsLeftOfARunTakesAtMost128Bytes() {
    int runs = 100_000;
    fill(runs); // What the JVM keeps of classes and their code is not of the tombstones.
    long before = usedHeap();
    Tombstones filled = fill(runs);
    long after = usedHeap();

    assertThat(filled.size()).isEqualTo(runs);
    assertThat((after - before) / runs).isLessThanOrEqualTo(128);
  }

  private static Tombstones fill(int runs) {
    Tombstones tombstones = new Tombstones(runs, HOUR, 0);
    for (int i = 0; i < runs; i++) {
      tombstones.add(
          HaltKey.ofId("session " + i),
          tombstones.of(Kind.STALL, "task", i, i, /* ofTrace= */ false, 0));
    }
    return tombstones;
  }

  private static long usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }

  @Test
  @Tag("concurrency")
  void aRunThatIsHaltedWhileItIsClosedIsFoundHalted() throws Exception {
    RunRegistry many = registry(1_000, 1_000_000);
    AtomicInteger ids = new AtomicInteger();

    AtOnce.rounds(
        () -> {
          String id = "session " + ids.incrementAndGet();
          LiveRun live = many.open(id, "task", null, 0);
          return new AtOnce.Round() {
            @Override
            public void one() {
              live.run().halt(Kind.STALL, "talk");
            }

            @Override
            public void other() {
              many.close(live);
            }

            @Override
            public void check() {
              assertThat(many.find(id)).isNotNull();
              many.close(Objects.requireNonNull(many.find(id)));
            }
          };
        });
  }

  @Test
  @Tag("concurrency")
  void aRunThatIsResetWhileItIsClosedIsHaltedForNobody() throws Exception {
    RunRegistry many = registry(1_000, 1_000_000);
    AtomicInteger ids = new AtomicInteger();

    AtOnce.rounds(
        () -> {
          String id = "session " + ids.incrementAndGet();
          LiveRun live = many.open(id, "task", null, 0);
          live.run().halt(Kind.STALL, "talk");
          return new AtOnce.Round() {
            @Override
            public void one() {
              many.reset(live);
            }

            @Override
            public void other() {
              many.close(live);
            }

            @Override
            public void check() {
              assertThat(many.find(id)).isNull();
            }
          };
        });
  }

  /** Opens so many other runs that none of those before is kept. */
  private void dropAll() {
    long later = now.addAndGet(SECOND);
    for (int i = 0; i < 10; i++) {
      registry.open(null, "other", null, later + i);
    }
    now.addAndGet(SECOND);
  }

  private LiveRun find(String id) {
    return Objects.requireNonNull(registry.find(id), id);
  }

  private static Kind kindOf(LiveRun live) {
    StopReason reason = live.run().haltReason();
    return Objects.requireNonNull(reason, live.run().id()).kind();
  }

  private RunRegistry registry(int runs, int tombstones) {
    return new RunRegistry(
        SmallPolicies.of(runs, Ceilings.NONE),
        new RunBounds(runs, 100, tombstones),
        Presets::create,
        new RunEvents(
            event -> {
              if (event instanceof RunEnded) {
                ended.add(event.runId());
              } else if (event instanceof RunOpened) {
                opened.add(event.runId());
              }
            },
            Clock.systemUTC(),
            true),
        /* memory= */ null,
        now::get);
  }
}
