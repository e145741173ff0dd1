package io.loophalt.frameworks.adk;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who speaks in contents that have the shape of ADK's. */
class AdkMessagesTest {

  /** As ADK has it. */
  public record Request(List<Content> contents) {}

  /** As the provider's SDK has it. */
  public record Content(Optional<String> role, Optional<List<Part>> parts) {}

  /** As the provider's SDK has it. */
  public record Part(Optional<String> text, Optional<Object> functionResponse) {}

  private static final Content QUESTION = says("user", "Write a story.");
  private static final Content DRAFT = says("model", "Once upon a time");
  private static final Content CRITICISM = says("user", "For context:[critic] said: too short");
  private static final Content RESULT =
      new Content(
          Optional.of("user"),
          Optional.of(List.of(new Part(Optional.empty(), Optional.of("a result")))));

  @Test
  void whatAnotherAgentSaysIsAProgramsWordThatIsTheSameEachTime() {
    List<ChatMessage> first = read(QUESTION, DRAFT, CRITICISM);
    List<ChatMessage> second = read(QUESTION, DRAFT, says("user", "For context:[critic] said: no"));

    assertThat(speakers(first))
        .containsExactly(Speaker.USER, Speaker.ASSISTANT, Speaker.USER, Speaker.SYSTEM);
    assertThat(first.get(2)).isEqualTo(second.get(2)).isNotEqualTo(first.get(0));
  }

  @Test
  void aPersonsWordsStandBehindTheProgramsOwn() {
    assertThat(read(QUESTION))
        .extracting(ChatMessage::text)
        .containsExactly("[Loophalt] a program asks", "Write a story.");
  }

  @Test
  void anAgentThatGoesOnAfterItselfOrItsToolsIsAskedByNobody() {
    assertThat(speakers(read(QUESTION, DRAFT, DRAFT)))
        .containsExactly(Speaker.USER, Speaker.ASSISTANT, Speaker.ASSISTANT);
    assertThat(speakers(read(QUESTION, CRITICISM, DRAFT)))
        .containsExactly(Speaker.USER, Speaker.SYSTEM, Speaker.ASSISTANT);
    assertThat(speakers(read(QUESTION, DRAFT, RESULT)))
        .containsExactly(Speaker.USER, Speaker.ASSISTANT, Speaker.TOOL);
    assertThat(read()).isEmpty();
  }

  private static Content says(String role, String text) {
    return new Content(
        Optional.of(role), Optional.of(List.of(new Part(Optional.of(text), Optional.empty()))));
  }

  private static Stream<Speaker> speakers(List<ChatMessage> messages) {
    return messages.stream().map(ChatMessage::speaker);
  }

  private static List<ChatMessage> read(Content... contents) {
    return AdkMessages.READER.messages(new Request(List.of(contents))).stream()
        .map(AdkMessages.READER::read)
        .map(Objects::requireNonNull)
        .toList();
  }
}
