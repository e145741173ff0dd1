package io.loophalt.runtime.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.JoinPolicy;
import io.loophalt.runtime.value.SmallPolicies;
import io.loophalt.testing.AtOnce;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs of executions that many take part in: which they are, and when they are over. */
class JoinedRunsTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;

  private static final int FEW = 10;

  /** Of which none is dropped. */
  private static final int MANY = 1_000;

  private final AtomicLong now = new AtomicLong(7 * HOUR);
  private final List<String> ended = Collections.synchronizedList(new ArrayList<>());
  private final RunRegistry registry =
      registry(
          SmallPolicies.of(
              new JoinPolicy(Duration.ofHours(2), Map.of("short", Duration.ofMinutes(1)), null)),
          FEW);

  @Test
  void allThatJoinAnIdAreInOneRunUntilSomebodyEndsIt() {
    LiveRun first = join("order", "7");

    assertThat(join("order", "7")).isSameAs(first);
    registry.close(first);
    registry.close(first);

    assertThat(ended).containsExactly("order/7");
    LiveRun next = join("order", "7");
    assertThat(next).isNotSameAs(first);
    assertThat(next.run().id()).isEqualTo("order/7");
  }

  /** Of ids that are no text, but bytes that somebody has made characters of. */
  @Test
  void idsThatDifferInHalvesOfCharactersAreDifferentRuns() {
    String id = "x".repeat(300);

    assertThat(join("order", id + '\uD800')).isNotSameAs(join("order", id + '\uD801'));
    assertThat(HaltKey.ofId(id + '\uD800')).isNotEqualTo(HaltKey.ofId(id + '\uD801'));
  }

  @Test
  void theSameIdOfAnotherTaskIsAnotherRun() {
    LiveRun order = join("a", "b/c");

    assertThat(join("a/b", "c")).isNotSameAs(order);
    assertThat(join("a%2Fb", "c")).isNotSameAs(join("a/b", "c"));
    order.run().halt(Kind.NO_PROGRESS, "stuck");
    assertThat(join("b", "b/c").run().haltReason()).isNull();
    assertThat(join("a", "b/c").run().haltReason()).isNotNull();
  }

  @Test
  void noIdThatAnApplicationOrAFrameworkMakesUpLeadsToAJoinedRun() {
    LiveRun joined = join("order", "7");
    LiveRun opened = registry.open("order/7", "other", null, now.get());
    registry.alias("order/7", opened);

    assertThat(opened).isNotSameAs(joined);
    assertThat(registry.find("order/7")).isSameAs(opened);
    opened.run().halt(Kind.NO_PROGRESS, "stuck");
    registry.close(opened);
    assertThat(join("order", "7")).isSameAs(joined);
    assertThat(joined.run().haltReason()).isNull();
    registry.close(joined);
    assertThat(join("order", "7").run().haltReason()).as("of the opened run").isNull();
  }

  @Test
  void aPersonMeansTheJoinedRunByItsId() {
    registry.open("order/7", "other", null, now.get());
    LiveRun joined = join("order", "7");

    assertThat(registry.findForPerson("order/7")).isSameAs(joined);
    assertThat(registry.live("order/7")).isSameAs(joined);
    assertThat(registry.all()).hasSize(2);
    joined.run().halt(Kind.OPERATOR, "enough");
    registry.close(joined);
    assertThat(registry.staysHalted("order/7")).isTrue();
    LiveRun revived = registry.findForPerson("order/7");
    assertThat(revived).isSameAs(join("order", "7"));
  }

  @Test
  void aRunThatWasSilentForTheGapOfItsTaskIsOver() {
    LiveRun order = join("order", "7");
    LiveRun brief = join("short", "7");

    now.addAndGet(MINUTE);
    assertThat(join("short", "7")).as("not longer than the gap").isSameAs(brief);
    now.addAndGet(MINUTE + 1);
    assertThat(join("short", "7")).isNotSameAs(brief);
    assertThat(join("order", "7")).isSameAs(order);
    now.addAndGet(2 * HOUR);
    order.touch(now.get());
    now.addAndGet(2 * HOUR);
    assertThat(join("order", "7")).as("a call came meanwhile").isSameAs(order);
    assertThat(ended).as("and the second brief one").containsExactly("short/7", "short/7");
  }

  @Test
  void silentOnesAreOverWithoutAnybodyWhoJoinsThem() {
    join("order", "7");
    join("short", "8");
    now.addAndGet(10 * MINUTE);
    registry.openForThread("other", now.get());

    assertThat(ended).containsExactly("short/8");
    now.addAndGet(2 * HOUR);
    join("order", "9");
    assertThat(ended).contains("order/7");
  }

  @Test
  void aHaltHoldsForTheIdUntilItIsReset() {
    LiveRun halted = join("order", "7");
    halted.run().halt(Kind.NO_PROGRESS, "stuck");
    registry.close(halted);

    LiveRun retry = join("order", "7");
    assertThat(retry).isNotSameAs(halted);
    assertThat(retry.run().beforeStep(SmallStep.of("tool")).stopReason()).isNotNull();
    assertThat(retry.boundary().isAdoptable())
        .as("whoever opens an id has nothing of it")
        .isFalse();
    now.addAndGet(3 * HOUR);
    assertThat(join("order", "7").run().haltReason()).as("after a silence").isNotNull();
    registry.reset(join("order", "7"));
    assertThat(join("order", "7").run().haltReason()).isNull();
    registry.close(join("order", "7"));
    assertThat(join("order", "7").run().haltReason()).isNull();
  }

  @Test
  void aHaltedRunThatHadToMakeRoomStaysHalted() {
    LiveRun halted = join("order", "7");
    halted.run().halt(Kind.NO_PROGRESS, "stuck");
    for (int i = 0; i < 20; i++) {
      now.addAndGet(SECOND);
      registry.open(null, "other", null, now.get());
    }

    assertThat(registry.all()).doesNotContain(halted);
    assertThat(join("order", "7").run().haltReason()).isNotNull();
  }

  @Test
  void onlyAJoinedRunThatGoesOnIsAboveAnother() {
    LiveRun first = registry.open(null, "message", null, now.get());
    LiveRun order = join("order", "7", first);
    LiveRun inside = registry.open(null, "part", order, now.get());
    LiveRun agent = join("sub-agent", "8", inside);

    assertThat(order.parent()).isNull();
    assertThat(agent.parent()).isSameAs(order);
    registry.close(order);
    assertThat(join("order", "8", agent).parent()).as("the run above is over").isSameAs(agent);
    assertThat(join("order", "9", order).parent()).isNull();
  }

  /** Its part goes on when it is over, and may begin it anew. */
  @Test
  void noRunIsPartOfAPartOfItself() {
    LiveRun customer = join("customer", "1");
    LiveRun order = join("order", "7", customer);
    LiveRun part = join("part", "7", order);
    LiveRun piece = join("piece", "7", part);
    registry.close(order);

    assertThat(join("order", "7", piece).parent()).isSameAs(customer);
    registry.close(customer);
    assertThat(join("customer", "1", part).parent()).isNull();
  }

  @Test
  void whatAnotherProcessHasResetIsHaltedNoMore() {
    LiveRun halted = join("order", "7");
    halted.run().halt(Kind.NO_PROGRESS, "stuck");
    registry.close(halted);

    registry.isResetElsewhere("order/8");
    assertThat(join("order", "7").run().haltReason()).isNotNull();
    registry.close(join("order", "7"));
    registry.isResetElsewhere("order/7");

    assertThat(join("order", "7").run().haltReason()).isNull();
  }

  @Test
  void ofALongIdItsBeginningAndADigestAreKept() {
    String id = "0123456789".repeat(1_000);
    LiveRun live = join("order", id);

    assertThat(join("order", id)).isSameAs(live);
    assertThat(join("order", id + "0")).isNotSameAs(live);
    assertThat(live.run().id()).hasSizeLessThan(300).startsWith("order/0123456789");
  }

  @Test
  @Tag("concurrency")
  void thoseWhoJoinAtOnceAreInOneRun() throws Exception {
    RunRegistry roomy = registry(SmallPolicies.of(MANY), MANY);
    AtomicInteger rounds = new AtomicInteger();

    AtOnce.rounds(
        () -> {
          String id = "job " + rounds.incrementAndGet();
          return new AtOnce.Round() {
            private @Nullable LiveRun one;
            private @Nullable LiveRun other;

            @Override
            public void one() {
              one = roomy.join("order", id, null, 0);
            }

            @Override
            public void other() {
              other = roomy.join("order", id, null, 0);
            }

            @Override
            public void check() {
              assertThat(one).isNotNull().isSameAs(other);
              roomy.close(roomy.join("order", id, null, 0));
            }
          };
        });
  }

  @Test
  @Tag("concurrency")
  void nobodyJoinsARunThatIsOver() throws Exception {
    RunRegistry roomy = registry(SmallPolicies.of(MANY), MANY);
    AtomicInteger rounds = new AtomicInteger();

    AtOnce.rounds(
        () -> {
          String id = "job " + rounds.incrementAndGet();
          LiveRun live = roomy.join("order", id, null, 0);
          return new AtOnce.Round() {
            private boolean wasOver;
            private @Nullable LiveRun joined;

            @Override
            public void one() {
              roomy.close(live);
            }

            @Override
            public void other() {
              boolean before = live.isOver();
              joined = roomy.join("order", id, null, 0);
              wasOver = before && joined == live;
            }

            @Override
            public void check() {
              assertThat(wasOver).isFalse();
              roomy.close(roomy.join("order", id, null, 0));
            }
          };
        });
  }

  private LiveRun join(String task, String id) {
    return join(task, id, null);
  }

  private LiveRun join(String task, String id, @Nullable LiveRun around) {
    return registry.join(task, id, around, now.get());
  }

  private RunRegistry registry(AgentPolicy policy, int most) {
    return new RunRegistry(
        policy,
        new RunBounds(most, most, 100),
        Presets::create,
        new RunEvents(
            event -> {
              if (event instanceof RunEnded) {
                ended.add(event.runId());
              }
            },
            Clock.systemUTC(),
            false),
        null,
        now::get);
  }
}
