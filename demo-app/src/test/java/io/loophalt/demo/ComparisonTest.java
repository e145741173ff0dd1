package io.loophalt.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason;
import io.loophalt.demo.RunReport.Ending;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  private static final String ESCAPE = "\u001b";

  private static final RunReport AT_THE_CAP =
      new RunReport(
          Ending.FRAMEWORK_CAP, "exceeded 100", 101, 1_500_000, 12_000, attempts(99, 0), null);

  private final Comparison asItShouldBe =
      new Comparison(AT_THE_CAP, halted(5, 3), Style.PLAIN, "scripted");

  @Test
  void aRunAsItShouldBeGivesNoComplaint() {
    assertThat(asItShouldBe.complaint()).isEmpty();
  }

  @Test
  void itFitsOnAScreen() {
    assertThat(asItShouldBe.lines())
        .hasSizeLessThan(30)
        .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(100));
  }

  @Test
  void aLongRunFitsOnAScreenToo() {
    Comparison afterManyAttempts =
        new Comparison(AT_THE_CAP, halted(40, 3), Style.PLAIN, "scripted");

    assertThat(afterManyAttempts.lines())
        .hasSizeLessThan(30)
        .anySatisfy(line -> assertThat(line).matches(" +40 +attempt 40 .* halt"));
  }

  @Test
  void everyAttemptHasItsErrorItsStreakAndWhatFollowed() {
    assertThat(asItShouldBe.lines())
        .anySatisfy(
            line -> assertThat(line).matches(" +2 +attempt 2 +TimeoutCheck.java:8 +81bc02 +2"))
        .anySatisfy(line -> assertThat(line).matches(" +3 .* 81bc02 +3 +nudge"))
        .anySatisfy(line -> assertThat(line).matches(" +5 .* 81bc02 +5 +halt"));
  }

  @Test
  void itSaysWhyTheRunWasStoppedAndWhatThatSaved() {
    assertThat(String.join("\n", asItShouldBe.lines()))
        .contains("no_progress: the same failure 5 times in a row")
        .contains("Saved    1,491,900 tokens (98.7 %) and 95 model calls");
  }

  @Test
  void coloursAreForTerminals() {
    assertThat(asItShouldBe.lines()).noneSatisfy(line -> assertThat(line).contains(ESCAPE));
    assertThat(new Comparison(AT_THE_CAP, halted(5, 3), Style.COLORED, "scripted").lines())
        .anySatisfy(line -> assertThat(line).contains(ESCAPE));
  }

  @Test
  void anUnguardedRunThatDoesNotReachTheCapIsWrong() {
    RunReport solved = new RunReport(Ending.ANSWERED, "done", 3, 10, 1, attempts(1, 0), null);

    assertThat(new Comparison(solved, halted(5, 3), Style.PLAIN, "scripted").complaint())
        .hasValueSatisfying(sentence -> assertThat(sentence).contains("the model's answer: done"));
  }

  @Test
  void aGuardedRunThatIsNotHaltedIsWrong() {
    assertThat(new Comparison(AT_THE_CAP, AT_THE_CAP, Style.PLAIN, "scripted").complaint())
        .hasValueSatisfying(sentence -> assertThat(sentence).contains("LoopHaltException"));
  }

  @Test
  void aHaltAtAnotherAttemptIsWrong() {
    assertThat(new Comparison(AT_THE_CAP, halted(4, 3), Style.PLAIN, "scripted").complaint())
        .hasValueSatisfying(sentence -> assertThat(sentence).contains("it was attempt 4"));
  }

  @Test
  void aNudgeAtAnotherAttemptIsWrong() {
    assertThat(new Comparison(AT_THE_CAP, halted(5, 2), Style.PLAIN, "scripted").complaint())
        .hasValueSatisfying(sentence -> assertThat(sentence).contains("attempt 2"));
    assertThat(new Comparison(AT_THE_CAP, halted(5, 0), Style.PLAIN, "scripted").complaint())
        .hasValueSatisfying(sentence -> assertThat(sentence).contains("attempt 3"));
  }

  private static RunReport halted(int attempts, int nudgedAt) {
    List<String> lastActions = new ArrayList<>();
    for (int i = 0; i < attempts; i++) {
      lastActions.addAll(
          List.of("edit_file 0" + i + "aaaa result 77aa00", "run_check 44bb11 error 81bc02"));
    }
    StopReason reason =
        new StopReason(
            StopReason.Kind.NO_PROGRESS,
            "the same failure 5 times in a row",
            "Repairer.repair",
            "run-1",
            "fingerprint",
            attempts,
            17,
            6,
            20_000,
            100,
            lastActions,
            true);
    return new RunReport(
        Ending.HALTED, "halted", 6, 20_000, 100, attempts(attempts, nudgedAt), reason);
  }

  private static List<Attempt> attempts(int count, int nudgedAt) {
    List<Attempt> attempts = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      attempts.add(
          new Attempt(
              "attempt " + i,
              "TimeoutCheck.java:" + (6 + i),
              i == nudgedAt ? "Revise the plan." : ""));
    }
    return attempts;
  }
}
