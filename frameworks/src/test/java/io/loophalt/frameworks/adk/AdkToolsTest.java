package io.loophalt.frameworks.adk;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.ToolCalls.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is read of the event in which ADK keeps a tool's answer. */
class AdkToolsTest {

  /** As ADK has it. */
  public record Event(Optional<Content> content) {}

  /** As the provider's SDK has it. */
  public record Content(Optional<List<Part>> parts) {}

  /** As the provider's SDK has it. */
  public record Part(Optional<Response> functionResponse) {}

  /** As the provider's SDK has it. */
  public record Response(Optional<Map<String, Object>> response) {}

  @Test
  void severalMembersAreReadAsTheJsonThatTheModelGets() {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("text", "Content of d1");
    answer.put("elapsedMs", 75);

    assertThat(reply(answer))
        .isEqualTo(new Reply("{\"text\":\"Content of d1\",\"elapsedMs\":75}", false));
  }

  @Test
  void aResultAloneIsReadAsItIs() {
    assertThat(reply(Map.of("result", "sunny"))).isEqualTo(new Reply("sunny", false));
    assertThat(reply(Map.of("status", "error")))
        .isEqualTo(new Reply("{\"status\":\"error\"}", true));
  }

  private static Reply reply(Map<String, Object> answer) {
    Response response = new Response(Optional.of(answer));
    Part part = new Part(Optional.of(response));
    return new AdkTools().reply(new Event(Optional.of(new Content(Optional.of(List.of(part))))));
  }
}
