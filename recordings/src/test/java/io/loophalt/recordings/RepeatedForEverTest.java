package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.presets.Presets;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Whatever a run has done, it is halted if it does the same again and again: any one to six turns
 * in a row of any run, loop or healthy, are played for ever with the same answers, and then with
 * answers that differ in what means nothing. No excuse for legitimate work may last for ever.
 *
 * <p>Turns that a person begins are left out: people may ask for the same as often as they like.
 */
class RepeatedForEverTest {

  private static final List<String> RUNS =
      List.of(
          "/scenarios/scenarios.jsonl",
          "/scenarios/more.jsonl",
          "/scenarios/families-dev.jsonl",
          "/scenarios/families-more.jsonl",
          "/scenarios/families-heldout.jsonl",
          "/scenarios/families-named.jsonl",
          "/scenarios/families-blind.jsonl",
          "/scenarios/families-later.jsonl",
          "/scenarios/families-unseen.jsonl",
          "/scenarios/families-weak.jsonl",
          "/scenarios/families-outside.jsonl",
          "/scenarios/families-authors.jsonl",
          "/scenarios/families-afterwards.jsonl",
          "/trajectories/sample.jsonl.gz",
          "/trajectories/more.jsonl.gz",
          "/trajectories/fresh.jsonl.gz");

  private static final int WINDOWS = 1_500;
  private static final int LONGEST_WINDOW = 6;

  /** So many of the windows are of things that are watched. */
  private static final int FEW = WINDOWS / 75;

  private static final int TURNS_PLAYED = 60;
  private static final int LEAST_ROUNDS = 24;

  private static final Instant BEGINNING = Instant.parse("2026-11-30T12:00:27.377Z");
  private static final int SECONDS_BETWEEN = 27;

  private static final TaskPolicy STANDARD = PresetPolicy.of("standard");

  private static final List<JsonNode> ALL = new ArrayList<>();

  /** What becomes of the answer to a call in one of the rounds. */
  private interface Answer {
    String of(String answer, int turn, Random random);
  }

  @BeforeAll
  static void readRuns() throws IOException {
    for (String resource : RUNS) {
      ALL.addAll(TestRuns.of(resource));
    }
  }

  @Test
  void whoDoesTheSameAgainAndAgainIsHalted() {
    assertThat(goingOn(1, (answer, turn, random) -> answer)).isEmpty();
  }

  /**
   * What goes on are watched clocks, logs and metrics, and moves on boards, whose next picture the
   * run has seen, but not at that time.
   */
  @Test
  void soIsWhoIsToldTheSameAtOtherTimes() {
    assertThat(
            goingOn(
                2,
                (answer, turn, random) ->
                    answer.isEmpty() ? answer : "[" + timeOf(turn, random) + "] " + answer))
        .hasSizeLessThanOrEqualTo(FEW);
  }

  /** The same. */
  @Test
  void soIsWhoIsToldTheSameUnderTheIdsOfOtherRequests() {
    assertThat(
            goingOn(
                3,
                (answer, turn, random) ->
                    "%s\n(request %016x, took %d ms)"
                        .formatted(answer, random.nextLong(), 20 + random.nextInt(900))))
        .hasSizeLessThanOrEqualTo(FEW);
  }

  private static String timeOf(int turn, Random random) {
    return BEGINNING
        .plusSeconds((long) SECONDS_BETWEEN * turn)
        .plusMillis(random.nextInt(1000))
        .toString();
  }

  /** The windows that are repeated for ever and nobody stops. */
  private static List<String> goingOn(int seed, Answer answer) {
    Random random = new Random(seed);
    List<String> goingOn = new ArrayList<>();
    for (int played = 0; played < WINDOWS; ) {
      JsonNode run = ALL.get(random.nextInt(ALL.size()));
      List<List<JsonNode>> turns = turnsOf(run);
      int length = 1 + random.nextInt(LONGEST_WINDOW);
      if (turns.size() < length) {
        continue;
      }
      int from = random.nextInt(turns.size() - length + 1);
      if (turns.subList(from, from + length).stream().anyMatch(RepeatedForEverTest::isAPersons)) {
        continue;
      }
      played++;
      ObjectNode repeated = repeated(run, turns, from, length, answer, random);
      if (haltedAt(repeated) == null) {
        goingOn.add(run.path("id").asText() + ", turns " + from + " to " + (from + length - 1));
      }
    }
    return goingOn;
  }

  private static @Nullable Integer haltedAt(JsonNode run) {
    return Playback.of(new TrajectoryReader().read(run), STANDARD, Presets::create).haltedAt();
  }

  private static List<List<JsonNode>> turnsOf(JsonNode run) {
    List<List<JsonNode>> turns = new ArrayList<>();
    int latest = Integer.MIN_VALUE;
    for (JsonNode step : run.path("steps")) {
      int turn = step.path("turn").asInt(turns.size());
      if (turn != latest) {
        turns.add(new ArrayList<>());
        latest = turn;
      }
      turns.get(turns.size() - 1).add(step);
    }
    return turns;
  }

  private static boolean isAPersons(List<JsonNode> turn) {
    return turn.stream()
        .anyMatch(
            step ->
                step.path("user_message_before").asBoolean()
                    || step.path("user_after").asBoolean());
  }

  private static ObjectNode repeated(
      JsonNode run,
      List<List<JsonNode>> turns,
      int from,
      int length,
      Answer answer,
      Random random) {
    ObjectNode repeated = run.deepCopy();
    ArrayNode steps = repeated.putArray("steps");
    int rounds = Math.max(LEAST_ROUNDS, TURNS_PLAYED / length);
    for (int turn = 0; turn < from + rounds * length; turn++) {
      boolean before = turn < from;
      for (JsonNode step : turns.get(before ? turn : from + (turn - from) % length)) {
        ObjectNode again = step.deepCopy();
        again.put("turn", turn);
        again.remove("ts"); // Time would stand still, or go back.
        if (!before && step.path("result").isTextual()) {
          again.put("result", answer.of(step.path("result").asText(), turn, random));
        }
        steps.add(again);
      }
    }
    return repeated;
  }
}
