package io.loophalt.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.Effect;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a tool call can be made of. */
class ToolCallTest {

  @Test
  void plainValuesAreWrittenAsAModelWouldHaveWrittenThem() {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("text", "a \"quoted\" \\ line\n\u0001");
    arguments.put("numbers", List.of(1, 2.5, new BigDecimal("1e3"), Double.NaN));
    arguments.put("flags", new Object[] {true, null});
    arguments.put("effect", Effect.READ);
    arguments.put("day", LocalDate.EPOCH);
    arguments.put("file", Path.of("a", "b"));
    arguments.put("empty", Map.of("list", List.of()));

    assertThat(ToolCall.of("t", arguments).argumentsText())
        .isEqualTo(
            "{\"text\":\"a \\\"quoted\\\" \\\\ line\\n\\u0001\",\"numbers\":[1,2.5,1E+3,\"NaN\"],"
                + "\"flags\":[true,null],\"effect\":\"READ\",\"day\":\"1970-01-01\","
                + "\"file\":\"a/b\",\"empty\":{\"list\":[]}}");
  }

  @Test
  void anObjectWithoutAPlainFormIsRefusedByItsPlace() {
    Map<String, Object> arguments = Map.of("list", Arrays.asList("a", new Object()));

    assertThatThrownBy(() -> ToolCall.of("t", arguments))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'list[1]' is a java.lang.Object")
        .hasMessageContaining("hand over text");
  }

  @Test
  void aMapThatHoldsItselfIsRefused() {
    Map<String, Object> arguments = new HashMap<>();
    arguments.put("self", arguments);

    assertThatThrownBy(() -> ToolCall.of("t", arguments))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("deeper than 64 levels");
  }

  @Test
  void zeroIsNoDigest() {
    assertThatThrownBy(() -> ToolCall.ofDigest("t", 0)).hasMessageContaining("no digest");
    assertThatThrownBy(() -> ToolResult.ofDigest(0)).hasMessageContaining("no digest");
  }

  @Test
  void impossibleNumbersOfAnAnswerAreRefused() {
    assertThatThrownBy(() -> ModelAnswer.of("", -2)).hasMessageContaining("toolCalls");
    assertThatThrownBy(() -> ModelAnswer.of("", 1).using(5, 1).cached(6))
        .hasMessageContaining("cached");
  }
}
