package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.core.policy.Intervention;
import io.loophalt.presets.Presets;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the default preset says to each scenario, beside what the known detectors say. */
class StandardPresetScenariosTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Turns after the one a reader would call a loop, in which a halt is still in time. */
  private static final int TURNS_TO_HALT = 8;

  /** Turns from a nudge to a halt that leave the model a chance. */
  private static final int TURNS_TO_REACT = 2;

  record Scenario(
      String id, boolean loop, int onset, boolean nudgeIsFair, String title, RecordedRun run) {
    @Override
    public String toString() {
      return id + " " + title;
    }
  }

  static Stream<Scenario> loops() throws IOException {
    return scenarios().stream().filter(Scenario::loop);
  }

  static Stream<Scenario> legitimateWork() throws IOException {
    return scenarios().stream().filter(s -> !s.loop());
  }

  @ParameterizedTest
  @MethodSource("loops")
  void aLoopIsNudgedAndThenHalted(Scenario scenario) {
    Playback.Outcome outcome = play(scenario);

    Integer nudged = outcome.first(Intervention.NUDGE);
    Integer halted = outcome.haltedAt();
    assertThat(nudged).as("position of the first nudge in %s", scenario).isNotNull();
    assertThat(halted).as("position of the halt in %s", scenario).isNotNull();
    int nudgeTurn = turnAt(scenario.run(), Objects.requireNonNull(nudged));
    int haltTurn = turnAt(scenario.run(), Objects.requireNonNull(halted));
    assertThat(haltTurn - nudgeTurn)
        .as("turns between nudge and halt in %s", scenario)
        .isGreaterThanOrEqualTo(TURNS_TO_REACT);
    assertThat(haltTurn)
        .as("turn of the halt in %s", scenario)
        .isLessThanOrEqualTo(turnAt(scenario.run(), scenario.onset()) + TURNS_TO_HALT);
  }

  @ParameterizedTest
  @MethodSource("legitimateWork")
  void legitimateWorkIsNotEvenNudged(Scenario scenario) {
    assertThat(play(scenario).findings()).as("findings in %s", scenario).isEmpty();
  }

  /** Loops that no exact comparison sees, and work that looks like them, of our own making. */
  static Stream<Scenario> furtherScenarios() throws IOException {
    return scenarios("/scenarios/more.jsonl").stream();
  }

  @ParameterizedTest
  @MethodSource("furtherScenarios")
  void furtherLoopsAreHaltedAndFurtherWorkIsNot(Scenario scenario) {
    Playback.Outcome outcome = play(scenario);

    if (scenario.loop()) {
      Integer nudged = outcome.first(Intervention.NUDGE);
      Integer halted = outcome.haltedAt();
      assertThat(halted).as("position of the halt in %s", scenario).isNotNull();
      assertThat(nudged)
          .as("position of the first nudge in %s", scenario)
          .isNotNull()
          .isLessThanOrEqualTo(Objects.requireNonNull(halted) - TURNS_TO_REACT);
    } else if (scenario.nudgeIsFair()) {
      assertThat(outcome.haltedAt()).as("position of the halt in %s", scenario).isNull();
    } else {
      assertThat(outcome.findings()).as("findings in %s", scenario).isEmpty();
    }
  }

  @Test
  void thePeerTableIsPrintedBesideOurs() throws IOException {
    JsonNode peers = JSON.readTree(resource("/scenarios/peers.json"));
    List<String> names = new ArrayList<>();
    peers.path("L1").fieldNames().forEachRemaining(names::add);
    StringBuilder table = new StringBuilder();
    table.append(row("", "onset", "standard", names));
    int[] right = new int[names.size()];
    int ours = 0;
    for (Scenario scenario : scenarios()) {
      Playback.Outcome outcome = play(scenario);
      List<String> verdicts = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        JsonNode verdict = peers.path(scenario.id()).path(names.get(i));
        boolean silent = verdict.isNull() || verdict.isMissingNode();
        verdicts.add(verdict.isMissingNode() ? "" : verdict.isNull() ? "-" : verdict.asText());
        right[i] += silent != scenario.loop() ? 1 : 0;
      }
      boolean halted = outcome.haltedAt() != null;
      ours += halted == scenario.loop() ? 1 : 0;
      table.append(
          row(
              scenario.id(),
              scenario.loop() ? "" + (turnAt(scenario.run(), scenario.onset()) + 1) : "legit",
              ourVerdict(scenario, outcome),
              verdicts));
    }
    List<String> totals = new ArrayList<>();
    for (int each : right) {
      totals.add("" + each);
    }
    int count = scenarios().size();
    table.append(row("right", "of " + count, "" + ours, totals));
    System.out.println(table);

    assertThat(ours).as("scenarios judged right").isEqualTo(count);
    assertThat(Arrays.stream(right).max().orElse(0))
        .as("scenarios judged right by the best peer")
        .isLessThan(count);
  }

  private static String ourVerdict(Scenario scenario, Playback.Outcome outcome) {
    Integer nudged = outcome.first(Intervention.NUDGE);
    Integer halted = outcome.haltedAt();
    if (nudged == null && halted == null) {
      return "-";
    }
    return (nudged == null ? "" : (turnAt(scenario.run(), nudged) + 1) + "n ")
        + (halted == null ? "" : (turnAt(scenario.run(), halted) + 1) + "S");
  }

  private static String row(String id, String onset, String ours, List<String> peers) {
    StringBuilder row = new StringBuilder(String.format("%-6s%-7s%-10s", id, onset, ours));
    for (String peer : peers) {
      row.append(String.format("%-9.8s", peer));
    }
    return row.append('\n').toString();
  }

  private static Playback.Outcome play(Scenario scenario) {
    return Playback.of(scenario.run(), PresetPolicy.of("standard"), Presets::create);
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

  private static List<Scenario> scenarios() throws IOException {
    return scenarios("/scenarios/scenarios.jsonl");
  }

  private static List<Scenario> scenarios(String resource) throws IOException {
    List<Scenario> scenarios = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(resource(resource), StandardCharsets.UTF_8))) {
      Iterator<String> each = lines.lines().iterator();
      while (each.hasNext()) {
        JsonNode scenario = JSON.readTree(each.next());
        scenarios.add(
            new Scenario(
                scenario.path("id").asText(),
                scenario.path("label").asText().equals("loop"),
                scenario.path("onset").asInt(-1),
                scenario.path("nudge_is_fair").asBoolean(false),
                scenario.path("title").asText(),
                new TrajectoryReader().read(scenario)));
      }
    }
    return scenarios;
  }

  private static InputStream resource(String name) {
    return Objects.requireNonNull(
        StandardPresetScenariosTest.class.getResourceAsStream(name), name);
  }
}
