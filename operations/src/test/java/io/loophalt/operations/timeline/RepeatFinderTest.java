package io.loophalt.operations.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.operations.timeline.TimelineRow.Gap;
import io.loophalt.operations.timeline.TimelineRow.Part;
import io.loophalt.operations.timeline.TimelineRow.Repeat;
import io.loophalt.operations.timeline.TimelineRow.Single;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RepeatFinderTest {

  /** Each letter is a tool, each digit behind it a call and an outcome of it. */
  private static List<TimelineStep> steps(String text) {
    List<TimelineStep> steps = new ArrayList<>();
    for (String each : text.split(" ")) {
      int number = steps.size();
      steps.add(
          each.equals("-")
              ? TimelineStep.reply(number, number)
              : new TimelineStep(
                  number,
                  number,
                  each.substring(0, 1),
                  each.endsWith("!"),
                  each.charAt(0) * 100L + each.charAt(1),
                  each.charAt(2),
                  each.charAt(2),
                  1));
    }
    return steps;
  }

  private static String rows(String text) {
    return RepeatFinder.rows(steps(text)).stream()
        .map(RepeatFinderTest::shown)
        .collect(Collectors.joining(" "));
  }

  private static String shown(TimelineRow row) {
    if (row instanceof Repeat repeat) {
      return repeat.parts().stream()
          .map(part -> part.tool().isEmpty() ? "-" : part.tool())
          .collect(Collectors.joining("", "(", ")" + repeat.times()));
    }
    return row instanceof Single single
        ? single.step().isReply() ? "-" : single.step().tool()
        : "...";
  }

  @Test
  void theSameCallAgainAndAgainIsOneRow() {
    assertThat(rows("r11 a11 a11 a11 a11 b11")).isEqualTo("r (a)4 b");
  }

  @Test
  void twiceTheSameCallIsNoLoop() {
    assertThat(rows("a11 a11 b11")).isEqualTo("a a b");
  }

  @Test
  void severalStepsFoldIntoTheShortestPass() {
    assertThat(rows("r11 a11 b11 a11 b11 a11 b11 a11 b11")).isEqualTo("r (ab)4");
  }

  @Test
  void aPassMayHaveStepsThatDifferEachTimeIfOneIsTheSame() {
    assertThat(rows("a12 b11 c11! a23 b22 c11! a34 b33 c11!")).isEqualTo("(abc)3");
    Repeat repeat = (Repeat) RepeatFinder.rows(steps("a12 c11! a23 c11! a34 c11!")).get(0);

    assertThat(repeat.parts())
        .containsExactly(new Part("a", false, 3, 3), new Part("c", true, 1, 1));
  }

  @Test
  void callsThatHaveNothingInCommonAreNotFolded() {
    assertThat(rows("a11 a22 a33 a44")).isEqualTo("a a a a");
  }

  @Test
  void aFailureIsNotLikeASuccess() {
    assertThat(rows("a11 a11! a11 b11")).isEqualTo("a a a b");
  }

  @Test
  void repliesWithoutACallFoldToo() {
    assertThat(rows("a11 - - - -")).isEqualTo("a (-)4");
  }

  @Test
  void aLoopAfterManyDifferentCallsOfTheSameToolIsFound() {
    assertThat(rows("a11 a22 a33 a99 a99 a99 a99")).isEqualTo("a a a (a)4");
  }

  @Test
  void ofManyPassesTheFirstAndTheLastAreKept() {
    StringBuilder text = new StringBuilder("a11");
    for (int i = 1; i < 1000; i++) {
      text.append(" a11");
    }
    Repeat repeat = (Repeat) RepeatFinder.rows(steps(text.toString())).get(0);

    assertThat(repeat.times()).isEqualTo(1000);
    assertThat(repeat.passes()).hasSize(40);
    assertThat(repeat.passes().get(39).get(0).number()).isEqualTo(999);
  }

  @Test
  void aTimelineHasABoundedNumberOfRows() {
    StringBuilder text = new StringBuilder("a11");
    for (int i = 1; i < 900; i++) {
      text.append(i % 2 == 0 ? " a" : " b").append((char) (200 + i)).append((char) (200 + i));
    }
    List<TimelineRow> rows = RepeatFinder.rows(List.of(), 50, steps(text.toString()));

    assertThat(rows).hasSizeLessThan(125).filteredOn(Gap.class::isInstance).isNotEmpty();
    long told = rows.stream().mapToLong(row -> row instanceof Gap gap ? gap.steps() : 1).sum();
    assertThat(told).isEqualTo(950);
  }
}
