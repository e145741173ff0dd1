package io.loophalt.runtime.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.invocation.PathReader;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.policy.ValuePath.Root;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.Warnings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WrittenMessagesTest {

  private static final Map<String, Object> TEXT = Map.of("type", "text", "text", "What is it?");
  private static final Map<String, Object> PICTURE =
      Map.of("type", "image_url", "image_url", Map.of("url", "https://example.org/1.png"));

  private static final Interceptor UNUSED =
      new Interceptor() {
        @Override
        public @Nullable Object before(Invocation call) {
          throw new AssertionError("the request alone is read");
        }

        @Override
        public @Nullable Object after(
            Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
          throw new AssertionError("the request alone is read");
        }
      };

  private final ByteArrayOutputStream told = new ByteArrayOutputStream();
  private final WrittenMessages messages = reader();

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

  /** A message as an application may have it, whose text has a name that nobody knows. */
  record Said(String role, String saying) {}

  /** As many write a talk down for a person to read. */
  record Line(String who, String text) {}

  /** As providers' clients have it: one object, and the kinds that it may be of. */
  record OneOf(Optional<Line> user, Optional<Line> assistant) {}

  static List<Arguments> forms() throws IOException {
    ObjectMapper json = new ObjectMapper();
    return List.of(
        Arguments.of(user("What is it?")),
        Arguments.of(json.readTree("{\"role\":\"user\",\"content\":\"What is it?\"}")),
        Arguments.of(
            json.readTree(
                "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"What is it?\"}]}")),
        Arguments.of(json.readTree("{\"role\":\"user\",\"parts\":[{\"text\":\"What is it?\"}]}")),
        Arguments.of(Map.of("role", "user", "parts", List.of(Map.of("text", "What is it?")))),
        Arguments.of(new Line("customer", "What is it?")),
        Arguments.of(Map.entry("user", "What is it?")),
        Arguments.of((Object) new String[] {"user", "What is it?"}),
        Arguments.of(new OneOf(Optional.of(new Line("user", "What is it?")), Optional.empty())));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void aPersonIsHeardInEachUsualForm(Object message) {
    assertThat(read(message)).isEqualTo(ChatMessage.of(Speaker.USER, "What is it?"));
  }

  static List<Arguments> callsOfAnAnswer() throws IOException {
    ObjectMapper json = new ObjectMapper();
    return List.of(
        Arguments.of(
            json.readTree(
                "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"1\",\"function\":"
                    + "{\"name\":\"look\",\"arguments\":\"{}\"}}]}")),
        Arguments.of(
            json.readTree(
                "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"1\","
                    + "\"name\":\"look\",\"input\":{}}]}")),
        Arguments.of(
            Map.of(
                "role",
                "model",
                "parts",
                List.of(Map.of("functionCall", Map.of("id", "1", "name", "look"))))),
        Arguments.of(Map.of("type", "function_call", "call_id", "1", "name", "look")));
  }

  @ParameterizedTest
  @MethodSource("callsOfAnAnswer")
  void whatAnAnswerAsksForIsReadWhereverItStands(Object message) {
    ChatMessage read = read(message);

    assertThat(read.speaker()).isEqualTo(Speaker.ASSISTANT);
    assertThat(read.text()).isEmpty();
    assertThat(read.calls())
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.id()).isEqualTo("1");
              assertThat(call.tool()).isEqualTo("look");
            });
  }

  @Test
  void resultsOfToolsAloneAreNotWhatAUserSays() {
    Map<String, Object> result = Map.of("type", "tool_result", "content", "404");

    assertThat(read(user(List.of(result)))).isEqualTo(ChatMessage.of(Speaker.TOOL, ""));
    assertThat(read(user(List.of(result, TEXT))))
        .isEqualTo(ChatMessage.of(Speaker.USER, "What is it?"));
  }

  static List<Arguments> unread() {
    return List.of(
        Arguments.of(List.of(new Said("user", "What is it?"))),
        Arguments.of(List.of(new Line("Ann", "What is it?"), new Line("Bert", "A cat."))),
        Arguments.of(List.of(List.of("user", "What is it?"))));
  }

  @ParameterizedTest
  @MethodSource("unread")
  void aRequestOfWhichNobodyKnowsWhatItsUserSaysIsNotSeen(List<?> request) {
    assertThat(messages.request(callWith(request))).isNull();
    assertThat(messages.request(callWith(request))).isNull();
    assertThat(told.toString(UTF_8)).containsOnlyOnce("messages leads to").contains("utterance");
  }

  @Test
  void aRequestOfAUserWhoSaysNothingIsSeen() {
    assertThat(messages.request(callWith(List.of(user(""))))).isNotNull();
    assertThat(messages.request(callWith(List.of()))).isNotNull();
    assertThat(told.toString(UTF_8)).isEmpty();
  }

  private WrittenMessages reader() {
    Warnings warnings = new Warnings(new Log(new PrintStream(told, true, UTF_8)));
    ValuePath path = new ValuePath(Root.ARGUMENT, 0, List.of(), "a.yaml:2:1");
    return new WrittenMessages(new PathReader("messages", path, warnings), null, warnings);
  }

  private static Invocation callWith(Object request) {
    Invocation call = new Invocation(InvocationStack.current(), 0);
    call.enter(
        new InternalErrorBreaker(new Log(System.err), () -> {}),
        UNUSED,
        String.class,
        "self",
        request,
        null,
        null,
        null,
        null);
    return call;
  }

  private static Map<String, Object> user(Object content) {
    return Map.of("role", "user", "content", content);
  }

  private ChatMessage read(Object message) {
    return Objects.requireNonNull(messages.read(message));
  }
}
