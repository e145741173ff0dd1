package io.loophalt.operations.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.operations.report.ReportedRun.Verdict;
import io.loophalt.operations.report.StopKinds.Group;
import org.junit.jupiter.api.Test;

class TimeSlotsTest {

  private static ReportedRun at(long seconds) {
    return ReportedRuns.of("", /* ended= */ true, seconds * 1000, Verdict.NOT_HALTED, "done");
  }

  @Test
  void aFewMinutesAreShownByTheMinuteWithTheEmptyOnes() {
    TimeSlots slots = new TimeSlots();
    slots.add(at(600));
    slots.add(at(659));
    slots.add(at(780));
    slots.settle();

    assertThat(slots.width()).isEqualTo(60);
    assertThat(slots.begin()).isEqualTo(600);
    assertThat(slots.all())
        .extracting(slot -> slot.runs(Group.DONE))
        .containsExactly(2L, 0L, 0L, 1L);
  }

  @Test
  void slotsWidenUntilTheyAreFewAndLoseNothing() {
    TimeSlots slots = new TimeSlots();
    for (long minute = 0; minute < 30_000; minute++) {
      slots.add(at(1_700_000_000 + minute * 60));
    }
    slots.settle();

    assertThat(slots.width()).isEqualTo(43_200);
    assertThat(slots.all()).hasSizeLessThanOrEqualTo(TimeSlots.MOST_SHOWN);
    assertThat(slots.all().stream().mapToLong(slot -> slot.tokens).sum()).isEqualTo(30_000);
  }

  @Test
  void aClockThatIsWrongByCenturiesCostsNoMemory() {
    TimeSlots slots = new TimeSlots();
    slots.add(at(0));
    slots.add(at(250_000_000_000L));
    slots.settle();

    assertThat(slots.all()).hasSizeLessThanOrEqualTo(TimeSlots.MOST_SHOWN);
  }
}
