package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import io.loophalt.core.detect.Told.Called;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What shows the same is excused where something was done before it: two hundred times, and more
 * where there is news in between. Who lives by an excuse alone is halted in the end.
 */
class ExcusesTest {

  private static final int NUDGED = 4;
  private static final int HALTED = 6;
  private static final int GENEROUS = 180;
  private static final int IN_THE_END = 400;

  private static final String[] WORDS = {
    "amber", "birch", "cedar", "dune", "elder", "fjord", "grove", "heath", "inlet", "juniper",
    "kettle", "larch", "meadow", "nickel", "orchid", "pepper", "quarry", "raven", "saddle"
  };

  private static final Called SAME_PAGE =
      worked("read_file", "{\"path\":\"README.md\"}", "A readme.\nHow it is used.\nWho made it.");
  private static final Called TESTS = worked("bash", "{\"command\":\"npm test\"}", "42 passed");

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  static Stream<Arguments> whatStaysTheSame() {
    return Stream.of(
        round("tests that pass while one file is polished", ExcusesTest::polish, i -> TESTS),
        round(
            "a silent linter while one file is polished",
            ExcusesTest::polish,
            i -> worked("bash", "{\"command\":\"npm run lint\"}", "")),
        round(
            "a roll-out after each change of one setting",
            i -> worked("update_setting", "{\"name\":\"pool\",\"value\":" + i + "}", "updated"),
            i -> worked("deploy_app", "{\"to\":\"staging\"}", "done")),
        round(
            "a server that is asked too soon",
            ExcusesTest::writeFile,
            i -> failed("publish", "{\"to\":\"hub\"}", "429, retry after 5 seconds")),
        round(
            "pauses of ever other lengths", i -> worked("wait", "{\"ms\":" + (900 + i) + "}", "")),
        round(
            "a long log with another time in it",
            i -> worked("read_log", "{\"of\":\"app\"}", longLog() + time(i))));
  }

  @SafeVarargs
  private static Arguments round(String name, IntFunction<Called>... calls) {
    List<IntFunction<Called>> round = new ArrayList<>();
    for (IntFunction<Called> call : calls) {
      round.add(call);
    }
    return Arguments.of(name, round);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("whatStaysTheSame")
  void whatStaysTheSameIsExcusedOftenButNotForEver(String name, List<IntFunction<Called>> round) {
    play(0, GENEROUS, round);
    assertThat(told.count()).as("after %d rounds", GENEROUS).isLessThan(NUDGED);

    play(GENEROUS, IN_THE_END, round);
    assertThat(told.count()).as("after %d rounds", IN_THE_END).isGreaterThanOrEqualTo(HALTED);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("whatStaysTheSame")
  void newsGivesSomeBack(String name, List<IntFunction<Called>> round) {
    for (int i = 0; i < IN_THE_END; i += 4) {
      play(i, i + 4, round);
      told.turn(worked("read_file", named("path", i), page(i)));
      assertThat(told.count()).as("round %d", i).isLessThan(NUDGED);
    }
  }

  static Stream<Arguments> batches() {
    return Stream.of(
        round("the same page after each of many files", ExcusesTest::writeFile, i -> SAME_PAGE),
        round(
            "a status that says all is clean",
            ExcusesTest::writeFile,
            i -> worked("bash", "{\"command\":\"git status\"}", "nothing to commit, tree clean")),
        round(
            "the same metrics after each of many services",
            i -> worked("restart_service", named("service", i), "restarted"),
            i -> worked("get_metrics", "{\"of\":\"shop\"}", "queue depth 17, workers 3")),
        round(
            "a template before each of many mails",
            i -> worked("read_template", "{\"name\":\"dunning\"}", "Dear customer,\nplease pay."),
            i -> worked("send_mail", named("to", i), "sent")),
        round(
            "each of many invoices is sent and the errors looked at",
            i -> worked("submit_invoice", named("invoice", i), "submitted"),
            i -> worked("get_errors", "{\"of\":\"shop\"}", "[]")),
        round(
            "each of many hosts is restarted and the health looked at",
            i -> worked("restart_host", named("host", i), "restarted"),
            i -> worked("get_health", "{\"of\":\"fleet\"}", "{\"status\":\"UP\"}")),
        round(
            "each of many files is validated",
            ExcusesTest::writeFile,
            i -> worked("validate_all", "{\"strict\":true}", "valid")),
        round(
            "each of many rows is committed",
            i -> worked("insert_row", named("id", i), "1 row inserted"),
            i -> worked("commit", "{\"session\":\"s1\"}", "ok")),
        round(
            "each of many hosts is patched and the fleet checked",
            i -> worked("patch_host", named("host", i), "patched"),
            i -> worked("check_fleet", "{\"all\":true}", "{\"status\":\"ok\"}")),
        round(
            "a customer is looked up for each mail",
            i -> worked("get_customer", named("id", i), page(i)),
            i -> worked("read_template", "{\"name\":\"dunning\"}", "Dear customer,\nplease pay."),
            i -> worked("send_mail", named("to", i), "sent")),
        round(
            "each of many jobs is waited for by pauses",
            i -> worked("start_job", named("id", i), "started"),
            i -> worked("wait", "{\"ms\":" + (900 + i) + "}", ""),
            i -> worked("wait", "{\"ms\":" + (9000 + i) + "}", ""),
            i -> worked("get_job", named("id", i), "done")),
        round(
            "a pause before each look at what gets on",
            i -> worked("wait", "{\"ms\":" + (900 + i) + "}", ""),
            i -> worked("get_progress", "{\"id\":\"j1\"}", "3 of 9000, at " + word(i))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("batches")
  void aBatchMayBeLong(String name, List<IntFunction<Called>> round) {
    for (int i = 0; i < 2 * IN_THE_END; i++) {
      play(i, i + 1, round);
      assertThat(told.count()).as("round %d", i).isLessThan(NUDGED);
    }
  }

  @Test
  void whatWasCondensedAgainAndAgainIsReadOftenButNotForEver() {
    for (int i = 0; i < IN_THE_END; i++) {
      told.turn(false, i % 30 == 0, worked("read_file", named("path", i % 30), page(i % 30)));
      assertThat(i < GENEROUS ? told.count() : 0).as("turn %d", i).isLessThan(NUDGED);
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  /** Eight files are read again each time, as where a long task keeps its notes in them. */
  @Test
  void whoHasAsMuchNewsMayReadTheSameAgainEachTime() {
    for (int turn = 0; turn < 2 * IN_THE_END; turn++) {
      readAgain(told, turn, 8);
      assertThat(told.count()).as("turn %d", turn).isLessThan(NUDGED);
    }

    Told stuck = new Told(new NewsAccount());
    for (int turn = 0; turn < GENEROUS / 2; turn++) {
      readAgain(stuck, turn, 3);
    }
    assertThat(stuck.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void whatWasReadAgainIsKnownElsewhere() throws IOException {
    NewsAccount elsewhere = new NewsAccount();
    for (int turn = 0; turn < GENEROUS / 2; turn++) {
      readAgain(told, turn, 3);
      elsewhere = goneOn(elsewhere);
      readAgain(new Told(elsewhere), turn, 3);
      assertThat(elsewhere.explain()).as("turn %d", turn).isEqualTo(account.explain());
    }
  }

  private static void readAgain(Told told, int turn, int others) {
    int at = turn % (8 + others);
    int file = at < 8 ? at : 50 + turn;
    told.turn(false, at == 0, worked("read_file", named("path", file), page(file)));
  }

  @Test
  void moreParallelCallsThanAreKnownAreNoNewsForEver() {
    for (int i = 0; i < IN_THE_END; i++) {
      told.turn(manyCalls(0));
    }
    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);

    Told batch = new Told(new NewsAccount());
    for (int i = 0; i < IN_THE_END; i++) {
      batch.turn(manyCalls(18 * i));
      assertThat(batch.count()).as("turn %d of other things", i).isLessThan(NUDGED);
    }
  }

  private static Called[] manyCalls(int from) {
    return IntStream.range(from, from + 18)
        .mapToObj(i -> worked("send_mail", named("to", i), "sent"))
        .toArray(Called[]::new);
  }

  @Test
  void howManyWereExcusedIsKnownElsewhere() throws IOException {
    NewsAccount elsewhere = new NewsAccount();
    for (int i = 0; i < 3 * IN_THE_END / 4; i++) {
      elsewhere = goneOn(elsewhere);
      play(i, i + 1, List.of(ExcusesTest::polish, each -> TESTS));
      new Told(elsewhere).turn(polish(i));
      elsewhere = goneOn(elsewhere);
      new Told(elsewhere).turn(TESTS);
    }

    assertThat(elsewhere.explain()).isEqualTo(account.explain()).contains("after");
    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  private void play(int from, int to, List<IntFunction<Called>> round) {
    for (int i = from; i < to; i++) {
      for (IntFunction<Called> call : round) {
        told.turn(call.apply(i));
      }
    }
  }

  private static Called writeFile(int i) {
    String text = "\"new_string\":\"" + word(i) + " and " + word(i + 7) + "\"}";
    return worked("edit_file", "{\"path\":\"src/" + word(i) + ".py\"," + text, "edited");
  }

  private static Called polish(int i) {
    return worked(
        "edit_file",
        "{\"path\":\"app.py\",\"new_string\":\"" + word(i) + " or " + word(i + 3) + "\"}",
        "edited");
  }

  private static String named(String argument, int i) {
    return "{\"" + argument + "\":\"" + word(i) + "\"}";
  }

  /** Another one for each number. */
  private static String word(int i) {
    int words = WORDS.length;
    return WORDS[i % words] + WORDS[i / words % words] + WORDS[i / words / words % words];
  }

  private static String page(int i) {
    return "About %1$s.\nWhere the %1$s is kept.\nWhy %2$s matters."
        .formatted(word(i), word(i + 1));
  }

  private static String longLog() {
    StringBuilder log = new StringBuilder();
    IntStream.range(0, 200).forEach(i -> log.append("started ").append(word(i)).append('\n'));
    return log.toString();
  }

  private static String time(int i) {
    return "printed at 2026-11-30T12:%02d:%02dZ".formatted(i / 60 % 60, i % 60);
  }
}
