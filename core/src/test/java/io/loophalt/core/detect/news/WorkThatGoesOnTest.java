package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Healthy work that is long, and beside it what looks like it and gets nowhere. */
class WorkThatGoesOnTest {

  private static final String[] WORDS = BatchesTest.WORDS;
  private static final int HALTED = 6;
  private static final int LONG = 200;

  private static final String[] PARTS = {
    "sal", "vor", "min", "dex", "kun", "tel", "rob", "fin", "gar", "hum", "pol", "wis"
  };

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "exec | {\"argv\":[\"zfs\",\"set\",\"quota=%2$dG\",\"tank/%1$s%2$d\"]} | exit code: 0",
        "run_process | {\"program\":\"ip\",\"args\":[\"route\",\"add\",\"10.0.%2$d.0/24\"]}"
            + " | {\"exitCode\":0,\"stdout\":\"\"}",
        "validate_schema | {\"file\":\"%1$s%2$d.json\"} | {\"valid\":true,\"errors\":[]}",
        "bash | {\"command\":\"ruff check src/%1$s%2$d.py\"} | All checks passed!",
        "bash | {\"command\":\"terraform -chdir=modules/%1$s%2$d validate\"}"
            + " | Success! The configuration is valid.",
      })
  void thingsOfALongBatchAreDoneOrWellOneByOne(String tool, String call, String answer) {
    for (int i = 0; i < LONG; i++) {
      String word = WORDS[i % WORDS.length];
      String other = WORDS[i / WORDS.length];
      told.turn(worked(tool, call.formatted(word, i, other), answer.formatted(word, i, other)));
      assertThat(told.count()).as(tool + " " + i).isLessThanOrEqualTo(i < 70 ? 3 : 4);
    }
  }

  @Test
  void aLongListOfWhichNothingIsFoundIsNotHaltedForThatAlone() {
    for (int i = 0; i < LONG; i++) {
      String name = "{\"name\":\"" + word(2 * i) + " " + word(2 * i + 1) + "\"";
      told.turn(worked("sanctions_screen", name + "}", name + ",\"matches\":[]}"));
      assertThat(told.count()).as("name " + i).isLessThanOrEqualTo(i < 70 ? 3 : 4);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http_get | {\"url\":\"https://api.example/v1%s\"} | /users | {\"status\":404}",
        "read_file | {\"path\":\"src%s/main.c\"} | /app | no such file",
        "switch_branch | {\"name\":\"login%s\"} | -final | not found"
      })
  void whatGrowsByTheSamePartIsNoOtherThing(String tool, String call, String part, String answer) {
    for (int i = 1; i < 12; i++) {
      told.turn(worked(tool, call.formatted(part.repeat(i)), answer));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void theSameCheckWithOtherOptionsSaysTheSame() {
    String[] options = {"", "-q", "-v", "-x", "-s", "--lf", "--ff", "-rA", "-vv", "--tb=short"};
    for (String each : options) {
      told.turn(worked("bash", command("pytest " + each), "41 passed"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(4);
  }

  @Test
  void anEditThatIsAcceptedWasWorthTheAttemptsBeforeIt() {
    for (int i = 0; i < LONG; i++) {
      for (int attempt = 0; attempt < 2; attempt++) {
        told.turn(failed("apply_patch", patch(3 * i + attempt), "error: patch does not apply"));
        assertThat(told.count()).as("patch " + i).isLessThan(4);
      }
      told.turn(worked("apply_patch", patch(3 * i + 2), "Patch applied cleanly (1 hunk)."));
    }
  }

  @Test
  void editsOfWhichNoneIsAcceptedAddUp() {
    for (int i = 0; i < 8; i++) {
      told.turn(failed("apply_patch", patch(i), "error: patch does not apply"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void whoSearchesInAShellAndFindsSomethingNowAndThenGoesOn() {
    for (int i = 0; i < LONG; i++) {
      String found = i % 5 == 4 ? "a/" + word(i) + ".java:" + i + ": new " + word(i) + "()" : "";
      told.turn(worked("bash", command("grep -rn " + word(i) + " modules/" + word(2 * i)), found));
      assertThat(told.count()).as("search " + i).isLessThan(4);
    }
  }

  @Test
  void whoFindsNothingInAShellDoesNot() {
    for (int i = 0; i < 9; i++) {
      told.turn(worked("bash", command("grep -rn " + word(i) + " modules/" + word(2 * i)), ""));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void aFileInATaskSaysWhatItIsAbout() {
    for (int i = 0; i < LONG; i++) {
      String task = "{\"prompt\":\"Review src/" + word(i) + ".py for bugs.\"}";
      told.turn(worked("delegate", task, "No issues found. The file looks fine."));
      assertThat(told.count()).as("file " + i).isLessThan(4);
    }
  }

  @Test
  void theSameFileIsReviewedAgainAndAgain() {
    for (int i = 0; i < 9; i++) {
      String task =
          "{\"prompt\":\""
              + WORDS[i]
              + " "
              + WORDS[i + 9]
              + " review of src/app.py for bugs, please.\"}";
      told.turn(worked("delegate", task, "No issues found. The file looks fine."));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @ParameterizedTest
  @CsvSource({"completed,pending", "erledigt,offen", "完了,未着手", "已完成,待办", "hecho,pendiente"})
  void aPlanOfWhichMoreIsDoneEachTimeGetsOn(String done, String open) {
    for (int i = 0; i <= WORDS.length; i++) {
      told.turn(worked("update_plan", plan(i, done, open), "Plan updated"));
      assertThat(told.count()).as("item " + i).isLessThan(4);
    }
  }

  @Test
  void aPlanOfWhichNoMoreIsDoneDoesNot() {
    for (int i = 0; i < 10; i++) {
      told.turn(worked("update_plan", plan(i % 2, "completed", "to do " + i), "Plan updated"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void aBenchmarkThatGetsFasterGetsOn() {
    double mean = 900;
    for (int i = 0; i < 20; i++, mean *= 0.95) {
      told.turn(worked("edit_file", "{\"path\":\"sort.c\",\"new\":\"" + word(i) + "\"}", "ok"));
      String times = "time: [%.1f ms %.1f ms %.1f ms]".formatted(mean - 3, mean, mean + 3);
      told.turn(worked("bash", command("cargo bench"), "sort 512 " + times));
      assertThat(told.count()).as("round " + i).isLessThan(4);
    }
  }

  @Test
  void aBenchmarkOfWhichTheTimesVaryByChanceDoesNot() {
    for (int i = 0; i < 12; i++) {
      double mean = 900 + 7 * (i % 3);
      told.turn(worked("edit_file", "{\"path\":\"sort.c\",\"new\":\"" + word(i) + "\"}", "ok"));
      String times = "time: [%.1f ms %.1f ms %.1f ms]".formatted(mean - 3, mean, mean + 3);
      told.turn(worked("bash", command("cargo bench"), "sort 512 " + times));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  private static String plan(int done, String doneState, String openState) {
    StringBuilder plan = new StringBuilder("{\"plan\":[");
    for (int i = 0; i < WORDS.length; i++) {
      plan.append(i == 0 ? "" : ",").append("{\"step\":\"the ").append(WORDS[i]);
      plan.append("\",\"status\":\"").append(i < done ? doneState : openState).append("\"}");
    }
    return plan.append("]}").toString();
  }

  private static String patch(int i) {
    return "{\"patch\":\"@@ -" + i + " @@\\n-the " + word(i) + "\\n+a " + word(i + 5) + "\"}";
  }

  private static String command(String text) {
    return "{\"command\":\"" + text + "\"}";
  }

  /** Another one for each number. */
  private static String word(int i) {
    int of = PARTS.length;
    return PARTS[i % of] + PARTS[i / of % of] + PARTS[i / of / of % of];
  }
}
