package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import io.loophalt.core.detect.Turn;
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
  void whoAnswersAPersonIsNotIdleThoughThePersonSaysTheSameEachTime() {
    Told silent = new Told(new NewsAccount());
    for (int chapter = 0; chapter < 4; chapter++) {
      told.talk(Turn.Prompt.REPEATED).talk(Turn.Prompt.REPEATED);
      told.turn(worked("get_outline", "s-1", "a duck crosses the sea")).talk(Turn.Prompt.RESULTS);
      silent.turn(worked("get_outline", "s-1", "a duck crosses the sea"));
    }

    assertThat(told.count()).isEqualTo(silent.count());
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
  void aReasonThatCountsAttemptsMakesNoOtherQuestion() {
    for (int i = 1; i <= 8; i++) {
      told.turn(worked("lookup", "{\"q\":\"rates\",\"reason\":\"attempt " + i + "\"}", "none yet"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(4);
  }

  /** What a machine has is found out by asking for it. */
  @Test
  void theNextProgramThatAShellDoesNotHaveIsMuchTheSameFailure() {
    for (String form :
        new String[] {"bash: line 1: %s: command not found", "sh: 1: %s: not found"}) {
      Told alone = new Told(new NewsAccount());
      for (String name : "nslookup dig ping telnet nc traceroute ifconfig netstat".split(" ")) {
        alone.turn(failed("shell", name + " example.org", form.formatted(name)));
      }
      assertThat(alone.count()).as(form).isBetween(1, 3);
    }
  }

  @Test
  void theSameProgramIsMissingHoweverItIsCalled() {
    for (String options :
        new String[] {"-V", "--version", "-m pip list", "main.py", "-c 'print(1)'"}) {
      String said = "zsh: command not found: python3";
      told.turn(failed("shell", "python3 " + options, said));
    }

    assertThat(told.count()).as("the first was news").isEqualTo(4);
  }

  @Test
  void wordsThatAreSaidToAShellAreNoPrograms() {
    for (String word : new String[] {"Let", "Next", "Perhaps", "Since", "Then"}) {
      told.turn(failed("shell", word + " us see", "bash: line 1: " + word + ": command not found"));
    }

    assertThat(told.count()).as("the first was news").isEqualTo(4);
  }

  @Test
  void theSameFailureWithOtherIdsInItIsTheSame() {
    String[] ids = {"7Q2M9KD0WZ3T", "N04B5C8RFXE2", "2HTSPA61VYQK", "XK8E44J1B0SW", "9D3VGZR2KYFA"};
    for (int i = 0; i < ids.length; i++) {
      told.turn(
          failed(
              "terminal",
              "apply the plan, option " + i,
              "AccessDenied, request: " + ids[i] + ", host: f1Yw9uVd7" + i + "kPq: no policy"));
    }

    assertThat(told.count()).as("the first was news").isEqualTo(4);
  }

  @Test
  void theSamePageIsNothingNewWhateverWasClicked() {
    String page = "{\"title\":\"Reports\",\"text\":\"%s\"}".formatted("There is none. ".repeat(20));
    for (int i = 0; i < 6; i++) {
      told.turn(worked("browser_click", "{\"ref\":\"e" + i + "\"}", page));
    }

    assertThat(told.count()).as("the first was news").isEqualTo(4);
  }

  @Test
  void aPageOfWhichEntriesAreTickedOffIsAnotherPage() {
    for (int left = 12; left > 0; left--) {
      StringBuilder page = new StringBuilder("Inbox");
      for (int i = 0; i < left; i++) {
        page.append("\nmail ").append((char) ('a' + i)).append(": a subject that is long enough");
      }
      told.turn(worked("browser_click", "{\"ref\":\"archive-" + left + "\"}", page.toString()));
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void theSameAnswerToEachPageThatIsPostedIsWork() {
    for (int page = 1; page <= 12; page++) {
      told.turn(
          worked("post_page", "{\"site\":\"x\",\"page\":" + page + "}", "{\"accepted\":true}"));
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void theSameChangeOfEachOfManyThingsIsWork() {
    for (int i = 0; i < 12; i++) {
      told.turn(
          worked(
              "set_target",
              "{\"room\":\"r" + i + "\",\"celsius\":22,\"attempt\":1}",
              "{\"accepted\":true,\"message\":\"The target was changed as you have asked\"}"));
    }
    assertThat(told.count()).isZero();
  }

  @Test
  void anEntryThatIsAcknowledgedIsWorkWhateverTheToolIsCalled() {
    String[] countries = {"at Austria", "be Belgium", "bg Bulgaria", "cy Cyprus", "cz Czechia"};
    for (String country : countries) {
      told.turn(worked("seed_country", "code and name " + country, "1 row inserted"));
      told.turn(worked("seed_vat", "rate for " + country, "{\"status\": \"created\"}"));
      told.turn(worked("seed_text", "greeting for " + country, "eingefügt"));
    }
    assertThat(told.count()).isZero();
  }

  @Test
  void whatIsAnsweredAlikeIsWorkOnlyIfItSaysThatSomethingWasDone() {
    assertThat(countOfRequestsAnswered("the entry was created")).isZero();
    assertThat(countOfRequestsAnswered("the entry was not created")).isGreaterThanOrEqualTo(4);
  }

  private static int countOfRequestsAnswered(String answer) {
    Told told = new Told(new NewsAccount());
    String[] requests = {
      "please make the first country",
      "Austria should be there by now",
      "once more with all values given",
      "try another way to seed it",
      "use whatever defaults you have",
      "just put something in place",
      "again but with less detail",
      "this time really do it"
    };
    for (String request : requests) {
      told.turn(worked("seed_country", request, answer));
    }
    return told.count();
  }

  @Test
  void aCursorIsNewsToWhoGoesOnFromOne() {
    for (int i = 0; i < 10; i++) {
      told.turn(worked("get_run", "{\"id\":\"r-9\"}", page(i)));
    }
    assertThat(told.count()).as("the same run asked for").isGreaterThanOrEqualTo(4);

    Told pages = new Told(new NewsAccount());
    for (int i = 0; i < 10; i++) {
      pages.turn(worked("scan_table", "{\"pageToken\":\"" + word(i) + "\"}", page(i)));
    }
    assertThat(pages.count()).as("pages on which nothing matches").isLessThan(4);
  }

  private static String page(int number) {
    return "{\"matches\":[],\"state\":\"planned\",\"owner\":\"k.brandt\",\"nextPageToken\":\""
        + word(number + 1)
        + "\"}";
  }

  private static String word(int number) {
    return "place" + (char) ('a' + number);
  }

  @Test
  void whoSleepsBetweenTwoLooksWatchesAndMayDoSoForAWhile() {
    for (int look = 0; look < 12; look++) {
      told.turn(worked("get_panel", "error rate", "0.11 % of all requests"));
      told.turn(worked("sleep_until", "12:" + (10 + look), ""));
    }
    assertThat(told.count()).as("twelve looks at the same").isLessThan(4);

    for (int look = 12; look < 40; look++) {
      told.turn(worked("get_panel", "error rate", "0.11 % of all requests"));
      told.turn(worked("sleep_until", "12:" + (10 + look), ""));
    }
    assertThat(told.count()).as("forty looks at the same").isEqualTo(5);

    told.turn(worked("get_panel", "error rate", "0.11 % of all requests"));
    told.turn(worked("get_panel", "error rate", "0.11 % of all requests"));
    assertThat(told.count()).as("and one without a pause").isGreaterThanOrEqualTo(6);
  }

  @Test
  void whoTriesSomethingBeforeEachPauseDoesNotWatch() {
    for (int i = 0; i < 10; i++) {
      told.turn(worked("restart_service", "attempt with flag " + i, "restarted"));
      told.turn(worked("sleep_until", "12:" + (10 + i), ""));
      told.turn(worked("get_panel", "error rate", "12.4 % of all requests"));
    }
    assertThat(told.count()).as("ten looks at the same after changes").isGreaterThanOrEqualTo(6);
  }

  @Test
  void whoTriesAgainAfterAPauseIsGivenTime() {
    for (int attempt = 0; attempt < 9; attempt++) {
      told.turn(failed("upload_part", "part 3", "SlowDown: reduce your request rate"));
      told.turn(worked("wait", "seconds: " + attempt, "waited"));
    }
    assertThat(told.count()).as("nine attempts with pauses").isLessThan(4);

    told.turn(worked("upload_part", "part 3", "etag f3309d"));
    assertThat(account.explain()).contains("went well after it had failed");
  }

  @Test
  void aFailureByTheSameNameInHalfOfTheWordsIsNoNews() {
    String report = "ERROR: heap overflow in the tokenizer\n%s\nSUMMARY: heap overflow";
    told.turn(failed("run", "all tests", report.formatted("read of size one at the end")));
    told.turn(failed("run", "one test", report.formatted("read of three bytes before a guard")));

    assertThat(account.explain()).contains("failed much as before");
  }

  @Test
  void whatWasFoundMayBeThoughtOverInWordsOnce() throws IOException {
    told.turn(failed("check", "a", "the desk refuses all of it"));
    told.turn(failed("check", "b", "the desk refuses all of it"));
    told.turn(worked("edit_file", "one line", "edited"));
    told.turn();
    told.turn(worked("edit_file", "another line", "edited"));
    assertThat(told.count()).as("a change, thought over").isZero();

    told.turn(failed("check", "c", "the desk refuses all of it"));
    told.turn();
    told.turn(failed("check", "d", "the desk refuses all of it"));
    assertThat(told.count()).as("two failures, and words in between").isEqualTo(3);

    told.turn(worked("read_file", "x", "a text\nof four lines\nthat are new\nto the run"));
    NewsAccount elsewhere = goneOn(account);
    Told there = new Told(elsewhere);
    there.turn();
    there.turn(worked("edit_file", "a third line", "edited"));
    assertThat(there.count()).as("news, thought over elsewhere").isEqualTo(1);
  }

  @Test
  void whoHasSleptGoesOnElsewhere() throws IOException {
    told.turn(worked("get_panel", "error rate", "0.11 % of all requests"));
    told.turn(worked("sleep_until", "12:10", ""));
    NewsAccount elsewhere = goneOn(account);

    new Told(elsewhere).turn(worked("get_panel", "error rate", "0.11 % of all requests"));

    assertThat(elsewhere.explain()).contains("waits for something");
  }

  @Test
  void aChangeWhoseOutcomeIsSeenBringsNews() {
    String[] calls = {
      "ffprobe -hide_banner talk.mkv",
      "sox talk.wav -n stat",
      "pdftoppm -r 60 -png slides.pdf f",
      "montage f-*.png -tile 6x all.png",
      "mediainfo --Inform=Audio talk.wav",
      "identify -verbose all.png",
      "exiftool -G1 slides.pdf",
      "gs -sDEVICE=png16m slides.pdf"
    };
    for (String call : calls) {
      String program = call.substring(0, call.indexOf(' '));
      told.turn(bash(call, "/bin/sh: 1: " + program + ": not found\n[exit code 127]"));
      told.turn(
          bash(
              "apt-get install -y -qq " + program + " && " + call,
              "what " + program + " read\nlength as " + program + " has it\nend of " + program));
    }
    assertThat(told.count()).isLessThan(2);
  }

  private static Told.Called bash(String command, String output) {
    return worked("bash", "{\"command\": \"" + command + "\"}", output);
  }

  @Test
  void theSameRowsUnderAnotherHeaderAreNothingNew() {
    String[] names = {"total", "revenue", "umsatz", "summe", "s", "turnover", "sales", "erlös"};
    for (String name : names) {
      String inner = "with q_" + name + " as (select region, total t_" + name + " from orders)";
      told.turn(
          worked(
              "query",
              inner + " select region, sum(t_" + name + ") " + name + " from q_" + name,
              " region | "
                  + name
                  + "\n--------+------\n DACH | 4120883.10\n NORD | 7120.55\n WEST | 77"));
    }
    assertThat(told.count()).as("the first was news").isGreaterThanOrEqualTo(3);
  }

  @Test
  void checksThatSayAgainThatAllIsWellAreNoNewsUntilSomethingIsChanged() {
    String[] checks = {
      "", " -Dtest=A", " -Dtest=B", " -pl core", " -o", " -Dtest=A,B", " -q", " -X"
    };
    for (String options : checks) {
      told.turn(
          worked("bash", "{\"command\":\"mvn test" + options + "\"}", "Tests passed: all of them"));
    }
    int verified = told.count();
    assertThat(verified).isGreaterThanOrEqualTo(3);

    for (String options : checks) {
      told.turn(worked("edit_file", "change" + options, "edited"));
      told.turn(
          worked(
              "bash", "{\"command\":\"mvn verify" + options + "\"}", "Tests passed: all of them"));
    }
    assertThat(told.count()).as("a check after each change").isLessThan(verified);
  }

  @Test
  void aChangeWithoutAnEffectCountsMoreEachTime() {
    for (int i = 0; i < 8; i++) {
      told.turn(worked("edit_file", "edit " + i, "edited"));
      told.turn(worked("run_app", "", "partitions = 200, as they were at 07:1" + i + ":02"));
    }

    assertThat(told.count()).as("eight edits and the same outcome").isGreaterThanOrEqualTo(4);
  }

  @Test
  void whatIsWatchedMovesThoughItCountsFailures() {
    int[] pending = {18_420, 16_933, 14_120, 11_302, 8_519, 5_740, 2_988, 211, 0};
    for (int left : pending) {
      told.turn(
          worked(
              "queue_stats", "reindex", "{\"pending\":" + left + ",\"running\":24,\"failed\":2}"));
    }
    assertThat(told.count()).isZero();
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

    assertThat(goneOn(account).explain()).isEmpty();
  }

  @Test
  void whatIsKnownOfChangesGoesOnElsewhere() throws IOException {
    changeInVain(told, 0, 4);
    told.turn(failed("edit_file", "an edit that is rejected", "no match in the file"));
    NewsAccount elsewhere = goneOn(account);
    Told toldThere = new Told(elsewhere);

    changeInVain(told, 4, 7);
    changeInVain(toldThere, 4, 7);

    assertThat(elsewhere.explain()).isEqualTo(account.explain()).contains("before it");
  }

  private static void changeInVain(Told told, int from, int to) {
    for (int i = from; i < to; i++) {
      told.turn(worked("edit_file", "edit " + i, "edited"));
      told.turn(worked("run_app", "", "partitions = 200, as they were at 07:1" + i + ":02"));
    }
  }

  @Test
  void itSaysWhatTheLastStepWasWorthAndWhy() {
    told.turn(failed("fetch", "x", "no route to host"));
    told.turn(failed("fetch", "x", "no route to host"));

    assertThat(account.explain())
        .isEqualTo("the last, fetch, failed as before (0.0 before it, 1.0 after)");
  }
}
