package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetriedTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{\"attempt\":1} | {\"attempt\":2}",
        "{\"n\":7,\"retryCount\":1} | {\"retryCount\": 2, \"n\": 7}",
        "{\"id\":\"a\",\"try_no\":\"1\"} | {\"id\":\"a\",\"try_no\":\"12\"}",
        "{\"z\":{\"id\":4,\"versuch\":1}} | {\"z\":{\"id\":4,\"versuch\":9}}",
        "{\"cliente\":4,\"intento\":1} | {\"cliente\":4,\"intento\":2}",
        "{\"重试\":1,\"名\":\"x\"} | {\"重试\":2,\"名\":\"x\"}",
        "{\"q\":\"x\",\"no_cache\":\"a1\"} | {\"q\":\"x\",\"no_cache\":\"b2\"}",
        "{\"url\":\"a.example/p?attempt=1\"} | {\"url\":\"a.example/p?attempt=2\"}",
        "{\"url\":\"a.example/p?_=17&x=1\"} | {\"url\":\"a.example/p?x=1&_=18\"}",
        "{\"id\":7,\"attempt\":1,\"requested_at\":\"2026-03-14T09:00:17Z\"}"
            + " | {\"id\":7,\"attempt\":2,\"requested_at\":\"2026-03-14T09:01:23Z\"}",
        "{\"id\":7,\"attempt\":1,\"timeout_ms\":500} | {\"id\":7,\"attempt\":2,\"wait\":9}"
      })
  void theSameIsAskedForOnceMore(String one, String other) {
    assertThat(Retried.of(one, /* look= */ false)).isNotEqualTo(Retried.NOT);
    assertThat(Retried.of(one, false)).isEqualTo(Retried.of(other, false));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{\"nonce\":\"5e1f\"} | {\"nonce\":\"81c0\"}",
        "{\"ts\":1795690203} | {\"ts\":1795690217}",
        "{\"ts\":1795690203123} | {\"ts\":1795690217123}",
        "{\"now\":\"2026-03-14T09:00:17Z\"} | {\"now\":\"2026-03-14T09:01:23Z\"}",
        "{\"url\":\"a.example/p?cb=81\"} | {\"url\":\"a.example/p?cb=82\"}"
      })
  void ofALookMoreSaysSo(String one, String other) {
    assertThat(Retried.of(one, /* look= */ true)).isNotEqualTo(Retried.NOT);
    assertThat(Retried.of(one, true)).isEqualTo(Retried.of(other, true));
    assertThat(Retried.of(one, /* look= */ false)).isEqualTo(Retried.NOT);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{\"id\":7,\"attempt\":1} | {\"id\":8,\"attempt\":1}",
        "{\"from\":\"a\",\"to\":\"b\",\"try\":1} | {\"from\":\"b\",\"to\":\"a\",\"try\":2}",
        "{\"xy\":[1,2],\"try\":1} | {\"xy\":[2,1],\"try\":2}",
        "{\"page\":1,\"retry\":0} | {\"page\":2,\"retry\":0}",
        "{\"seed\":5,\"attempt\":1} | {\"seed\":6,\"attempt\":1}",
        "{\"key\":\"k1\",\"attempt\":1} | {\"key\":\"k2\",\"attempt\":1}",
        "{\"at\":\"2026-03-14T09:00:17Z\",\"attempt\":1} | {\"at\":\"2026-03-14T09:01:17Z\",\"attempt\":1}",
        "{\"url\":\"a.example/p?x=1&try=1\"} | {\"url\":\"a.example/p?x=2&try=1\"}",
        "{\"t\":\"a\\\"b\",\"try\":1} | {\"t\":\"a\\\"c\",\"try\":1}"
      })
  void somethingElseIsAskedFor(String one, String other) {
    assertThat(Retried.of(one, /* look= */ true)).isNotEqualTo(Retried.NOT);
    assertThat(Retried.of(one, true)).isNotEqualTo(Retried.of(other, true));
  }

  /** What may be what is asked about, or the work itself. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "attempt 3",
        "[\"attempt\"]",
        "{\"seq\":3}",
        "{\"round\":3}",
        "{\"seed\":17}",
        "{\"step\":3}",
        "{\"page\":3}",
        "{\"request_id\":\"r-1\"}",
        "{\"trace\":\"ab12\"}",
        "{\"ts\":1795690200}",
        "{\"ts\":\"2026-03-14T09:00:00Z\"}",
        "{\"at\":\"2026-03-14T09:00:17Z\"}",
        "{\"text\":\"my 3rd attempt\"}",
        "{\"url\":\"a.example/attempt/3?try\"}"
      })
  void nothingSaysThatItIsAskedOnceMore(String arguments) {
    assertThat(Retried.of(arguments, /* look= */ true)).isEqualTo(Retried.NOT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"attempt", "{\"attempt\"", "{\"attempt\":", "{\"attempt\":\"", "{\"a\":\"b\\"})
  void whatIsCutShortIsReadToItsEnd(String arguments) {
    assertThat(Retried.of(arguments, false)).isEqualTo(Retried.of(arguments, false));
  }

  @ParameterizedTest
  @ValueSource(ints = {900, 1_100})
  void ofLongArgumentsNothingIsKnown(int length) {
    String one = "{\"attempt\":1,\"text\":\"" + "a".repeat(length) + "\"}";

    assertThat(Retried.of(one, false) == Retried.NOT).isEqualTo(length > 1_000);
  }

  @Test
  void aKeyOfItsOwnSaysThatAWriteOfWhichNothingCameIsMadeAgain() {
    String one = "{\"order\":7,\"idempotency_key\":\"a1\"}";
    String other = "{\"order\":7,\"idempotency_key\":\"b2\"}";
    assertThat(Retried.of(one, /* look= */ false, /* inVain= */ false)).isEqualTo(Retried.NOT);
    int asked = Retried.of(one, false, /* inVain= */ true);
    assertThat(Retried.isWriteInVain(asked)).isTrue();
    assertThat(asked).isEqualTo(Retried.of(other, false, true));
    assertThat(asked).isNotEqualTo(Retried.of(other.replace("7", "8"), false, true));
    assertThat(Retried.isWriteInVain(Retried.of("{\"attempt\":2}", false, true))).isFalse();
    assertThat(Retried.isWriteInVain(Retried.NOT)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "Bash | {\"command\":\"ls -la\",\"description\":\"List all files\"}"
            + " | {\"description\":\"See what is there\",\"command\":\"ls -la\"}",
        "run_terminal_cmd | {\"command\":\"npm test\",\"explanation\":\"To see it fail\",\"bg\":false}"
            + " | {\"command\":\"npm test\",\"explanation\":\"Once more, to be sure\",\"bg\":false}",
        "run_sql | {\"q\":\"table users\",\"reason\":\"who is there\"}"
            + " | {\"q\":\"table users\",\"reason\":\"another look at them\"}",
        "execute_python | {\"code\":\"print(len(a))\",\"purpose\":\"count the rows\"}"
            + " | {\"code\":\"print(len(a))\",\"purpose\":\"how many are there\"}",
        "execute_command | {\"command\":\"git status\",\"rationale\":\"look at it\"}"
            + " | {\"command\":\"git status\",\"rationale\":\"look at it again\"}",
        "warehouse | {\"query\":\"SELECT a FROM b\",\"reasoning\":\"all of them\"}"
            + " | {\"query\":\"SELECT a FROM b\",\"reasoning\":\"each of them\"}",
        "ausfuehren | {\"cmd\":\"make -B all\",\"begründung\":\"damit alles neu ist\"}"
            + " | {\"cmd\":\"make -B all\",\"begründung\":\"noch ein Versuch\"}",
        "powershell | {\"script\":\"Start-Website shop\",\"purpose\":\"start it now\"}"
            + " | {\"script\":\"Start-Website shop\",\"purpose\":\"start it again\"}",
        "terminal | {\"run\":\"ls -la\",\"reason\":\"attempt 2 at a look\"}"
            + " | {\"run\":\"ls -la\",\"reason\":\"a look, attempt 3\"}",
        "bash | {\"command\":\"./next\",\"reason\":\"for order A-17, as asked\"}"
            + " | {\"command\":\"./next\",\"reason\":\"once more for order A-17.\"}",
        "run_code | {\"code\":\"df.head(3)\",\"说明\":\"查看数据\"} | {\"code\":\"df.head(3)\",\"说明\":\"再看一次\"}"
      })
  void whatIsSaidOnACommandMakesItNoOther(String tool, String one, String other) {
    assertThat(Retried.lessWords(tool, one)).isNotEqualTo(Retried.NOT);
    assertThat(Retried.lessWords(tool, one)).isEqualTo(Retried.lessWords(tool, other));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{\"command\":\"ls a\",\"description\":\"look at it\"}"
            + " | {\"command\":\"ls b\",\"description\":\"look at it\"}",
        "{\"command\":\"ls\",\"cwd\":\"a\",\"description\":\"look at it\"}"
            + " | {\"command\":\"ls\",\"cwd\":\"b\",\"description\":\"look at it\"}",
        "{\"command\":\"curl x?try=1\",\"reason\":\"look at it\"}"
            + " | {\"command\":\"curl x?try=2\",\"reason\":\"look at it\"}",
        "{\"command\":\"make\",\"timeout\":10,\"reason\":\"look at it\"}"
            + " | {\"command\":\"make\",\"timeout\":90,\"reason\":\"look at it\"}",
        "{\"command\":\"./next\",\"reason\":\"train model A-1000\"}"
            + " | {\"command\":\"./next\",\"reason\":\"train model A-1037\"}",
        "{\"command\":\"./next\",\"reason\":\"处理订单a17\"}"
            + " | {\"command\":\"./next\",\"reason\":\"处理订单a18\"}"
      })
  void whatElseACommandIsGivenDoes(String one, String other) {
    assertThat(Retried.lessWords("bash", one)).isNotEqualTo(Retried.NOT);
    assertThat(Retried.lessWords("bash", one)).isNotEqualTo(Retried.lessWords("bash", other));
  }

  /** The words are what the call is about. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "bash | {\"command\":\"ls\"}",
        "bash | {\"description\":\"list all files\"}",
        "execute_task | {\"code\":\"T-17\",\"description\":\"Repaint the north wall\"}",
        "execute_step | {\"command\":\"refund\",\"description\":\"the order of Ada\"}",
        "executeWorkflow | {\"input\":\"Refund order 7 (paid twice)\",\"reason\":\"she was charged twice\"}",
        "delegate | {\"command\":\"Order lunch for the team - all eight\",\"reason\":\"they are hungry\"}",
        "create_cron_job | {\"command\":\"npm test\",\"description\":\"Runs all tests at night\"}",
        "save_snippet | {\"code\":\"f(x)\",\"explanation\":\"Calls it with one value\"}",
        "open_ticket | {\"code\":\"E42\",\"description\":\"The printer is on fire\"}",
        "ask_expert | {\"query\":\"why is it slow\",\"explanation\":\"it took a minute\"}",
        "robot | {\"command\":\"go home\",\"reason\":\"for the next guest\"}",
        "kitchen | {\"cmd\":\"make coffee\",\"reason\":\"the guest is thirsty\"}",
        "console_log | {\"level\":\"info\",\"description\":\"Imported one order\"}",
        "terminal_refund | {\"terminal\":\"T-2\",\"reason\":\"the lamp is broken\"}",
        "report_sql_issue | {\"severity\":\"major\",\"description\":\"It scans the table\"}",
        "sql_agent | {\"database\":\"shop\",\"purpose\":\"how many orders are open\"}",
        "get_order | {\"id\":7,\"reason\":\"the customer has called\"}"
      })
  void wordsBesideNoCommandAreWhatACallIsAbout(String tool, String arguments) {
    assertThat(Retried.lessWords(tool, arguments)).isEqualTo(Retried.NOT);
  }
}
