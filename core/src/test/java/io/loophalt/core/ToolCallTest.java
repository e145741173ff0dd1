package io.loophalt.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.Effect;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
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
  @SuppressWarnings("JavaUtilDate") // applications still pass them
  void arraysOfNumbersAreWrittenOutAndADateByItsMilliseconds() {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("ints", new int[] {1, 2});
    arguments.put("doubles", new double[] {0.5, Double.NaN});
    arguments.put("bytes", new byte[] {-1});
    arguments.put("letters", new char[] {'a', '"'});
    arguments.put("letter", 'a');
    arguments.put("since", new Date(1_700_000_000_001L));
    arguments.put("at", timestamp(5));

    assertThat(ToolCall.of("t", arguments).argumentsText())
        .isEqualTo(
            "{\"ints\":[1,2],\"doubles\":[0.5,\"NaN\"],\"bytes\":[-1],"
                + "\"letters\":[\"a\",\"\\\"\"],\"letter\":\"a\",\"since\":1700000000001,"
                + "\"at\":\""
                + timestamp(5)
                + "\"}");
    assertThat(timestamp(5).toString()).endsWith(".000000005");
  }

  private static Timestamp timestamp(int nanos) {
    Timestamp timestamp = new Timestamp(0);
    timestamp.setNanos(nanos);
    return timestamp;
  }

  @Test
  void whatDoesNotSayWhatItHoldsIsRefusedThoughItHasAnOrder() {
    for (Object each :
        List.of(
            ByteBuffer.allocate(3),
            IntBuffer.allocate(3),
            new GregorianCalendar(),
            new StringTokenizer("a b"))) {
      assertThatThrownBy(() -> ToolCall.of("t", Map.of("a", each)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'a' is a " + each.getClass().getName());
    }
  }

  @Test
  @SuppressWarnings("NullAway") // as a caller without it may
  void whatIsMissingIsRefusedWhereItIsHandedOver() {
    assertThatThrownBy(() -> ToolCall.of(null, "{}")).hasMessage("tool");
    assertThatThrownBy(() -> ToolCall.of("t", (String) null)).hasMessage("argumentsJson");
    assertThatThrownBy(() -> ToolCall.of("t", (Map<String, ?>) null)).hasMessage("arguments");
    assertThatThrownBy(() -> ToolCall.ofDigest(null, 1)).hasMessage("tool");
    assertThatThrownBy(() -> ToolCall.of("t", "{}").as(null)).hasMessage("classOfActions");
    assertThatThrownBy(() -> ToolCall.of("t", "{}").with(null)).hasMessage("knownEffect");
    assertThatThrownBy(() -> ToolResult.of(null)).hasMessage("text");
    assertThatThrownBy(() -> ToolResult.of("").inState(null)).hasMessage("description");
    assertThatThrownBy(() -> ModelAnswer.of(null, 1)).hasMessage("text");
    assertThatThrownBy(() -> ModelAnswer.of("", 1).by(null)).hasMessage("model");
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
