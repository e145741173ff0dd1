package io.loophalt.core.detect.news;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The latest calls, compared with a plain list of them. */
class RecentOutcomesTest {

  private static final int REMEMBERED = 64;
  private static final int CALLS = 3_000;

  private record Call(long action, int outcome) {}

  private final List<Call> made = new ArrayList<>();

  /** Few actions recur all the time, many push each other out, and some look alike at a glance. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 70, 2_000})
  void aCallIsKnownAsLongAsItIsAmongTheLatest(int actions) throws IOException {
    Random random = new Random(actions);
    RecentOutcomes outcomes = new RecentOutcomes();
    for (int i = 0; i < CALLS; i++) {
      Call call = new Call(random.nextInt(actions) * 256L, 512 * random.nextInt(3));
      assertKnown(outcomes, call);
      outcomes.add(call.action(), marked(call.outcome(), random));
      made.add(call);
      assertKnown(outcomes, call);
      if (i % 500 == 250) {
        outcomes = restored(outcomes);
      } else if (i % 1_000 == 999) {
        outcomes.clear();
        made.clear();
      }
    }
  }

  /** What brings news makes no round longer. */
  @Test
  void aRoundIsAsLongAsTheLesserOfTheLastTwoByWhatBroughtNothing() {
    RecentOutcomes outcomes = new RecentOutcomes();
    assertThat(outcomes.oldInRounds(1)).isZero();
    outcomes.add(1, 0);
    for (int round = 0; round < 2; round++) {
      assertThat(outcomes.oldInRounds(1)).isZero();
      outcomes.add(2 + round, 0);
      outcomes.add(9, RecentOutcomes.marked(4, 0, true));
      outcomes.add(5, 0);
      assertThat(outcomes.oldInRounds(1)).isEqualTo(round == 0 ? 0 : 2);
      outcomes.add(1, 0);
    }
    outcomes.add(2, 0);
    assertThat(outcomes.oldInRounds(1)).isEqualTo(1);
  }

  /** Whatever else is remembered of an outcome. */
  private static int marked(int outcome, Random random) {
    return RecentOutcomes.marked(outcome, random.nextInt(), random.nextBoolean());
  }

  private void assertKnown(RecentOutcomes outcomes, Call call) {
    List<Call> latest = made.subList(Math.max(0, made.size() - REMEMBERED), made.size());
    List<Long> actions = latest.stream().map(Call::action).toList();
    int last = actions.lastIndexOf(call.action());
    assertThat(outcomes.timesMade(call.action()))
        .isEqualTo((int) actions.stream().filter(each -> each == call.action()).count());
    assertThat(outcomes.timesSeen(call.action(), call.outcome()))
        .isEqualTo((int) latest.stream().filter(call::equals).count());
    assertThat(outcomes.ageOf(call.action())).isEqualTo(last < 0 ? 0 : actions.size() - last);
  }

  private static RecentOutcomes restored(RecentOutcomes before) throws IOException {
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    before.save(new DataOutputStream(saved));
    RecentOutcomes after = new RecentOutcomes();
    after.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
    return after;
  }
}
