package io.loophalt.runtime.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.ChatMessage;
import io.loophalt.runtime.invocation.PathReader;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.policy.ValuePath.Root;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.Warnings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WrittenMessagesTest {

  private static final Map<String, Object> TEXT = Map.of("type", "text", "text", "What is it?");
  private static final Map<String, Object> PICTURE =
      Map.of("type", "image_url", "image_url", Map.of("url", "https://example.org/1.png"));

  private final WrittenMessages messages =
      new WrittenMessages(
          new PathReader(
              "messages",
              new ValuePath(Root.ARGUMENT, 0, List.of(), "a.yaml:2:1"),
              new Warnings(new Log(System.err))),
          null);

  record Message(String role, String content, List<byte[]> images) {}

  @Test
  void whatAUserSendsBesideTextIsAPartOfTheMessage() {
    ChatMessage read = read(user(List.of(TEXT, PICTURE)));

    assertThat(read.text()).isEqualTo("What is it?");
    assertThat(read.otherParts()).containsExactly(PICTURE);
    assertThat(read(user(PICTURE)).otherParts()).containsExactly(PICTURE);
    assertThat(read(new Message("user", "What is it?", List.of(new byte[1]))).otherParts())
        .hasSize(1);
  }

  @Test
  void textsAndResultsOfToolsAreNoOtherParts() {
    assertThat(read(user("Hello")).otherParts()).isEmpty();
    assertThat(read(user(List.of("Hello", TEXT))).otherParts()).isEmpty();
    for (Object result :
        List.of(
            Map.of("type", "tool_result", "output", Map.of("n", 1)),
            Map.of("toolResult", Map.of("toolUseId", "1")),
            Map.of("functionResponse", Map.of("name", "search")))) {
      assertThat(read(user(List.of(result))).otherParts()).as("%s", result).isEmpty();
    }
    Map<String, Object> answer = Map.of("role", "assistant", "content", List.of(PICTURE));
    assertThat(read(answer).otherParts()).as("of an answer").isEmpty();
  }

  private static Map<String, Object> user(Object content) {
    return Map.of("role", "user", "content", content);
  }

  private ChatMessage read(Object message) {
    return Objects.requireNonNull(messages.read(message));
  }
}
