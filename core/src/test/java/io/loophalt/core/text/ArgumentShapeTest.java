package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentShapeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"page\":1,\"size\":50} | {\"page\":17,\"size\":50}",
        "{\"pageNumber\": 1} | {\"pageNumber\": 2}",
        "{\"next_cursor\":\"abc\"} | {\"next_cursor\":\"xyz\"}",
        "{\"page_token\":\"abc\"} | {\"page_token\":\"xyz\"}",
        "{\"cursor_id\":\"abc\"} | {\"cursor_id\":\"xyz\"}",
        "curl https://a.example/users?page=3&n=5 | curl https://a.example/users?page=4&n=5",
        "{\"a\":\"x\",\"offset\":2} | {\"offset\": 3, \"a\": \"x\"}",
        "{\"q\":\"x\",\"request_id\":\"e8d79f49-af6d-414c-aa6f-188a424e617b\"}"
            + " | {\"q\":\"x\",\"request_id\":\"46f29c7c-771e-46d5-a78f-e7033bf1b55c\"}",
        "{\"q\":\"x\",\"correlationId\":\"a1\"} | {\"q\":\"x\",\"correlationId\":\"b2\"}",
        "{\"q\":\"x\",\"at\":\"2026-04-01T09:00:10Z\"} |"
            + " {\"q\":\"x\",\"at\":\"2026-04-01T09:01:11Z\"}",
        "{\"q\":\"x\",\"ts\":1} | {\"q\":\"x\",\"ts\":2}",
        "{\"q\":\"x\",\"try\":1,\"poll\":7} | {\"q\":\"x\",\"try\":2,\"poll\":8}"
      })
  void whichRequestAndWhichPageMakeNoDifference(String one, String other) {
    assertThat(ArgumentShape.of("t", one)).isEqualTo(ArgumentShape.of("t", other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"q\":\"foo\"} | {\"q\":\"bar\"}",
        "{\"q\":\"foo\"} | {\"r\":\"foo\"}",
        "{} | x",
        "{\"sku\":1001} | {\"sku\":1002}",
        "{\"day\":\"2026-04-01\"} | {\"day\":\"2026-04-02\"}",
        "{\"q\":\"x\",\"at\":\"2026-04-01T09:00:00Z\"} |"
            + " {\"q\":\"x\",\"at\":\"2026-04-01T10:00:00Z\"}",
        "{\"order_id\":\"e8d79f49-af6d-414c-aa6f-188a424e617b\"}"
            + " | {\"order_id\":\"46f29c7c-771e-46d5-a78f-e7033bf1b55c\"}",
        "{\"seq\":1} | {\"seq\":2}",
        "{\"page_id\":1} | {\"page_id\":2}",
        "{\"pageId\":1,\"q\":\"x\"} | {\"pageId\":2,\"q\":\"x\"}",
        "{\"request_id\":\"r-1\"} | {\"request_id\":\"r-2\"}"
      })
  void whatIsAskedAboutMakesADifference(String one, String other) {
    assertThat(ArgumentShape.of("t", one)).isNotEqualTo(ArgumentShape.of("t", other));
  }

  @Test
  void aQuestionOfWordsThatWereAllAskedBeforeAsksNothingNew() {
    long first = ArgumentShape.question("{\"q\":\"reset admin password\"}");
    long second = ArgumentShape.question("{\"q\":\"the password of an administrator account\"}");
    long again = ArgumentShape.question("{\"q\":\"admin account password\"}");

    assertThat(ArgumentShape.asksNothingNew(second, first, first)).isFalse();
    assertThat(ArgumentShape.asksNothingNew(again, first | second, second)).isTrue();
    assertThat(ArgumentShape.asksNothingNew(again, again, again)).as("the same text").isFalse();
  }

  @Test
  void aNameOrAnAddressIsNoFreeText() {
    assertThat(ArgumentShape.question("{\"url\":\"https://a.example/\",\"n\":3}")).isZero();
  }
}
