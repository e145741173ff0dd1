package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What else fails in a run that gets nowhere. */
class GuessesTest {

  private static final String[] OTHERS = {
    "segmentation fault in libquartz",
    "permission denied by the keeper",
    "unknown option, see the manual",
    "disk quota exceeded for amber"
  };

  private static final String[] TRACE = {
    "IllegalStateException: no tenant is set",
    "  at Till.open, opened by Start.main",
    "  at Start.main, called by the launcher",
    "  at Launcher.launch, of the desktop",
    "the settlement was given up"
  };

  private static final String[] PLACES = {
    "orders", "returns", "carriers", "stock", "prices", "coupons", "vendors"
  };

  private static final String[] ADDRESSES = {
    "users", "v1/users", "api/v1/users", "rest/users", "graphql", "users/list", "v2/people",
    "people", "api/people", "admin/v1/users", "svc/users", "a/users/all", "accounts", "v1/accounts",
    "internal/api/accounts", "accounts/all/now", "x/accounts"
  };

  private int searches = 2_000;

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @Test
  void whoHasFailedAsBeforeAndChangedNothingGuessesAlsoWhereItFailsInAnotherWay() {
    failAlike(told, 4);
    int before = told.count();
    failOtherwise(told);

    assertThat(before).as("the first was news").isEqualTo(3);
    assertThat(told.count()).isEqualTo(before + 1);
    assertThat(account.explain()).contains("failed in another way, and nothing was changed");
  }

  @Test
  void anotherFailureSoonAfterAChangeIsNews() {
    failAlike(told, 4);
    int before = told.count();
    told.turn(worked("edit_file", "a change", "edited"));
    failOtherwise(told);

    assertThat(told.count()).isLessThan(before);
  }

  @Test
  void anotherFailureIsNewsToWhoHasFailedAsBeforeButTwice() {
    failAlike(told, 3);
    int before = told.count();
    failOtherwise(told);

    assertThat(told.count()).isLessThan(before);
  }

  @Test
  void whoSearchesInEverOtherWordsAndGetsTheSameHitsInAnotherOrderIsStuck() {
    String[] hits = {"The wiki\n  w.example", "A forum\n  f.example", "The news\n  n.example"};
    for (int i = 0; i < 10; i++) {
      String shown = "";
      for (int hit = 0; hit < 3; hit++) {
        shown += (hit + 1) + ". " + hits[(i * (hit + 1) + hit) % 3] + "\n";
      }
      String query = PLACES[i % 7] + " that " + PLACES[(i + 3) % 7] + " do not " + (i + 5) * 13;
      told.turn(worked("web_search", "{\"query\":\"" + query + "\"}", shown));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void whoFindsOneHitMoreWithEachSearchGoesOn() {
    for (int i = 0; i < 10; i++) {
      String shown = "1. Of " + PLACES[i % 7] + " no " + i * 31 + "\n2. The wiki\n3. A forum";
      String query = PLACES[i % 7] + " that " + PLACES[(i + 3) % 7] + " do not " + (i + 5) * 13;
      told.turn(worked("web_search", "{\"query\":\"" + query + "\"}", shown));
      assertThat(told.count()).isLessThan(2);
    }
  }

  @Test
  void whoFindsNothingFindsNothingWhateverIsCountedBesideIt() {
    for (int i = 0; i < 10; i++) {
      told.turn(search(i, "{\"result\":[],\"stats\":{\"bytes\":" + (i + 5) * 5813 + "}}"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void whoFindsSomethingNowAndThenMaySearchOn() {
    for (int i = 0; i < 30; i++) {
      boolean hit = i % 4 == 1;
      String hits =
          hit ? "{\"id\":\"n-" + i * 31 + "\",\"of\":\"" + PLACES[i % 7] + " " + i + "\"}" : "";
      told.turn(search(i, "{\"total\":" + (hit ? 1 : 0) + ",\"hits\":[" + hits + "]}"));
      assertThat(told.count()).as("search " + i).isLessThan(4);
    }
  }

  @Test
  void whoAsksForEverOtherAddressesThatAreNotThereGuesses() {
    for (String path : ADDRESSES) {
      told.turn(get(path));
    }

    assertThat(account.explain()).contains("one more of many that all failed alike");
    assertThat(told.count()).as("links of a list that the user gave").isLessThan(6);
  }

  @Test
  void theEntriesOfAListLookAlikeAlsoWhereNoneIsThere() {
    for (int i = 0; i < 24; i++) {
      String sku = PLACES[i % 7].toUpperCase(Locale.ROOT) + "-" + (100 + 7 * i);
      told.turn(worked("find_product", "{\"sku\":\"" + sku + "\"}", "no such product"));
      assertThat(told.count()).as(sku).isLessThan(4);
    }
  }

  @Test
  void addressesOfWhichSomeAreThereAreNotGuessed() {
    for (int i = 0; i < ADDRESSES.length; i++) {
      String url = "{\"url\":\"http://api/" + ADDRESSES[i] + "\"}";
      told.turn(worked("http_get", url, i % 6 == 5 ? "200 OK" : "404 Not Found"));
      assertThat(told.count()).as(url).isLessThan(4);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s", "- %s", "\"%s\","})
  void addressesThatWereReadBeforeAreNotGuessed(String line) {
    String list = "";
    for (String path : ADDRESSES) {
      list += line.formatted("http://api/" + path) + "\n";
    }
    told.turn(worked("read_file", "{\"path\":\"links\"}", list));
    for (String path : ADDRESSES) {
      told.turn(get(path));
      assertThat(told.count()).as(path).isLessThan(4);
    }
  }

  @Test
  void whatWasGuessedIsKnownElsewhere() throws IOException {
    for (int i = 0; i < 9; i++) {
      told.turn(get(ADDRESSES[i]));
    }
    NewsAccount elsewhere = SavedAccount.goneOn(account);
    Told there = new Told(elsewhere);
    for (int i = 9; i < ADDRESSES.length; i++) {
      told.turn(get(ADDRESSES[i]));
      there.turn(get(ADDRESSES[i]));
      assertThat(elsewhere.explain()).isEqualTo(account.explain()).contains("failed alike");
    }
  }

  @Test
  void aBuildThatFailsSoonerIsNoNearerToItsGoal() {
    for (int i = 0; i < 8; i++) {
      told.turn(worked("edit_file", "change " + PLACES[i % 7] + " to " + i, "edited"));
      String at = "#5 " + (9 - i) + ".4" + i + "2 ";
      String output = "#5 [2/7] RUN update\n" + at + "Err:4 deb.example buster Release\n";
      told.turn(failed("bash", "docker build .", output + "#5 ERROR: exit code: 100"));
      assertThat(account.explain()).doesNotContain("nearer");
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(4);
  }

  private static Told.Called get(String path) {
    return worked("http_get", "{\"url\":\"http://api/" + path + "\"}", "404 Not Found");
  }

  private static Told.Called search(int i, String answer) {
    String words = PLACES[i % 7] + " that " + PLACES[(i + 3) % 7] + " do not " + (i + 5) * 13;
    return worked("search_logs", "{\"query\":\"" + words + "\"}", answer);
  }

  @Test
  void aFailureOfWhichLessIsShownIsTheSame() {
    showTrace(told, false);

    assertThat(told.count()).as("the first was news").isEqualTo(4);
  }

  @Test
  void aFailureThatSaysLessAfterAChangeMayBeProgress() {
    showTrace(told, true);

    assertThat(told.count()).isLessThan(4);
  }

  @Test
  void aChangeThatAltersOnlyATimeOrASizeOfAFailureHasNotHelped() {
    runInVain(told, "812 bytes", "803 bytes", "815 bytes", "809 bytes", "811 bytes");

    assertThat(told.count()).as("four failures, a tenth off for each edit").isEqualTo(3);
    assertThat(account.explain()).contains("failed as before (");
  }

  @Test
  void aSizeThatShrinksIsNotQuiteTheSameFailure() {
    runInVain(told, "812 bytes", "590 bytes", "431 bytes", "302 bytes", "215 bytes");

    assertThat(account.explain()).contains("but for a number");
    assertThat(told.count()).isLessThan(3);
  }

  @Test
  void whoHasFoundNothingAndChangedNothingGuessesAlsoWhereItFailsInAnotherWay() {
    told.turn(worked("edit_file", "a change", "edited"));
    for (String place : PLACES) {
      told.turn(worked("find_file", "the price list in " + place, "[]"));
    }
    int before = told.count();
    failOtherwise(told);

    assertThat(told.count()).isEqualTo(before + 1);
    assertThat(account.explain()).contains("failed in another way, and nothing was changed");
  }

  @Test
  void whoComesBackToAKindOfSearchInNoOrderHunts() {
    search(
        "find_text", "query", "find_role", "find_text", "query", "query", "find_role", "find_text");
    int before = told.count();
    search("find_role", "find_text", "query", "find_role");

    assertThat(before).as("eight things, none of them there").isZero();
    assertThat(told.count()).isEqualTo(3);
    assertThat(account.explain()).contains("found nothing");
  }

  @Test
  void whoAsksSomeKindsAboutEachEntryInTurnGoesThroughAList() {
    for (int entry = 0; entry < 5; entry++) {
      search("reputation", "abuse", "domains", "certificates");
    }

    assertThat(told.count()).isEqualTo(1);
  }

  @Test
  void whoAsksOneKindAfterTheOtherGoesThroughAList() {
    search("reputation", "reputation", "reputation", "abuse", "abuse", "domains", "domains");
    search("domains", "domains", "certificates", "certificates", "certificates");

    assertThat(told.count()).isZero();
  }

  @Test
  void twoQuestionsMayBeAskedAboutEachThingInTurn() {
    for (String each : PLACES) {
      told.turn(worked("count", "rows of " + each + " without an owner", "count: 0"));
      told.turn(worked("count", each + " joined with owners, where none is left", "count: 0"));
    }

    assertThat(told.count()).isLessThan(4);
    assertThat(account.explain()).contains("did one thing more");
  }

  /** Each asks about another thing, and there is none. */
  private void search(String... tools) {
    for (String tool : tools) {
      told.turn(worked(tool, "{\"id\": \"K-" + searches++ + "\"}", "[]"));
    }
  }

  private static void failAlike(Told told, int times) {
    for (int i = 0; i < times; i++) {
      told.turn(failed("probe", "lamp" + i, "no lamp answers on the line"));
    }
  }

  private static void failOtherwise(Told told) {
    for (String each : OTHERS) {
      told.turn(failed("probe", "all at once", each));
    }
  }

  private static void showTrace(Told told, boolean changing) {
    int[] lines = {5, 3, 4, 3, 2};
    for (int i = 0; i < lines.length; i++) {
      if (changing) {
        told.turn(worked("edit_file", "change " + i, "edited"));
      }
      StringBuilder shown = new StringBuilder(TRACE[0]);
      for (int line = 1; line < lines[i]; line++) {
        shown.append('\n').append(TRACE[line]);
      }
      shown.append('\n').append(TRACE[4]);
      told.turn(failed("shell", "settle, first " + "abcde".charAt(i), shown.toString()));
    }
  }

  private static void runInVain(Told told, String... sizes) {
    for (int i = 0; i < sizes.length; i++) {
      told.turn(worked("edit_file", "change " + i, "edited"));
      String said = "Slips written, %s\nError: slips without a deduction\n[exit code 1]";
      told.turn(worked("run_app", "", said.formatted(sizes[i])));
    }
  }
}
