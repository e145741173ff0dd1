package io.loophalt.presets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentStudioArgumentsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"b\":\"Z\",\"a\":{\"d\":1,\"c\":true}}|{\"a\":{\"c\":true,\"d\":},\"b\":\"z\"}",
        "cat /srv/a/Log.txt and 12 more|cat log.txt and  more",
        "{\"since\":\"2026-01-01T10:00:00Z\",\"day\":\"2026-01-01\"}|{\"day\":\"\",\"since\":\"\"}",
        "{\"id\":\"1234ABCD-12AB-4CDE-8F01-ABCDEF012345\"}|{\"id\":\"\"}",
        "[\"job1\",null,{}]|[\"job1\",null,{}]",
        "{not json 7 x|{not json  x",
      })
  void whatIsVolatileGoes(String arguments, String normalized) {
    assertThat(AgentStudioArguments.normalize(arguments)).isEqualTo(normalized);
  }

  @Test
  void twoHundredCharactersAreKept() {
    assertThat(AgentStudioArguments.normalize("x".repeat(500))).hasSize(200);
    assertThat(AgentStudioArguments.normalize("{\"a\":\"" + "x".repeat(500) + "\"}")).hasSize(200);
  }
}
