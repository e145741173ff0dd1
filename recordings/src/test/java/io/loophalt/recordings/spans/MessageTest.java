package io.loophalt.recordings.spans;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.recordings.assembly.GenAiSpan.Requested;
import io.loophalt.recordings.assembly.GenAiSpan.Response;
import io.loophalt.recordings.spans.Message.Role;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {

  /** Rows that lost a member would look alike. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"id\":1,\"text\":\"open\"}]",
        "[{\"type\":\"file\",\"path\":\"a\"},{\"type\":\"text\",\"path\":\"a\"}]",
        "{\"key\":\"order-1\",\"value\":\"open\"}",
        "{\"type\":\"order\",\"value\":\"open\",\"id\":1}",
        "{\"temp\":20}",
        "[1,2]",
        "[]"
      })
  void whatAToolAnswersIsTakenWhole(String answer) {
    List<Response> asJson =
        read("{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":" + answer + "}").responses();
    List<Response> asPart =
        read("{\"role\":\"tool\",\"parts\":[{\"type\":\"tool_call_response\",\"id\":\"c\",\"response\":"
                + answer
                + "}]}")
            .responses();

    assertThat(asJson).containsExactly(new Response("c", answer));
    assertThat(asPart).containsExactly(new Response("c", answer));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]|`a\nb`",
        "[{\"text\":\"a\"}]|a",
        "{\"type\":\"text\",\"value\":\"a\"}|a",
        "\"a\"|a"
      })
  void theTextsOfItsPartsAreItsAnswer(String answer, String text) {
    assertThat(
            read("{\"role\":\"user\",\"content\":[{\"type\":\"tool-result\",\"toolCallId\":\"c\",\"output\":"
                    + answer
                    + "}]}")
                .responses())
        .containsExactly(new Response("c", text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"So.\"}}|So.",
        "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"Hm.\"},{\"type\":\"text\",\"text\":\"So.\"}]}|So.",
        "{\"role\":\"assistant\",\"content\":[{\"reasoningContent\":{}},{\"text\":\"So.\"}]}|So.",
        "{\"role\":\"model\",\"parts\":[{\"inline_data\":{}},{\"text\":\"So.\"}]}|So.",
        "{\"role\":\"assistant\",\"content\":\"[{\\\"text\\\":\\\"So.\\\"}]\"}|So.",
        "{\"role\":\"assistant\",\"content\":\"[{\\\"order\\\":1}]\"}|[{\"order\":1}]",
        "{\"lc\":1,\"type\":\"constructor\",\"id\":[\"x\",\"AIMessage\"],\"kwargs\":{\"content\":\"So.\"}}|So.",
        "{\"text\":\"So.\",\"message\":{\"lc\":1,\"id\":[\"AIMessage\"],\"kwargs\":{\"content\":\"So.\",\"type\":\"ai\"}}}|So.",
        "{\"content\":{\"parts\":[{\"text\":\"So.\"}],\"role\":\"model\"}}|So."
      })
  void whatAModelSaysIsKnownInEachForm(String written, String text) {
    Message message = read(written);

    assertThat(message.role()).isEqualTo(Role.ASSISTANT);
    assertThat(message.texts()).containsExactly(text);
  }

  @Test
  void whatTheProviderCallsItselfIsKnownByItsTypeAndWhatItIsFor() {
    assertThat(
            read("{\"type\":\"web_search_call\",\"id\":\"w\",\"action\":{\"query\":\"a\"}}")
                .calls())
        .containsExactly(new Requested("w", "web_search_call", "{\"query\":\"a\"}"));
    assertThat(read("{\"type\":\"image_generation_call\",\"id\":\"i\"}").calls())
        .extracting(Requested::arguments)
        .containsExactly("{\"type\":\"image_generation_call\",\"id\":\"i\"}");
    assertThat(
            read("{\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"f\",\"arguments\":\"{}\"}")
                .calls())
        .containsExactly(new Requested("c", "f", "{}"));
  }

  @Test
  void whatAToolOfTheProvidersAnswersIsNoWordOfTheModel() {
    Message item =
        read(
            "{\"type\":\"mcp_call\",\"id\":\"c\",\"name\":\"f\",\"arguments\":\"{}\",\"output\":\"fine\"}");
    Message parts =
        read(
            "{\"role\":\"assistant\",\"content\":[{\"type\":\"mcp_tool_use\",\"id\":\"c\",\"name\":\"f\",\"input\":{}},"
                + "{\"type\":\"mcp_tool_result\",\"tool_use_id\":\"c\",\"content\":\"fine\"}]}");

    assertThat(item.texts()).isEmpty();
    assertThat(parts.texts()).isEmpty();
    assertThat(item.calls()).containsExactly(new Requested("c", "f", "{}"));
    assertThat(parts.calls()).containsExactly(new Requested("c", "f", "{}"));
    assertThat(parts.responses()).containsExactly(new Response("c", "fine"));
  }

  @Test
  void anItemIsFoundByTheIdThatItsOutputNames() {
    assertThat(
            read("{\"type\":\"computer_call\",\"id\":\"i\",\"call_id\":\"c\",\"action\":{\"type\":\"click\"}}")
                .calls())
        .containsExactly(new Requested("c", "computer_call", "{\"type\":\"click\"}"));
  }

  private static Message read(String written) {
    return Message.of(SpanAttributes.read(written));
  }
}
