package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.core.policy.Intervention;
import io.loophalt.presets.Presets;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How many loops of each family the default preset halts, and that it leaves their legitimate twins
 * alone. The scenarios were written without looking at the detectors.
 */
class FamilyScenariosTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Turns after the one at which a person would stop it, in which a halt is still in time. */
  private static final int TURNS_TO_HALT = 8;

  /** Loops of each family that were found when this was last written. It only ever rises. */
  private static final Map<String, Integer> FOUND =
      Map.ofEntries(
          Map.entry("counter-in-arguments", 3),
          Map.entry("edit-clean-run", 4),
          Map.entry("edits-same-check", 5),
          Map.entry("empty-searches", 5),
          Map.entry("growing-arguments", 5),
          Map.entry("guessing-a-setting", 5),
          Map.entry("handing-back-and-forth", 5),
          Map.entry("hunting", 5),
          Map.entry("invented-tools", 5),
          Map.entry("no-op-commands", 5),
          Map.entry("plan-rewritten", 4),
          Map.entry("prose-to-shell", 5),
          Map.entry("refused", 5),
          Map.entry("rejected-edits", 5),
          Map.entry("reverifying", 5),
          Map.entry("same-edit-accepted", 5),
          Map.entry("same-root-failure", 5),
          Map.entry("saying-done", 5),
          Map.entry("volatile-answers", 4),
          Map.entry("volatile-in-error", 5));

  /** Legitimate work that is halted nevertheless, to be mended: nothing may be added. */
  private static final Set<String> WRONGLY_HALTED = Set.of();

  private record Scenario(
      String id, String family, boolean loop, int begins, int onset, int latest, RecordedRun run) {

    static Scenario of(JsonNode json) {
      return new Scenario(
          json.path("id").asText(),
          json.path("family").asText(),
          json.path("label").asText().equals("loop"),
          json.path("begins").asInt(-1),
          json.path("onset").asInt(-1),
          json.path("latest").asInt(Integer.MAX_VALUE),
          new TrajectoryReader().read(json));
    }
  }

  /** What came of the scenarios of one family. */
  static final class Score {
    private int loops;
    private int found;
    private int inTime;
    private int nudged;
    private int legitimate;
    private int nudgedWrongly;
    private final Set<String> haltedWrongly = new TreeSet<>();
    private final Set<String> haltedBeforeItBegan = new TreeSet<>();
    private final Set<String> haltedTooLate = new TreeSet<>();

    void add(Scenario scenario) {
      Playback.Outcome outcome =
          Playback.of(scenario.run(), PresetPolicy.of("standard"), Presets::create);
      Integer haltedAt = outcome.haltedAt();
      int nudge = outcome.first(Intervention.NUDGE) == null ? 0 : 1;
      if (scenario.loop()) {
        loops++;
        nudged += nudge;
        found += haltedAt == null ? 0 : 1;
        inTime += haltedInTime(scenario, haltedAt) ? 1 : 0;
        if (haltedAt != null && haltedAt < scenario.begins()) {
          haltedBeforeItBegan.add(scenario.id());
        }
        if (haltedAt == null || haltedAt > scenario.latest()) {
          haltedTooLate.add(scenario.id());
        }
      } else {
        legitimate++;
        nudgedWrongly += nudge;
        if (haltedAt != null) {
          haltedWrongly.add(scenario.id());
        }
      }
    }

    private static boolean haltedInTime(Scenario scenario, @Nullable Integer haltedAt) {
      return haltedAt != null
          && turnAt(scenario.run(), haltedAt)
              <= turnAt(scenario.run(), scenario.onset()) + TURNS_TO_HALT;
    }

    int found() {
      return found;
    }

    int loops() {
      return loops;
    }

    int nudgedWrongly() {
      return nudgedWrongly;
    }

    Set<String> haltedWrongly() {
      return haltedWrongly;
    }

    Set<String> haltedBeforeItBegan() {
      return haltedBeforeItBegan;
    }

    private String row(String family) {
      return String.format(
          "%-26s%6d%7d%9d%8d%8d%8d%8d%n",
          family, loops, found, inTime, nudged, legitimate, haltedWrongly.size(), nudgedWrongly);
    }
  }

  @Test
  void loopsOfEachFamilyAreHaltedAndTheirLegitimateTwinsAreNot() throws IOException {
    Map<String, Score> scores = play("/scenarios/families-dev.jsonl");

    System.out.println(table("families-dev", scores));

    Map<String, Integer> found = new TreeMap<>();
    Set<String> haltedWrongly = new TreeSet<>();
    Set<String> haltedBeforeItBegan = new TreeSet<>();
    scores.forEach(
        (family, score) -> {
          found.put(family, score.found);
          haltedWrongly.addAll(score.haltedWrongly);
          haltedBeforeItBegan.addAll(score.haltedBeforeItBegan);
        });
    assertThat(haltedWrongly).as("legitimate work halted").isSubsetOf(WRONGLY_HALTED);
    assertThat(haltedBeforeItBegan).as("loops halted in the healthy work before").isEmpty();
    assertThat(found)
        .as("loops found, by family")
        .allSatisfy(
            (family, count) ->
                assertThat(count).as(family).isGreaterThanOrEqualTo(FOUND.getOrDefault(family, 0)));
    assertThat(found).as("families").containsKeys(FOUND.keySet().toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"families-more", "same-again"})
  void loopsThatARuleWasBuiltForAreHaltedInTimeAndTheirTwinsAreNot(String name) throws IOException {
    Map<String, Score> scores = play("/scenarios/" + name + ".jsonl");

    System.out.println(table(name, scores));

    assertThat(scores).isNotEmpty();
    scores.forEach(
        (family, score) -> {
          assertThat(score.inTime).as("%s: loops halted in time", family).isEqualTo(score.loops);
          assertThat(score.haltedTooLate).as("%s: halted too late", family).isEmpty();
          assertThat(score.haltedWrongly).as("%s: legitimate work halted", family).isEmpty();
          assertThat(score.nudgedWrongly).as("%s: legitimate work nudged", family).isZero();
          assertThat(score.haltedBeforeItBegan).as("%s: halted before", family).isEmpty();
        });
  }

  /**
   * Plays what its authors wrote without the rules at hand.
   *
   * @param name of the scenarios
   * @param wronglyHalted legitimate work that is halted nevertheless
   * @param nudgedWrongly how much legitimate work may be nudged
   * @param least how many loops are to be found
   */
  static void assertHalted(String name, Set<String> wronglyHalted, int nudgedWrongly, int least)
      throws IOException {
    Map<String, Score> scores = play("/scenarios/" + name + ".jsonl");

    System.out.println(table(name, scores));

    Set<String> haltedWrongly = new TreeSet<>();
    Set<String> haltedBeforeItBegan = new TreeSet<>();
    int found = 0;
    int nudged = 0;
    for (Score score : scores.values()) {
      haltedWrongly.addAll(score.haltedWrongly());
      haltedBeforeItBegan.addAll(score.haltedBeforeItBegan());
      found += score.found();
      nudged += score.nudgedWrongly();
    }
    assertThat(haltedWrongly).as("legitimate work halted").isSubsetOf(wronglyHalted);
    assertThat(nudged).as("legitimate work nudged").isLessThanOrEqualTo(nudgedWrongly);
    assertThat(haltedBeforeItBegan).as("loops halted in the healthy work before").isEmpty();
    assertThat(found).as("loops found").isGreaterThanOrEqualTo(least);
  }

  static Map<String, Score> play(String resource) throws IOException {
    Map<String, Score> scores = new TreeMap<>();
    for (Scenario each : scenarios(resource)) {
      scores.computeIfAbsent(each.family(), family -> new Score()).add(each);
    }
    return scores;
  }

  static String table(String title, Map<String, Score> scores) {
    StringBuilder table =
        new StringBuilder(title)
            .append(
                String.format(
                    "%n%-26s%6s%7s%9s%8s%8s%8s%8s%n",
                    "family", "loops", "found", "in time", "nudged", "legit", "halted", "nudged"));
    scores.forEach((family, score) -> table.append(score.row(family)));
    return table.toString();
  }

  private static int turnAt(RecordedRun run, int position) {
    List<RecordedRun.RecordedTurn> turns = run.turns();
    for (int i = 0; i < turns.size(); i++) {
      if (turns.get(i).lastPosition() >= position) {
        return i;
      }
    }
    return turns.size();
  }

  private static List<Scenario> scenarios(String resource) throws IOException {
    List<Scenario> scenarios = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    FamilyScenariosTest.class.getResourceAsStream(resource), resource),
                StandardCharsets.UTF_8))) {
      Iterator<String> each = lines.lines().iterator();
      while (each.hasNext()) {
        scenarios.add(Scenario.of(JSON.readTree(each.next())));
      }
    }
    return scenarios;
  }
}
