package io.loophalt.agent.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentShapeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"page\":1,\"size\":50} | {\"page\":17,\"size\":50}",
        "{\"a\":\"x\",\"b\":2} | {\"b\": 3, \"a\": \"x\"}",
        "{\"id\":\"e8d79f49-af6d-414c-aa6f-188a424e617b\"}"
            + " | {\"id\":\"46f29c7c-771e-46d5-a78f-e7033bf1b55c\"}",
        "{\"at\":\"2026-04-01T09:00:10Z\"} | {\"at\":\"2026-04-01T09:01:10Z\"}"
      })
  void numbersIdsTimesAndOrderMakeNoDifference(String one, String other) {
    assertThat(ArgumentShape.of("t", one)).isEqualTo(ArgumentShape.of("t", other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{\"q\":\"foo\"} | {\"q\":\"bar\"}", "{\"q\":\"foo\"} | {\"r\":\"foo\"}", "{} | x"})
  void otherWordsMakeADifference(String one, String other) {
    assertThat(ArgumentShape.of("t", one)).isNotEqualTo(ArgumentShape.of("t", other));
  }
}
