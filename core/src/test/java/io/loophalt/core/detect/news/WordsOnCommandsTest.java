package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a model says on each of its commands, in other words each time. */
class WordsOnCommandsTest {

  private static final int NUDGED = 4;
  private static final int HALTED = 6;

  private static final String[] SAID = {
    "List all files",
    "Check what is there now",
    "Look once more",
    "Verify the folder again",
    "See whether it has changed",
    "Have another look at it",
    "Confirm what was found",
    "Make sure that nothing is missing",
    "Take stock",
    "Inspect the result"
  };

  private static final String[] TASKS = {
    "Repaint the north wall",
    "Water every plant upstairs",
    "Polish brass handles",
    "Sweep both chimneys",
    "Oil squeaking hinges",
    "Rake fallen leaves",
    "Wash dusty curtains",
    "Sharpen kitchen knives",
    "Replace broken bulbs",
    "Sort old newspapers"
  };

  private final Told told = new Told(new NewsAccount());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Bash | {\"command\":\"kubectl rollout restart deploy/a\",\"description\":\"%s\"} | a restarted",
        "run_in_terminal | {\"command\":\"docker inspect api\",\"explanation\":\"%s\"} | healthy",
        "run_sql | {\"q\":\"INSERT INTO a SELECT 1\",\"reason\":\"%s\"} | INSERT 0 1",
        "python_exec | {\"code\":\"df.to_csv('out.csv')\",\"purpose\":\"%s\"} | saved",
        "execute_command | {\"command\":\"git add .\",\"description\":\"%s\"} | done",
        "powershell | {\"script\":\"Start-Website shop\",\"zweck\":\"%s\"} | ok"
      })
  void theSameCommandWithOneAnswerIsTheSame(String tool, String arguments, String answer) {
    for (String said : SAID) {
      told.turn(worked(tool, arguments.formatted(said), answer));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void soIsOneThatFailsOrIsSilent() {
    Told silent = new Told(new NewsAccount());
    for (String said : SAID) {
      String make = "{\"command\":\"make all\",\"description\":\"" + said + "\"}";
      told.turn(failed("Bash", make, "make: *** no rule for target 'all'"));
      String touch = "{\"command\":\"mkdir -p out\",\"description\":\"" + said + "\"}";
      silent.turn(worked("Bash", touch, ""));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
    assertThat(silent.count()).isGreaterThanOrEqualTo(HALTED);
  }

  /** Under names that shells have as well. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "perform_task | {\"code\":\"T-17\",\"description\":\"%s\"} | done",
        "run_step | {\"command\":\"perform\",\"description\":\"%s\"} | {\"status\":\"ok\"}",
        "exec_action | {\"input\":\"robot arm\",\"explanation\":\"%s\"} | completed"
      })
  void tasksThatAreToldInWordsAreEachAnother(String tool, String arguments, String answer) {
    for (String said : TASKS) {
      told.turn(worked(tool, arguments.formatted(said), answer));
      assertThat(told.count()).as(said).isLessThan(NUDGED);
    }
  }

  /** Whatever the tool is called: what is told by an id or a number is each another thing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "robot | {\"command\":\"go home\",\"reason\":\"for guest %s A-%d\"} | ok",
        "run_job | {\"command\":\"python train.py --next\",\"description\":\"Train %s A-%d\"} | ok",
        "Bash | {\"command\":\"./process --next\",\"description\":\"Process %s %d\"} | ok"
      })
  void whatIsSaidOfOneThingMoreMakesItAnother(String tool, String arguments, String answer) {
    for (int i = 0; i < 4 * TASKS.length; i++) {
      String said = TASKS[i % TASKS.length];
      told.turn(worked(tool, arguments.formatted(said, 1000 + 37 * i), answer));
      assertThat(told.count()).as("call %d", i).isLessThan(NUDGED);
    }
  }

  @Test
  void otherCommandsUnderTheSameWordsAreOthers() {
    for (int i = 0; i < 3 * SAID.length; i++) {
      String command = "gzip -k log" + i + ".txt";
      String words = "\"description\":\"Pack one file\"}";
      told.turn(worked("Bash", "{\"command\":\"" + command + "\"," + words, ""));
      assertThat(told.count()).as(command).isLessThan(NUDGED);
    }
  }

  @Test
  void testsThatAreRunAgainAfterEachEditTellHowFarItIs() {
    for (int i = 0; i < SAID.length; i++) {
      String edit = "{\"path\":\"a.py\",\"new_string\":\"" + SAID[i] + "\"}";
      told.turn(worked("edit_file", edit, "edited"));
      String run = "{\"command\":\"pytest -q\",\"description\":\"" + SAID[i] + "\"}";
      told.turn(worked("Bash", run, (20 - i) + " failed, " + (30 + i) + " passed"));
      assertThat(told.count()).as(SAID[i]).isLessThan(NUDGED);
    }
  }
}
