package io.loophalt.store;

import static io.loophalt.store.LateEntries.Backlog.LONGEST_PAUSE_NANOS;
import static io.loophalt.store.LateEntries.Backlog.SHORTEST_PAUSE_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.store.LateEntries.Backlog;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LateEntriesTest {

  private final Backlog<String> backlog = new Backlog<>();
  private long now = Long.MAX_VALUE - SHORTEST_PAUSE_NANOS; // It overflows soon.

  @Test
  void nothingIsEverDueWhereThereIsNothing() {
    assertThat(backlog.nanosUntilDue(now)).isEqualTo(Long.MAX_VALUE);
    assertThat(backlog.take(now)).isEmpty();
  }

  @Test
  void somethingNewIsDueAtOnceAndOnce() {
    assertThat(backlog.add("one")).isTrue();
    assertThat(backlog.add("one")).isFalse();

    assertThat(backlog.nanosUntilDue(now)).isZero();
    assertThat(backlog.take(now)).containsExactly("one");
    backlog.allDoneBut(Set.of(), now);
    assertThat(backlog.size()).isZero();
  }

  /** As of the runs of a server that is away, beside those of one that is there. */
  @Test
  void whatFailsAgainAndAgainIsTriedOncePerLongestPauseThoughOthersSucceed() {
    backlog.add("away");
    int tries = 0;
    long end = now + 100 * LONGEST_PAUSE_NANOS;
    for (int i = 0; now - end < 0; i++) {
      backlog.add("there " + i);
      Set<String> due = backlog.take(now);
      assertThat(due).contains("there " + i);
      boolean isTried = due.contains("away");
      tries += isTried ? 1 : 0;
      backlog.allDoneBut(isTried ? Set.of("away") : Set.of(), now);
      now += SHORTEST_PAUSE_NANOS;
    }

    assertThat(tries).isBetween(100, 120);
    assertThat(backlog.size()).isOne();
  }

  @Test
  void afterOneThatSucceedsTheOthersAreTriedSoon() {
    backlog.add("one");
    backlog.add("other");
    Set<String> both = Set.of("one", "other");
    for (int i = 0; i < 20; i++) {
      assertThat(backlog.take(now)).containsExactlyInAnyOrder("one", "other");
      backlog.allDoneBut(both, now);
      now += backlog.nanosUntilDue(now);
    }

    backlog.take(now);
    backlog.allDoneBut(Set.of("other"), now);

    assertThat(backlog.nanosUntilDue(now)).isEqualTo(SHORTEST_PAUSE_NANOS);
  }

  @Test
  void whatIsToBeDoneOnceMoreIsDueAtOnce() {
    backlog.add("one");
    backlog.take(now);
    backlog.add("one"); // while it is tried
    backlog.allDoneBut(Set.of("one"), now);
    assertThat(backlog.nanosUntilDue(now)).isZero();
    assertThat(backlog.size()).isOne();

    backlog.take(now);
    backlog.allDoneBut(Set.of("one"), now);
    assertThat(backlog.nanosUntilDue(now)).isEqualTo(SHORTEST_PAUSE_NANOS);
    backlog.add("one");
    assertThat(backlog.nanosUntilDue(now)).isZero();
  }
}
