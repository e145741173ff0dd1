package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import java.io.IOException;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists that are worked off: with looks in between, without a word, and where many things fail. */
class BatchesTest {

  static final String[] WORDS = {
    "amber", "birch", "cedar", "dune", "elder", "fjord", "grove", "heath", "inlet", "juniper",
    "knoll", "larch", "moor", "nook", "oasis", "pine", "quay", "reed", "spruce", "tarn"
  };

  private static final int HALTED = 6;

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @ParameterizedTest
  @CsvSource({
    "ALTER TABLE %s ADD COLUMN %s date, ALTER TABLE, true",
    "UPDATE %s SET %s = 0, UPDATE 12, true",
    "UPDATE %s SET %s = 0, UPDATE 0, false",
    "ALTER TABLE amber ADD COLUMN born date, ALTER TABLE, false"
  })
  void statementsThatWentWellAreABatchAndTheSameOneIsNone(String sql, String tag, boolean batch) {
    for (int i = 0; i < WORDS.length; i++) {
      String statement = sql.formatted(WORDS[i], WORDS[(7 * i + 3) % WORDS.length] + "_at");
      told.turn(worked("runQuery", "{\"query\":\"" + statement + "\"}", tag));
    }

    assertThat(told.count() == 0).isEqualTo(batch);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "df['%1$s'].hist(bins=%2$d0); plt.title('%1$s'); plt.show() | true",
        "ggplot(d, aes(x = .data[[\\\"%1$s\\\"]])) + ggtitle(\\\"%1$s\\\") | true",
        "form.add('%1$s'); form.label('%1$s').bold() | true",
        "%1$s = df['age']; %1$s.hist(); plt.title('age') | false",
        "SELECT \\\"%1$s\\\".id FROM t \\\"%1$s\\\" WHERE \\\"%1$s\\\".k = 1 | false",
        "df['age'].hist(); plt.title('age'); plt.%1$s('age') + %1$s() | false"
      })
  void aNameThatStandsInCodeTwiceIsOneThingMoreAndAnotherAliasIsNone(String code, boolean batch) {
    for (int i = 0; i < WORDS.length; i++) {
      String cell = code.formatted(WORDS[i], i % 3 + 1);
      told.turn(worked("execute_cell", "{\"code\":\"" + cell + "\"}", "<Figure with 1 Axes>"));
    }

    assertThat(told.count() == 0).isEqualTo(batch);
  }

  @Test
  void theSameThreeNamesInCodeWithOtherNumbersAreNoBatch() {
    for (int i = 0; i < WORDS.length; i++) {
      String cell = "df['%1$s'].hist(bins=%2$d); plt.title('%1$s')".formatted(WORDS[i % 3], 10 + i);
      told.turn(worked("execute_cell", "{\"code\":\"" + cell + "\"}", "<Figure with 1 Axes>"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "style_guide | {} | Use short sentences. | save_chapter | {\"n\":%2$d,\"title\":\"On %1$s\"}"
            + " | {\"chapter\":%2$d,\"status\":\"saved\"}",
        "get_rate | {\"from\":\"EUR\"} | 1.0842 | book | {\"invoice\":\"I-%2$d\",\"t\":%2$d.5} | booked",
        "get_template | {\"name\":\"renewal\"} | Dear {name} | send_mail"
            + " | {\"to\":\"%1$s@a.example\",\"text\":\"Dear %1$s\"} | sent",
        "printer | {} | idle, 2 trays | print | {\"doc\":\"%1$s.pdf\"} | printed",
        "read_file | {\"path\":\"STYLE.md\"} | # Style | write_file"
            + " | {\"path\":\"%1$s.md\",\"content\":\"On %1$s\"} | ok",
        "bash | {\"command\":\"curl -s pay/health\"} | {\"status\":\"UP\"} | bash"
            + " | {\"command\":\"kubectl rollout restart deploy/%1$s\"} | %1$s restarted",
        "bash | {\"command\":\"dig +short www.example\"} | 10.0.0.1 | bash"
            + " | {\"command\":\"ssh %1$s \\\"systemctl restart pay\\\"\"} | ~~",
        "error_rate | {} | {\"errors_per_min\":0} | move_tenant | {\"tenant\":\"%1$s\"} | {\"ok\":true}",
        "health | {} | {\"status\":\"UP\",\"took\":\"%2$d ms\"} | reboot | {\"device\":\"d-%2$d\"}"
            + " | {\"accepted\":true}",
      })
  void whatIsLookedAtBeforeOrAfterEachChangeOfAnotherThingMayStayTheSame(
      String look, String at, String shown, String tool, String arguments, String answer) {
    for (int i = 0; i < WORDS.length; i++) {
      told.turn(worked(look, at, shown.formatted(WORDS[i], i)));
      told.turn(worked(tool, arguments.formatted(WORDS[i], i), answer.formatted(WORDS[i], i)));
      assertThat(told.count()).as(look + " " + i).isLessThan(4);
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "run_eval | {} | {\"score\":0.31} | set_param | {\"name\":\"lr\",\"value\":0.%2$d} | ok",
        "queue | {} | 4012 | set_limit | {\"limit\":\"%2$ds\"} | ok",
        "ocr_run | {\"page\":1} | lI1 ~~ | ocr_set | {\"option\":\"%1$s\"} | ok",
        "screen | {} | Login, empty | press_key | {\"key\":\"%1$s\"} | ok",
        "screen | {} | Pay now, disabled | click | {\"ref\":\"%1$s\"} | ok",
        "get_contact | {\"id\":\"C-4\"} | 030-55 | update_contact"
            + " | {\"id\":\"C-4\",\"phone\":\"030-%2$d\"} | ok",
        "run_report | {\"of\":\"C-4\"} | 12.50 | update_fee | {\"fee\":\"f-%2$d\",\"of\":\"C-4\"} | ok",
        "run_app | {} | balance: -14 | write_file | {\"path\":\"%1$s.py\",\"content\":\"x\"} | ok",
        "bash | {\"command\":\"python rate.py\"} | 0.31 | edit_file"
            + " | {\"path\":\"rate.py\",\"old\":\"a=%2$d\",\"new\":\"a=b\"} | ok",
        "bash | {\"command\":\"./bench\"} | 812 req/s | bash"
            + " | {\"command\":\"sysctl -w net.%1$s=1\"} | ~~",
        "run_sql | {\"query\":\"EXPLAIN SELECT * FROM orders\"} | Seq Scan | run_sql"
            + " | {\"query\":\"CREATE INDEX %1$s ON orders (day)\"} | CREATE INDEX",
      })
  void whoTurnsKnobsAndSeesTheSameIsStuck(
      String look, String at, String shown, String tool, String arguments, String answer) {
    for (int i = 0; i < 11; i++) {
      told.turn(worked(tool, arguments.formatted(WORDS[i], i), answer));
      told.turn(worked(look, at, shown));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void whatWasChangedIsKnownElsewhere() throws IOException {
    BiConsumer<Told, Integer> round =
        (run, i) -> {
          run.turn(worked("reboot", "{\"device\":\"d-" + i % 9 + "\",\"n\":" + i + "}", "ok"));
          run.turn(worked("ping_gateway", "{}", "alive"));
        };
    for (int i = 0; i < 6; i++) {
      round.accept(told, i);
    }
    NewsAccount elsewhere = goneOn(account);
    Told there = new Told(elsewhere);
    for (int i = 6; i < 14; i++) {
      round.accept(told, i);
      round.accept(there, i);
      assertThat(elsewhere.explain()).as("round " + i).isEqualTo(account.explain());
    }
  }

  /** A command that nobody knows may have changed something; one that was there before has not. */
  @Test
  void aCheckBehindANewSilentCommandIsACheckOfIt() {
    for (int i = 0; i < 12; i++) {
      told.turn(worked("bash", command("psql -q -f migrations/" + i + ".sql"), ""));
      told.turn(worked("bash", command("./check.sh"), "OK"));
    }
    assertThat(told.count()).isLessThan(3);

    Told again = new Told(new NewsAccount());
    for (int i = 0; i < 5; i++) {
      again.turn(worked("bash", command("psql -q -f migrations/1.sql"), ""));
      again.turn(worked("bash", command("./check.sh"), "OK"));
    }
    assertThat(again.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void theNextThingMayGoIntoAZoneOfAFewWithoutAWord() {
    for (int i = 0; i < WORDS.length; i++) {
      String zone = "eu-" + i % 3;
      told.turn(worked("bash", command("kubectl label node " + WORDS[i] + " zone=" + zone), ""));
    }
    assertThat(told.count()).isLessThan(3);

    Told known = new Told(new NewsAccount());
    for (int i = 0; i < 14; i++) {
      String zone = "eu-" + i % 3;
      known.turn(worked("bash", command("kubectl label node " + WORDS[i % 4] + " z=" + zone), ""));
    }
    assertThat(known.count()).as("four nodes, three zones").isGreaterThanOrEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void failuresOfOtherThingsAreTakenBackByWhatGoesWellWithTheNext(int each) {
    for (int i = 0; i < WORDS.length; i++) {
      String seat = "{\"seat\":\"" + (10 + i) + "A\"}";
      boolean free = i % each == 0;
      told.turn(free ? worked("hold_seat", seat, "held") : failed("hold_seat", seat, "taken"));
      assertThat(told.count()).as("seat " + i).isLessThan(4);
    }
  }

  @Test
  void failuresOfTheSameThingAreNotTakenBackByWhatGoesWellWithAnother() {
    for (int i = 1; i < 13; i++) {
      String order = i % 4 == 0 ? "O-" + i : "O-1";
      String refund = "{\"order\":\"" + order + "\",\"amount\":\"a" + i + "\"}";
      told.turn(
          i % 4 == 0
              ? worked("refund", refund, "refunded")
              : failed("refund", refund, "not authorized"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void moreThanThreeFailuresAreNotTakenBackAtOnce() {
    told.turn(worked("reserve_name", "{\"name\":\"spruce\"}", "reserved"));
    for (int i = 0; i < 6; i++) {
      told.turn(failed("reserve_name", "{\"name\":\"" + WORDS[i] + "\"}", "already in use"));
    }
    int before = told.count();

    told.turn(worked("reserve_name", "{\"name\":\"tarn\"}", "reserved"));

    assertThat(told.count()).isBetween(before - 4, before - 3);
  }

  @Test
  void whatAListOwesIsKnownElsewhere() throws IOException {
    for (int i = 0; i < 3; i++) {
      told.turn(failed("reserve_name", "{\"name\":\"" + WORDS[i] + "\"}", "already in use"));
    }
    NewsAccount elsewhere = goneOn(account);
    Told there = new Told(elsewhere);

    told.turn(worked("reserve_name", "{\"name\":\"tarn\"}", "reserved"));
    there.turn(worked("reserve_name", "{\"name\":\"tarn\"}", "reserved"));

    assertThat(elsewhere.explain()).isEqualTo(account.explain()).contains("(2.0 before it, 0.0");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "check_page | {\"doc\":\"manual\",\"page\":%d} | {\"errors\":0}",
        "validate_rows | {\"offset\":%d00,\"file\":\"f.csv\"} | {\"valid\":true}",
        "reviewPage | {\"pageNo\":\"%d\"} | Nothing to say about it",
        "proofread | {\"book\":\"b\",\"page\":%d} | ~~",
        "mcp__docs__render_page | {\"page\":%d} | ok",
        "seite_pruefen | {\"seite\":%d} | keine Fehler",
        "翻译页面 | {\"page\":%d} | 完成",
      })
  void whatIsDoneToEachPageIsABatch(String tool, String arguments, String answer) {
    for (int i = 1; i <= 25; i++) {
      told.turn(worked(tool, arguments.formatted(i), answer));
      assertThat(told.count()).as("page " + i).isLessThan(4);
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "list_orders | {\"page\":%d} | [] | 99",
        "list_checks | {\"page\":%d} | [] | 99",
        "get_test_results | {\"page\":%d,\"per_page\":50} | {\"results\":[]} | 99",
        "check_status | {\"offset\":%d} | {\"status\":\"same\"} | 99",
        "shop_products | {\"offset\":%d00} | [] | 99",
        "scroll | {\"offset\":%d00} | Log in | 99",
        "check_page | {\"doc\":\"manual\",\"page\":%d} | {\"errors\":0} | 3",
      })
  void pagesBeyondTheEndOfAListingAreNoBatchAndTheSamePagesAreNone(
      String tool, String arguments, String answer, int pages) {
    for (int i = 0; i < 14; i++) {
      told.turn(worked(tool, arguments.formatted(4 + i % pages), answer));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @ParameterizedTest
  @CsvSource({
    "run_test, build, 1777",
    "run_test, build, 901",
    "test_revision, r, 3001",
    "replay_until, offset, 901"
  })
  void whoHalvesARangeIsToldSomethingByYesAndByNo(String tool, String name, int first) {
    int good = 0;
    int bad = 4096;
    while (bad - good > 1) {
      int middle = (good + bad) / 2;
      boolean fails = middle >= first;
      told.turn(worked(tool, "{\"" + name + "\":" + middle + "}", fails ? "failed" : "passed"));
      assertThat(told.count()).as(name + " " + middle).isLessThan(4);
      good = fails ? good : middle;
      bad = fails ? middle : bad;
    }
  }

  @ParameterizedTest
  @CsvSource({
    // What came of each try in turn, and then of all that follow.
    "run_test, timeout, F, 100",
    "run_test, timeout, PF, 100",
    "run_test, build, PF, 4",
    "set_limit, limit, PFFFF, 100",
  })
  void butNotWhoseTriesOnlyFailOrWhoAsksAboutTheSameNumbers(
      String tool, String name, String answers, int numbers) {
    for (int i = 0; i < 15; i++) {
      char answer = answers.charAt(Math.min(i, answers.length() - 1));
      String arguments = "{\"" + name + "\":" + (1000 + 17 * (i % numbers)) + "}";
      told.turn(worked(tool, arguments, answer == 'F' ? "failed" : "passed"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  private static String command(String text) {
    return "{\"command\":\"" + text + "\"}";
  }
}
