package io.loophalt.operations.report;

import static io.loophalt.operations.report.Reports.end;
import static io.loophalt.operations.report.Reports.event;
import static io.loophalt.operations.report.Reports.spoken;
import static io.loophalt.operations.report.Reports.step;
import static io.loophalt.operations.report.Reports.turn;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is added up of event logs. */
class RunsReportTest {

  @Test
  void anEmptyLogMakesAPageThatSaysSo() {
    Reports reports = Reports.of();

    assertThat(reports.complaints).isEmpty();
    assertThat(reports.notices).containsExactly("the file is empty");
    assertThat(reports.json().path("all").path("runs").asInt()).isZero();
    assertThat(reports.page())
        .contains("There are no runs in what was read.")
        .doesNotContain("1 line or file could not be read")
        .doesNotContain("<script");
  }

  @Test
  void aBrokenLineIsLeftOutAndTheRestCounts() {
    Reports reports =
        Reports.of(end("a", "done", 10), "{\"event\":\"run_end\",", end("b", "done", 20));

    assertThat(reports.complaints).hasSize(1).first().asString().startsWith("2: ");
    assertThat(reports.json().path("all").path("input_tokens").asInt()).isEqualTo(30);
    assertThat(reports.json().path("broken").asInt()).isEqualTo(1);
    assertThat(reports.page()).contains("1 line or file could not be read and was left out");
  }

  /** The job for Flink begins new files at each checkpoint. */
  @Test
  void aRunOfTheFleetMayLieInSeveralFiles() {
    String nudge = ofTheFleet(1, spoken("a", "nudge", false, 2, 2));
    String halt = ofTheFleet(2, spoken("a", "halt", false, 4, 4));
    String end = ofTheFleet(9, end("a", "no_progress", 100));
    String next = ofTheFleet(20, end("a", "done", 7));
    List<List<String>> inOrder = List.of(List.of(nudge), List.of(halt), List.of(end, next));
    List<List<String>> endsFirst = List.of(List.of(next), List.of(end), List.of(halt, nudge));

    for (List<List<String>> files : List.of(inOrder, endsFirst)) {
      Reports reports = Reports.ofFiles(files);

      JsonNode all = reports.json().path("all");
      assertThat(all.path("runs").asInt()).as("%s", files).isEqualTo(2);
      assertThat(all.path("halted").asInt()).as("nobody was").isZero();
      assertThat(all.path("would_be_halted").asInt()).isEqualTo(1);
      assertThat(all.path("input_tokens").asInt()).isEqualTo(107);
      assertThat(kinds(reports)).containsExactly("done 1", "no_progress 1");
    }
  }

  @Test
  void whatWasFoundOfARunOfTheFleetCountsBeforeItsEnd() {
    Reports reports = Reports.of(ofTheFleet(2, spoken("a", "halt", false, 4, 4)));

    assertThat(reports.json().path("all").path("runs").asInt()).isEqualTo(1);
    assertThat(reports.json().path("all").path("would_be_halted").asInt()).isEqualTo(1);
  }

  /** What was found of it may be in the folder of the day before. */
  @Test
  void theEndOfARunOfTheFleetStandsForItself() {
    Reports reports = Reports.of(ofTheFleet(2, end("a", "no_progress", 10)));

    assertThat(reports.json().path("all").path("halted").asInt()).isZero();
    assertThat(reports.json().path("all").path("would_be_halted").asInt()).isEqualTo(1);
  }

  private static String ofTheFleet(int second, String event) {
    return event
        .replace("\"jvm\":\"1-a\"", "\"jvm\":\"fleet\"")
        .replace("02:00:00Z", "02:00:%02dZ".formatted(second));
  }

  @Test
  void fieldsThatMakeNoSenseCountAsNothing() {
    Reports reports =
        Reports.of(
            event(
                "run_end",
                "a",
                "\"stop_reason\":7,\"steps\":-5,\"turns\":\"x\",\"input_tokens\":99999999999999999999,\"output_tokens\":[],\"cost\":1e999,\"wall_seconds\":-1,\"tools\":{\"t\":3}"),
            event("run_end", "b", "\"stop_reason\":{\"kind\":\"unheard of\"},\"cost\":-2"),
            event("intervention", "c", "\"intervention\":\"dance\",\"step\":\"x\"")
                .replace("2026-11-24T02:00:00Z", "yesterday"));

    JsonNode all = reports.json().path("all");
    assertThat(reports.complaints).isEmpty();
    assertThat(all.path("runs").asInt()).isEqualTo(3);
    assertThat(all.path("steps").asInt()).isZero();
    assertThat(all.path("cost").isNull()).isTrue();
    assertThat(kinds(reports)).containsExactly("done 1", "other 1", "open 1");
    assertThat(reports.json().path("without_time").asInt()).isEqualTo(1);
    assertThat(reports.page()).contains("a reason that this version does not know");
  }

  @Test
  void aLoopThatWasHaltedSavedAsMuchAgainAsSinceItsFirstNudge() {
    JsonNode saved =
        Reports.of(
                turn("turns", 0, "m", 100),
                spoken("turns", "nudge", true, 0, 0),
                turn("turns", 1, "m", 30),
                spoken("turns", "nudge", true, 1, 1),
                turn("turns", 2, "m", 5),
                spoken("turns", "halt", true, 2, 2),
                end("turns", "no_progress", 135),
                spoken("steps", "nudge", true, 2, 2),
                spoken("steps", "halt", true, 5, 5),
                end("steps", "repeated_error", 900),
                spoken("at once", "halt", true, 5, 5),
                end("at once", "stall", 5000),
                spoken("limit", "nudge", true, 2, 2),
                spoken("limit", "halt", true, 5, 5),
                end("limit", "token_cap", 5000),
                spoken("done", "nudge", true, 2, 2),
                end("done", "done", 5000))
            .json()
            .path("saved");

    assertThat(saved.path("estimated_runs").asInt()).isEqualTo(3);
    assertThat(saved.path("estimated_tokens").asInt())
        .as("35 by the turns, and of nine steps three")
        .isEqualTo(35 + 300);
    assertThat(saved.path("measured_tokens").asInt()).isZero();
  }

  @Test
  void whatARunUsedInsideAnotherIsAddedUpOnce() {
    String parent = "\"parent\":\"outer\",\"tools\":{\"look\":{\"calls\":2,\"repeated\":true}}";
    Reports reports =
        Reports.of(
            spoken("inner", "nudge", true, 0, 0),
            spoken("inner", "halt", true, 3, 3),
            end("inner", "no_progress", 300).replace("\"tools\":{}", parent),
            spoken("outer", "nudge", true, 0, 0),
            spoken("outer", "halt", true, 3, 3),
            end("outer", "no_progress", 900)
                .replace("\"tools\":{}", "\"tools\":{\"look\":{\"calls\":3,\"repeated\":true}}"),
            end("inner-2", "repeated_error", 40)
                .replace("\"tools\":{}", parent.replace("outer", "outer-2")),
            end("outer-2", "done", 100));

    JsonNode json = reports.json();
    assertThat(json.path("all").path("runs").asInt()).isEqualTo(4);
    assertThat(json.path("all").path("halted").asInt()).isEqualTo(3);
    assertThat(json.path("all").path("input_tokens").asInt()).isEqualTo(1000);
    assertThat(json.path("inside_others").asInt()).isEqualTo(2);
    assertThat(json.path("saved").path("estimated_tokens").asInt()).isEqualTo(300);
    assertThat(json.path("tools").get(0).path("calls").asInt()).isEqualTo(3);
    assertThat(reports.page())
        .contains("2 runs are parts of others", "<dt>Part of</dt><dd>outer</dd>");
  }

  @Test
  void whatARunUsedAfterAHaltThatWasOnlyWatchedIsMeasured() {
    Reports reports =
        Reports.of(
            turn("a", 0, "m", 100),
            step("a", 0, 0, "look", 1, 1),
            spoken("a", "halt", false, 0, 0),
            turn("a", 1, "m", 70),
            turn("a", 2, "m", 7),
            end("a", "done", 177),
            spoken("b", "halt", false, 0, 0),
            end("b", "done", 50));

    JsonNode json = reports.json();
    assertThat(json.path("saved").path("measured_tokens").asInt()).isEqualTo(77);
    assertThat(json.path("saved").path("measured_runs").asInt())
        .as("without turns nobody knows of b")
        .isEqualTo(1);
    assertThat(json.path("saved").path("estimated_tokens").asInt()).isZero();
    assertThat(json.path("all").path("would_be_halted").asInt()).isEqualTo(2);
    assertThat(reports.page()).contains("Would-be halt").contains("would be halted");
  }

  @Test
  void aNudgeBroughtNewsIfANextStepHadAnOutcomeThatIsNew() {
    JsonNode nudges =
        Reports.of(
                step("news", 0, 0, "look", 1, 1),
                step("news", 1, 1, "look", 1, 1),
                spoken("news", "nudge", true, 1, 1),
                step("news", 2, 2, "look", 1, 1),
                step("news", 3, 3, "look", 2, 2),
                end("news", "done", 1),
                step("late", 0, 0, "look", 1, 1),
                spoken("late", "nudge", true, 0, 0),
                step("late", 1, 1, "look", 1, 1),
                step("late", 2, 2, "look", 1, 1),
                step("late", 3, 3, "look", 1, 1),
                step("late", 4, 4, "look", 2, 2),
                end("late", "no_progress", 1),
                spoken("unlogged", "nudge", true, 4, 4),
                end("unlogged", "step_cap", 1),
                spoken("watched", "nudge", false, 4, 4),
                end("watched", "done", 1))
            .json()
            .path("nudges");

    assertThat(nudges.path("runs").asInt()).isEqualTo(3);
    assertThat(nudges.path("effect_known").asInt()).isEqualTo(2);
    assertThat(nudges.path("followed_by_news").asInt()).isEqualTo(1);
    assertThat(nudges.path("runs_done").asInt()).isEqualTo(1);
    assertThat(nudges.path("runs_halted").asInt()).isEqualTo(1);
    assertThat(nudges.path("runs_at_limit_or_operator").asInt()).isEqualTo(1);
    assertThat(nudges.path("by_detector").get(0).path("detector").asText()).isEqualTo("novelty");
  }

  @Test
  void whatTheEndOfARunSaysOfModelsFrameworkAndNudgesIsTaken() {
    String fields =
        "\"framework\":\"LangChain4j\",\"models\":{\"m-1\":{\"turns\":2,\"input_tokens\":30,\"output_tokens\":4,\"cost\":0.5}},\"interventions\":{\"nudges\":1,\"escalations\":0,\"nudges_followed_by_news\":1},\"stop_reason\":{\"kind\":\"done\"}";
    JsonNode json =
        Reports.of(spoken("a", "nudge", true, 4, 4), event("run_end", "a", fields)).json();

    assertThat(json.path("frameworks").get(0).path("name").asText()).isEqualTo("LangChain4j");
    assertThat(json.path("models").get(0).path("name").asText()).isEqualTo("m-1");
    assertThat(json.path("models").get(0).path("cost").asDouble()).isEqualTo(0.5);
    assertThat(json.path("nudges").path("followed_by_news").asInt()).isEqualTo(1);
    assertThat(json.path("without_model").asInt()).isZero();
  }

  @Test
  void modelsAreThoseOfTheTurnsWhereTheEndDoesNotSay() {
    JsonNode models =
        Reports.of(turn("a", 0, "m-1", 5), turn("a", 1, "m-2", 7), end("a", "done", 12))
            .json()
            .path("models");

    assertThat(models).extracting(each -> each.path("name").asText()).contains("m-1", "m-2");
    assertThat(models).extracting(each -> each.path("input_tokens").asInt()).contains(5, 7);
  }

  @Test
  void aRunOfAnotherJvmAndOneThatCountsAnewAreOthers() {
    JsonNode json =
        Reports.of(
                turn("run-1", 0, "m", 5),
                turn("run-1", 0, "m", 5).replace("1-a", "2-b"),
                turn("run-1", 1, "m", 5),
                turn("run-1", 0, "m", 5),
                end("run-1", "done", 5))
            .json();

    assertThat(json.path("all").path("runs").asInt()).isEqualTo(3);
    assertThat(json.path("all").path("input_tokens").asInt()).isEqualTo(20);
  }

  @Test
  void theDearestRunsComeFirstAndFurtherOnesAreOnlyCounted() {
    List<String> lines =
        IntStream.rangeClosed(1, 30)
            .mapToObj(i -> end("run-" + i, "no_progress", (i * 7) % 31))
            .toList();

    Reports reports = Reports.of(3, lines);

    assertThat(reports.json().path("costliest"))
        .extracting(each -> each.path("input_tokens").asInt())
        .containsExactly(30, 29, 28);
    assertThat(reports.json().path("halted_in_all").asInt()).isEqualTo(30);
    assertThat(reports.page()).contains("The 3 dearest of 30 runs");
  }

  @Test
  void theStoryOfALoopIsFoldedAndSaysWhatWasCompared() {
    List<String> lines = new ArrayList<>();
    lines.add(turn("a", 0, "m", 100));
    lines.add(step("a", 0, 0, "look", 1, 1));
    for (int i = 0; i < 6; i++) {
      lines.add(turn("a", 1 + i, "m", 100));
      lines.add(step("a", 1 + 2 * i, 1 + i, "edit", 10 + i, 2));
      lines.add(step("a", 2 + 2 * i, 1 + i, "check", 3, 3));
    }
    lines.add(
        spoken("a", "halt", true, 12, 6)
            .replace(
                "\"evidence\":{}",
                "\"evidence\":{\"action\":\"0000000000000003\",\"outcome\":\"0000000000000003\"}"));
    lines.add(end("a", "no_progress", 700));

    Reports reports = Reports.of(50, lines);

    assertThat(reports.json().path("costliest").get(0).path("repeats").toString())
        .isEqualTo("[{\"first_step\":1,\"times\":6,\"tools\":[\"edit\",\"check\"]}]");
    assertThat(reports.page())
        .contains("These 2 steps, </strong><strong>6 times")
        .contains("6 different calls, the same outcome")
        .contains("the same call, the same outcome")
        .contains("the same call (000000) at steps 3, 5, 7, 9, 11, 13; the same outcome (000000)")
        .contains("6: steps 12 to 13, turn 7, 100 tokens, 10 ms <span class=\"mark halt\">Halt");
  }

  @Test
  void withoutStepsTheLastActionsAreTheStory() {
    String halt =
        spoken("a", "halt", true, 5, 6)
            .replace(
                "\"evidence\":{}",
                "\"evidence\":{\"action\":\"bd1b78a498f4971b\",\"outcome\":\"b8d95ab6a982167e\",\"last_actions\":[\"my tool 9858cc result efa68b\",\"check bd1b78 error b8d95a\",\"check bd1b78 error b8d95a\",\"check bd1b78 error b8d95a\",\"?!\"]}");

    String page = Reports.of(halt, end("a", "no_progress", 700)).page();

    assertThat(page)
        .contains("Steps were not logged. These are the last actions")
        .contains("<code>my tool</code>")
        .contains("This step, </strong><strong>3 times")
        .contains("the same call (bd1b78) at steps 3, 4, 5; the same outcome (b8d95a) each time");
  }

  @Test
  void aLongRunIsToldByItsFirstAndItsLastSteps() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      lines.add(step("a", i, i, "look", i, i));
    }
    lines.add(spoken("a", "halt", true, 4_999, 4_999));

    String page = Reports.of(50, lines).page();

    assertThat(page).contains("steps not shown").contains(">5,000</span>");
    assertThat(page.split("<li class=\"step", -1)).hasSizeLessThan(150);
    assertThat(page.length()).isLessThan(200_000);
  }

  @Test
  void whatIsKeptOfOpenRunsIsBounded() {
    List<ReportedRun> told = new ArrayList<>();
    LogReading reading = new LogReading(told::add, run -> true, 64);
    ObjectMapper json = new ObjectMapper();
    for (int run = 0; run < 40; run++) {
      for (int i = 0; i < 500; i++) {
        reading.event(read(json, step("run-" + run, i, i, "look", i, i)));
      }
      reading.event(read(json, spoken("run-" + run, "halt", true, 499, 499)));
    }
    reading.end();

    assertThat(told).hasSize(40);
    assertThat(told.get(0).timeline()).as("silent longest").isNull();
    assertThat(told.get(39).timeline()).as("silent shortest").isNotNull();
    assertThat(told).allMatch(run -> run.steps() == 500);
  }

  private static JsonNode read(ObjectMapper json, String line) {
    try {
      return json.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void manyNamesAreAddedUpAsOthers() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      lines.add(end("run-" + i, "done", 1).replace("\"fix\"", "\"task " + i + "\""));
    }

    Reports reports = Reports.of(50, lines);

    assertThat(reports.json().path("tasks"))
        .hasSize(2_001)
        .anySatisfy(
            each -> {
              assertThat(each.path("name").asText()).isEqualTo("(others)");
              assertThat(each.path("runs").asInt()).isEqualTo(1_000);
            });
    assertThat(reports.page()).contains("1,971 more rows not shown.");
  }

  private static List<String> kinds(Reports reports) {
    List<String> kinds = new ArrayList<>();
    reports
        .json()
        .path("stop_reasons")
        .forEach(each -> kinds.add(each.path("kind").asText() + " " + each.path("runs").asInt()));
    return kinds;
  }
}
