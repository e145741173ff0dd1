package io.loophalt.core.detect.standard;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What steps are worth to the account of news, and that its debt is a count of whole steps. */
class NewsAccountTest {

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @Test
  void newLinesPayADebtOffAndNeverMoreThanThereIs() {
    for (int i = 0; i < 20; i++) {
      told.turn(worked("read_file", "f" + i, "content number " + i + " of the archive"));
    }
    assertThat(told.count()).isZero();

    for (int i = 0; i < 4; i++) {
      told.turn(worked("read_file", "f1", "content number 1 of the archive"));
    }
    assertThat(told.count()).as("four looks at what is known").isEqualTo(4);

    told.turn(worked("read_file", "g", "another page of it"));
    assertThat(told.count()).as("one new look").isEqualTo(3);
  }

  @Test
  void guessesThatFailAlikeAreTheSameFailureLessTheirOwnWords() {
    for (String guess : new String[] {"admin", "root", "guest", "oracle", "postgres"}) {
      told.turn(failed("login", guess, "access for '" + guess + "' was refused by the directory"));
    }

    assertThat(told.count()).as("the first was news").isEqualTo(4);
  }

  @Test
  void aFailureIsTheSameWhicheverOfTheCallsBringsItsWords() {
    String missing = "Table 'world_1.countries' does not exist";
    for (int i = 0; i < 3; i++) {
      told.turn(failed("query", "SELECT name FROM countries LIMIT " + i, missing));
      told.turn(failed("query", "SELECT name FROM world_1.countries LIMIT " + i, missing));
    }

    assertThat(told.count()).as("the first was news").isEqualTo(5);
  }

  @Test
  void theNextMissingDependencyIsAnotherFailureThoughItsNameIsAskedAboutNext() {
    for (String module : new String[] {"numpy", "pandas", "scipy", "torch", "yaml", "attrs"}) {
      told.turn(failed("run_script", "main.py", "ModuleNotFoundError: No module named " + module));
      told.turn(failed("pip_show", module, "WARNING: Package not found: " + module));
    }

    assertThat(told.count()).as("only what pip says is the same").isLessThan(4);
  }

  @Test
  void theNextMissingDependencyIsAnotherFailure() {
    for (String module : new String[] {"numpy", "pandas", "scipy", "torch", "yaml", "attrs"}) {
      told.turn(worked("pip_install", module, "installed"));
      told.turn(failed("run_script", "main.py", "ModuleNotFoundError: No module named " + module));
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void aNumberOfFailuresThatShrinksIsProgress() {
    for (int left = 12; left > 2; left--) {
      told.turn(worked("edit_file", "step " + left, "edited"));
      told.turn(failed("run_tests", "all", left + " failed, see the report of the suite"));
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void aBatchWithAConstantAnswerIsWork() {
    for (int i = 0; i < 60; i++) {
      told.turn(worked("check_stock", "article-" + i, "in stock"));
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void ofParallelCallsTheBestCountsInWhateverOrderTheyEnd() {
    told.turn(worked("read_file", "a", "the first page"));
    Told other = new Told(new NewsAccount()).turn(worked("read_file", "a", "the first page"));
    for (int i = 0; i < 5; i++) {
      told.turn(
          worked("read_file", "a", "the first page"), worked("read_file", "n" + i, "page " + i));
      other.turn(
          worked("read_file", "n" + i, "page " + i), worked("read_file", "a", "the first page"));
    }

    assertThat(told.count()).isZero();
    assertThat(other.count()).isZero();
  }

  @Test
  void aMessageOfTheUserStartsAnew() {
    for (int i = 0; i < 5; i++) {
      told.turn(worked("read_file", "a", "the only page"));
    }
    assertThat(told.count()).isEqualTo(4);

    told.askedTurn(worked("read_file", "a", "the only page"));

    assertThat(told.count()).isZero();
  }

  @Test
  void theDebtThatHasJustReachedTheNudgeLeavesTwoTurns() {
    told.turn(worked("read_file", "a", "the only page"));
    int turns = 0;
    while (told.count() < 4) {
      told.turn(worked("read_file", "a", "the only page"));
      turns++;
    }
    told.turn(worked("read_file", "a", "the only page"));
    assertThat(told.count()).as("one turn after the nudge, %d turns in", turns).isEqualTo(5);
    told.turn(worked("read_file", "a", "the only page"));
    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void whoSaysAgainAndAgainThatAllIsDoneIsInDebtThoughItLooksAtNewThings() {
    for (int i = 0; i < 4; i++) {
      told.turn(worked("read_file", "page " + i, "page number " + i + " of the handbook"));
      told.turn(worked("task_done", report("time " + i), report("time " + i)));
    }
    assertThat(told.count()).as("four times").isLessThan(4);

    for (int i = 4; i < 6; i++) {
      told.turn(worked("read_file", "page " + i, "page number " + i + " of the handbook"));
      told.turn(worked("task_done", report("time " + i), report("time " + i)));
    }
    assertThat(told.count()).as("six times").isGreaterThanOrEqualTo(4);
  }

  @Test
  void whoIsGivenTheNextTaskIsNotDone() {
    for (int i = 0; i < 20; i++) {
      told.turn(worked("task_done", report("task " + i), "Next, task " + i + ": dig a hole"));
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void aSearchForPunctuationDoesNothingWhateverIsAnswered() {
    String[] crumbs = {": [", "}", "...", "{ [", "]}"};
    for (String crumb : crumbs) {
      told.turn(worked("web_search", crumb, "What you sent me was " + told.count()));
    }

    assertThat(told.count()).isEqualTo(5);
  }

  private static String report(String about) {
    return "The work is finished, nothing remains to be done, and all is well, " + about;
  }

  @Test
  void anAccountThatGoesOnElsewhereExplainsNoTurnBeforeItHasJudgedOne() throws IOException {
    told.turn(failed("fetch", "a", "no route to host"));
    told.turn(failed("fetch", "a", "no route to host"));
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    account.save(new DataOutputStream(saved));

    NewsAccount elsewhere = new NewsAccount();
    elsewhere.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));

    assertThat(elsewhere.explain()).isEmpty();
  }

  @Test
  void itSaysWhatTheLastStepWasWorthAndWhy() {
    told.turn(failed("fetch", "x", "no route to host"));
    told.turn(failed("fetch", "x", "no route to host"));

    assertThat(account.explain()).isEqualTo("the last, fetch, failed as before (debt 0.0 to 1.0)");
  }
}
