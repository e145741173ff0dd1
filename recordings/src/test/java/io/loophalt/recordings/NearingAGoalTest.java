package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.presets.Presets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Edits, each followed by the same check, which fails with the same words: as long as its number
 * nears what it should be, that is progress; where it wanders, none.
 */
class NearingAGoalTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * One check.
   *
   * @param says what it says, with the number that it measures
   */
  private record Check(String command, String says, List<Double> nears, List<Double> wanders) {

    @Override
    public String toString() {
      return command;
    }
  }

  static Stream<Check> checks() {
    return Stream.of(
        new Check(
            "make bench",
            "p95 latency %.0f ms exceeds limit of 500 ms\nFAIL",
            List.of(812., 740., 690., 640., 601., 570., 548., 530., 519., 512.),
            List.of(812., 820., 809., 815., 811., 818., 807., 816., 822., 813.)),
        new Check(
            "npm run size",
            "Error: bundle is %.0f kB, maximum is 250 kB",
            List.of(412., 380., 352., 331., 310., 294., 281., 270., 262., 255.),
            List.of(412., 415., 411., 413., 418., 412., 414., 410., 413., 416.)),
        new Check(
            "python evaluate.py",
            "AssertionError: score %.2f is below the required 0.80",
            List.of(.41, .48, .55, .60, .66, .70, .73, .76, .78, .79),
            List.of(.41, .40, .42, .41, .39, .42, .40, .41, .43, .41)),
        new Check(
            "make test-loop",
            "[09:10:15] loopback: sent 16, received %.0f\nFAIL",
            List.of(0., 3., 5., 7., 8., 10., 11., 13., 14., 15.),
            List.of(3., 3., 4., 2., 3., 4., 3., 2., 3., 4.)),
        new Check(
            "mvn test -Dtest=AllocTest",
            "org.opentest4j.AssertionFailedError: expected: <256> but was: <%.0f>\n"
                + "\tat com.acme.AllocTest.fits(AllocTest.java:41)",
            List.of(100., 140., 171., 190., 215., 231., 240., 247., 252., 254.),
            List.of(100., 90., 140., 110., 95., 120., 130., 105., 99., 102.)),
        new Check(
            "./soak.sh",
            "peak %.0f MB, budget 512 MB: over budget",
            List.of(912., 850., 790., 740., 700., 660., 620., 590., 560., 530.),
            List.of(912., 915., 909., 920., 913., 911., 916., 914., 918., 910.)),
        new Check(
            "mvn verify",
            "[ERROR] Rule violated: lines covered ratio is %.3f, but expected minimum is 0.800",
            List.of(.412, .475, .520, .581, .617, .660, .704, .733, .769, .790),
            List.of(.412, .413, .412, .411, .412, .413, .412, .412, .411, .413)),
        new Check(
            "docker build .",
            "Step %.0f/16 : RUN make part\nThe command returned a non-zero code: 2",
            List.of(3., 5., 6., 8., 9., 10., 11., 12., 13., 14.),
            List.of(3., 3., 3., 3., 3., 3., 3., 3., 3., 3.)),
        new Check(
            "./pruefe A4",
            "Fehler: Gewicht %.0f g liegt über dem zulässigen Wert von 320 g",
            List.of(612., 540., 498., 455., 430., 401., 380., 365., 350., 341.),
            List.of(612., 610., 615., 613., 611., 614., 612., 616., 613., 611.)),
        new Check(
            "npx jest alloc",
            "expect(received).toBe(expected)\n\nExpected: 256\nReceived: %.0f",
            List.of(100., 140., 171., 190., 215., 231., 240., 247., 252., 254.),
            List.of(100., 90., 140., 110., 95., 120., 130., 105., 99., 102.)),
        new Check(
            "cargo test",
            "assertion `left == right` failed\n  left: %.0f\n right: 256",
            List.of(100., 140., 171., 190., 215., 231., 240., 247., 252., 254.),
            List.of(100., 90., 140., 110., 95., 120., 130., 105., 99., 102.)),
        new Check(
            "pytest -q test_diff.py",
            "E   AssertionError: mismatched bytes: %.0f (expected 0)\n1 test in 2.31s",
            List.of(90., 71., 60., 48., 37., 29., 20., 12., 6., 2.),
            List.of(90., 91., 88., 93., 90., 89., 92., 90., 87., 91.)),
        new Check(
            "./pruefe-plan",
            "Fehler: Abweichung %,.2f Prozent, Ziel sind 0,05",
            List.of(4.75, 4.1, 3.5, 3.05, 2.6, 2.15, 1.8, 1.4, 1.05, .75),
            List.of(4.75, 4.8, 4.75, 4.82, 4.79, 4.75, 4.81, 4.76, 4.8, 4.78)),
        new Check(
            "python eval.py",
            "AssertionError: accuracy %.3f is below 0.900",
            List.of(.612, .618, .625, .629, .636, .641, .645, .652, .655, .661),
            List.of(.612, .613, .611, .612, .613, .612, .611, .612, .613, .612)),
        new Check(
            "psql -f import.sql",
            "导入失败：已导入 %,.0f 行，应为 10,000 行",
            List.of(1200., 2400., 3100., 4800., 5900., 6600., 7400., 8300., 9100., 9700.),
            List.of(1200., 1200., 1200., 1200., 1200., 1200., 1200., 1200., 1200., 1200.)));
  }

  @ParameterizedTest
  @MethodSource("checks")
  void whatNearsItsGoalIsLeftAlone(Check check) {
    for (boolean failed : List.of(true, false)) {
      Playback.Outcome outcome = play(check, check.nears(), failed);

      assertThat(outcome.haltedAt()).as("halted").isNull();
      assertThat(outcome.first(Intervention.NUDGE)).as("nudged").isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("checks")
  void whatWandersIsHalted(Check check) {
    assertThat(play(check, check.wanders(), true).haltedAt()).isNotNull();
  }

  static Stream<Check> measurements() {
    List<Double> shrinks = List.of(812., 740., 690., 640., 601., 570., 548., 530., 519., 512.);
    List<Double> varies = List.of(812., 820., 790., 815., 840., 798., 807., 836., 822., 813.);
    return Stream.of(
        new Check("hyperfine ./app", "Time (mean): %.1f ms", shrinks, varies),
        new Check(
            "psql -f q.sql", "Planning Time: 0.4 ms\nExecution Time: %.3f ms", shrinks, varies),
        new Check("du -b dist/app.js", "dist/app.js %.0f kB", shrinks, varies),
        new Check("pruefe-last", "Antwortzeit im Mittel: %.1f ms", shrinks, varies),
        new Check("./bench", "Runtime: %.1f", shrinks, varies),
        new Check("node mem.js", "heap used: %.0f MB", shrinks, varies));
  }

  /** Nothing failed: what is done is to become faster, or smaller. */
  @ParameterizedTest
  @MethodSource("measurements")
  void whatGetsFasterOrSmallerIsLeftAloneAndWhatDoesNotIsHalted(Check check) {
    Playback.Outcome better = play(check, check.nears(), false);

    assertThat(better.haltedAt()).as("halted").isNull();
    assertThat(better.first(Intervention.NUDGE)).as("nudged").isNull();
    assertThat(play(check, check.wanders(), false).haltedAt()).isNotNull();
  }

  /** A number that has nothing to do with the other one: it counts, or names a place. */
  @Test
  void countersNearNothing() {
    List<Check> counters =
        List.of(
            counter("make run", "job %.0f on port 8080 failed: broken pipe", 4711, 1),
            counter("make run", "attempt %.0f/12 failed: broken pipe", 1, 1),
            counter("mvn test", "TimeoutCheck.java:%.0f: expected 60 but was 30", 7, 5),
            counter("make run", "12:00:%.0f ERROR after 60 s: broken pipe", 10, 5),
            counter("curl -f x", "10.0.0.%.0f refused, 255 others did", 1, 20),
            counter("pytest -q", "worker %.0f: 3 of 9 rows are wrong", 1, 1),
            counter("make run", "quota used %.0f, limit 1000", 100, 90),
            counter("make run", "%.0f files are open, 256 allowed", 10, 20),
            counter("make run", "still failing %.0f s after start, deadline 60 s", 3, 6),
            counter("make run", "no token: it expires in %.0f s", 600, -50),
            counter("make run", "expected: <100> but was: <-%.0f>", 5, 5));
    for (Check counter : counters) {
      assertThat(play(counter, counter.nears(), true).haltedAt()).as(counter.says()).isNotNull();
    }
  }

  private static Check counter(String command, String says, int from, int step) {
    List<Double> values = Stream.iterate((double) from, last -> last + step).limit(10).toList();
    return new Check(command, says, values, values);
  }

  private static Playback.Outcome play(Check check, List<Double> values, boolean failed) {
    ObjectNode run = JSON.createObjectNode().put("id", "run");
    ArrayNode steps = run.putArray("steps");
    step(steps, "read_file", "README.md").put("result", "Run the check after each change");
    for (int i = 0; i < values.size(); i++) {
      step(steps, "edit_file", "a = " + i).put("result", "ok");
      boolean comma = check.says().contains("%,.2f");
      String says =
          String.format(comma ? Locale.GERMANY : Locale.ROOT, check.says(), values.get(i));
      step(steps, "bash", check.command()).put(failed ? "error" : "result", says);
    }
    return Playback.of(
        new TrajectoryReader().read(run), PresetPolicy.of("standard"), Presets::create);
  }

  private static ObjectNode step(ArrayNode steps, String tool, String argument) {
    ObjectNode step = steps.addObject().put("turn", steps.size()).put("tool", tool);
    step.putObject("args").put("command", argument);
    return step;
  }
}
