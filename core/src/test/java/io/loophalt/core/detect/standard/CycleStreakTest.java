package io.loophalt.core.detect.standard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class CycleStreakTest {

  @Property(tries = 500)
  void itsLengthIsThatOfTheLongestPeriodicEnd(
      @ForAll @Size(max = 30) List<@LongRange(min = 0, max = 2) Long> digests,
      @ForAll @IntRange(min = 1, max = 5) int period) {
    CycleStreak streak = new CycleStreak(period);

    for (int end = 1; end <= digests.size(); end++) {
      List<Long> soFar = digests.subList(0, end);
      assertThat(streak.add(digests.get(end - 1)))
          .as("length of period %d at the end of %s", period, soFar)
          .isEqualTo(longestPeriodicEnd(soFar, period));
    }
  }

  @Property(tries = 200)
  void aRestoredStreakGoesOnAsTheSavedOne(
      @ForAll @Size(max = 20) List<@LongRange(min = 0, max = 1) Long> before,
      @ForAll @Size(max = 20) List<@LongRange(min = 0, max = 1) Long> after,
      @ForAll @IntRange(min = 1, max = 5) int period)
      throws IOException {
    CycleStreak saved = new CycleStreak(period);
    before.forEach(saved::add);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    saved.save(new DataOutputStream(bytes));
    CycleStreak restored = new CycleStreak(period);
    restored.add(99);
    restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

    for (long digest : after) {
      assertThat(restored.add(digest)).isEqualTo(saved.add(digest));
    }
  }

  private static int longestPeriodicEnd(List<Long> digests, int period) {
    int start = Math.max(0, digests.size() - period);
    while (start > 0 && digests.get(start - 1).equals(digests.get(start - 1 + period))) {
      start--;
    }
    return digests.size() - start;
  }
}
