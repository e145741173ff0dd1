package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the account makes of numbers that stand beside what is said, and say nothing. */
class NumbersBesideAnswersTest {

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @Test
  void howFarABuildHasGotBeforeItFailsBringsItNoNearer() {
    int[] places = {40, 38, 41, 43, 45, 46, 44, 42, 47};
    for (int i = 0; i < places.length; i++) {
      edit(told, i);
      told.turn(
          failed(
              "bash",
              "ninja -C build",
              "["
                  + places[i]
                  + "/47] Linking CXX executable bin/app\n"
                  + "ld: undefined reference to `media::FrameDecoder::drain()'\n"
                  + "ninja: build stopped: subcommand failed."));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "| id | name |\n|---|---|\n", " id | name\n----+------\n(0 rows)"})
  void howLongItTookToFindNothingIsNoReasonToAskTheSameInOtherWords(String nothing) {
    String[] joins = {
      "a JOIN b ON a.id=b.id",
      "a INNER JOIN b ON b.id = a.id",
      "a x, b y WHERE x.id=y.id",
      "b JOIN a ON b.id=a.id",
      "a WHERE id IN (SELECT id FROM b)"
    };
    Told batch = new Told(new NewsAccount());
    for (int i = 0; i < 15; i++) {
      String answer = nothing + "\nTime: " + (80 + 7 * i) + ".4 ms";
      told.turn(worked("run_query", query("id, name FROM " + joins[i % joins.length]), answer));
      batch.turn(worked("run_query", query("id, name FROM a WHERE id=" + (700 + i)), answer));
    }
    assertThat(told.count()).isGreaterThanOrEqualTo(6);
    assertThat(batch.count()).as("one thing after the other").isLessThan(4);
  }

  @Test
  void howLongATrainingTookIsNoNewsWhereItsLossIsNot() {
    Told learning = new Told(new NewsAccount());
    for (int i = 0; i < 18; i++) {
      String code =
          "{\"code\":\"fit(model, Adam(1e-%d), batch_size=%d)\"}".formatted(i % 5, 16 << i % 4);
      String said = "Epoch 1/1 - %ds - loss: %s - acc: 0.1000";
      told.turn(worked("execute_cell", code, said.formatted(20 + 7 * i % 11, "nan")));
      learning.turn(worked("execute_cell", code, said.formatted(20 + 7 * i % 11, "0." + (90 - i))));
    }
    assertThat(told.count()).isGreaterThanOrEqualTo(6);
    assertThat(learning.count()).as("it gets less").isZero();
  }

  private static String query(String columns) {
    return "{\"sql\":\"SELECT " + columns + "\"}";
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "{'state':'parked','reason':'no runner is online','waited_s':%1$d} | 1",
        "{'vm':'b-12','power':'on','console':'grub>','uptime':%1$d,'cpus':4} | 1",
        "The ticket waits for somebody who knows fiber, since %1$d seconds. | 1",
        "{'lock':'held','owner':'migrate-3','age_ms':%1$d} | 1000",
      },
      delimiter = '|',
      quoteCharacter = '`')
  void howLongSomethingGoesOnIsNoNewsUnderWhateverName(String answer, int unit) {
    for (int i = 0; i < 16; i++) {
      told.after(20_000).turn(worked("ticket", "Q-77", said(answer, (100 + 20 * i) * unit)));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "7 | {'state':'rendering','frames':%1$d}",
        "31 | {'state':'rendering','frames':%1$d}",
        "20300 | {'phase':'copy','rows_done':%1$d}",
        "20 | {'state':'recording','seconds':%1$d,'wanted':900}",
        "-20 | {'state':'running','left_s':%1$d,'of':'the night'}",
      },
      delimiter = '|',
      quoteCharacter = '`')
  void whatGrowsOtherwiseOrTowardsAnEndIsWatched(int each, String answer) {
    for (int i = 0; i < 16; i++) {
      told.after(20_000).turn(worked("ticket", "Q-77", said(answer, 400 + each * i)));
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void numbersThatGoUpAndDownMakeNoFailureAnotherOne() {
    int wandering = countAfterFailures(20, 14, 17, 28, 11, 26, 14, 23, 9, 19, 15, 22);
    int growing = countAfterFailures(20, 24, 27, 28, 31, 36, 44, 53, 59, 69, 71, 78);
    int shrinking = countAfterFailures(91, 60, 68, 54, 57, 31, 36, 18, 21, 9, 11, 3);

    assertThat(wandering).isGreaterThan(growing);
    assertThat(wandering).as("in the long run").isGreaterThan(shrinking);
  }

  private static int countAfterFailures(int... numbers) {
    Told alone = new Told(new NewsAccount());
    for (int i = 0; i < numbers.length; i++) {
      edit(alone, i);
      String failure = "Error: the secret is not set at runner #" + numbers[i];
      alone.turn(worked("bash", "./ci status", failure));
    }
    return alone.count();
  }

  @ParameterizedTest
  @ValueSource(strings = {"warnings", "offenses", "conflicts", "broken links", "erreurs", "ошибок"})
  void asManyFailuresAsBeforeAreNoNewOnes(String counted) {
    int[] counts = {1137, 1102, 1155, 1131, 1149, 1120, 1133, 1108, 1141, 1126, 1135, 1117};
    int[] shrinking = {31, 28, 29, 25, 26, 22, 23, 18, 19, 15, 12, 9};

    assertThat(countAfterChecks(counted, counts)).isGreaterThanOrEqualTo(2);
    assertThat(countAfterChecks(counted, shrinking)).isLessThan(2);
  }

  private static int countAfterChecks(String counted, int... numbers) {
    Told alone = new Told(new NewsAccount());
    for (int i = 0; i < numbers.length; i++) {
      edit(alone, i);
      String failure = numbers[i] + " " + counted + "\nerror: x() is too long";
      alone.turn(failed("bash", "make lint", failure));
    }
    return alone.count();
  }

  @Test
  void aNumberOfNineDigitsCountsNoFailures() {
    for (int i = 0; i < 9; i++) {
      edit(told, i);
      String pipeline = "pipeline #" + (757_687_733 - 40_126_137 * i);
      told.turn(failed("bash", "glab ci status", pipeline + " failed: the secret is not set"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(4);
  }

  @Test
  void whatMovesWithTheClockIsRememberedInAnotherProcess() throws IOException {
    String answer = "{'state':'parked','reason':'no runner is online','waited_s':%1$d}";
    for (int i = 0; i < 6; i++) {
      told.after(20_000).turn(worked("ticket", "Q-77", said(answer, 100 + 20 * i)));
    }
    NewsAccount saved = goneOn(account);
    Told elsewhere = new Told(saved).after(6 * 20_010);
    told.after(20_000).turn(worked("ticket", "Q-77", said(answer, 220)));
    elsewhere.after(20_000).turn(worked("ticket", "Q-77", said(answer, 220)));

    assertThat(account.explain()).contains("a time or an id only");
    assertThat(saved.explain()).isEqualTo(account.explain());
  }

  @Test
  void whoMeasuresNothingLearnsNothingFromHowFastThatWent() {
    Told sameCommand = new Told(new NewsAccount());
    Told measured = new Told(new NewsAccount());
    for (int i = 0; i < 9; i++) {
      String command = "python train.py --lr 1e-" + i + " --bs " + (16 + i);
      String speed = "\n" + (1600 - 31 * i) + " tok/s";
      told.turn(worked("bash", command, "step 1 loss nan\nstep 100 loss NaN" + speed));
      edit(sameCommand, i);
      sameCommand.turn(worked("bash", "./train", "step 1 loss nan\nstep 100 loss NaN" + speed));
      String losses = "step 1 loss 10.8\nstep 100 loss " + (9.8 - 0.1 * i);
      measured.turn(worked("bash", command, losses + speed));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
    assertThat(sameCommand.count()).isGreaterThanOrEqualTo(4);
    assertThat(measured.count()).isZero();
  }

  @Test
  void aTableWithGapsIsReadForWhatIsInIt() {
    for (int i = 0; i < 12; i++) {
      String command = "head p" + i + ".csv";
      told.turn(worked("bash", command, "   id  rate\n0  " + (17 + 8 * i) + "  NaN\n1  NaN  NaN"));
    }

    assertThat(told.count()).isLessThan(4);
  }

  @Test
  void whoMakesAQueryFasterComesNearer() {
    Told faster = new Told(new NewsAccount());
    double millis = 9120;
    for (int i = 0; i < 12; i++) {
      String plan = "Seq Scan on events (actual time=0.0%d..%.3f rows=17 loops=1)\nFilter: kind";
      String jitter = plan.formatted(10 + i * 7 % 20, 9120 + i * 13 % 29 + 0.118);
      edit(told, i);
      told.turn(worked("bash", "./explain", jitter));
      edit(faster, i);
      faster.turn(worked("bash", "./explain", plan.formatted(10 + i * 7 % 20, millis)));
      millis *= 0.8;
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
    assertThat(faster.count()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "claim_request | {'requestId':%1$d,'state':'claimed'} | {'state':'closed'}",
        "claim_request | {'request_id':'R-%1$d','state':'claimed'} | ok",
        "next_request | {'requestId':'0f8fad5b-d9cb-469f-a165-7086%1$08d','state':'taken'} | ok",
        "leaseRequest | claimed request %1$d for you | done",
      },
      delimiter = '|',
      quoteCharacter = '`')
  void whatAToolHandsOutIsNewUnderAnotherId(String tool, String claimed, String closed) {
    for (int i = 0; i < 25; i++) {
      told.turn(worked(tool, "{}", said(claimed, 4711 + i)));
      told.turn(worked("close_request", "{\"requestId\":" + i + "}", said(closed, 0)));
      assertThat(told.count()).as("request " + i).isLessThan(4);
    }
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "get_status | {'requestId':%1$d,'state':'open'}",
        "get_request | {'requestId':%1$d,'state':'open'}",
        "search_orders | {'request_id':'R-%1$d','orders':[{'id':1,'state':'open'}]}",
        "receive_message | {'requestId':'R-%1$d','state':'no new message yet for you'}",
        "claim_request | {'requestId':4711,'state':'claimed','at':'12:00:%1$d'}",
        "submit_request | {'requestId':%1$d,'state':'denied'}",
      },
      delimiter = '|',
      quoteCharacter = '`')
  void whatAnyOtherToolAnswersIsTheSameUnderAnotherRequestId(String tool, String answer) {
    for (int i = 0; i < 12; i++) {
      told.turn(worked(tool, "{\"q\":\"widget\"}", said(answer, 11 + i)));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void whoSetsSomethingAndMeasuresAgainMayBeToldAnyNumber() {
    for (int i = 0; i < 20; i++) {
      told.turn(worked("set_config", "{\"threads\":" + (i + 1) + "}", "ok"));
      told.turn(worked("run_benchmark", "{}", "{\"latencyMs\":" + (300 + i * 37 % 101) + "}"));
      assertThat(told.count()).as("setting " + i).isLessThan(4);
    }
  }

  @Test
  void whoMeasuresTheSameForEverIsStuckAndSoIsWhomNoSettingHelps() {
    for (int i = 0; i < 20; i++) {
      told.turn(worked("run_benchmark", "{}", "{\"latencyMs\":" + (300 + i * 37 % 101) + "}"));
    }
    assertThat(told.count()).as("nothing set").isGreaterThanOrEqualTo(6);

    Told same = new Told(new NewsAccount());
    for (int i = 0; i < 20; i++) {
      same.turn(worked("set_config", "{\"threads\":" + (i + 1) + "}", "ok"));
      same.turn(worked("run_benchmark", "{}", "{\"latencyMs\":300}"));
    }
    assertThat(same.count()).as("the same number").isGreaterThanOrEqualTo(6);
  }

  private static String said(String answer, int number) {
    return answer.replace('\'', '"').formatted(number);
  }

  private static void edit(Told told, int i) {
    String text = "{\"path\":\"a.cpp\",\"new\":\"v" + i + "\"}";
    told.turn(worked("edit_file", text, "edited"));
  }
}
