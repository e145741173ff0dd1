package io.loophalt.frameworks.openai;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.sdk.CallOrder;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is read of chat completions of the SDK's shape, as servers that speak a dialect fill it. */
class OpenAiChatTest {

  /** As the SDK has it. */
  public record Chunk(List<Choice> choices) {}

  /** As the SDK has it. */
  public record Choice(long index, Delta delta) {}

  /** As the SDK has it. */
  public record Delta(Optional<List<ToolCall>> toolCalls) {}

  /** As the SDK has it in a chunk, and older versions in a message. */
  public record ToolCall(long index, Optional<String> id, Function function) {}

  /** As the SDK has it. */
  public record Function(Optional<String> name, Optional<String> arguments) {}

  /** As the SDK has it. */
  public record Request(List<Message> messages) {}

  /** As the SDK has it: one of the two. */
  public record Message(Optional<Assistant> assistant, Optional<Tool> tool) {}

  /** As the SDK has it. */
  public record Assistant(Optional<List<ToolCall>> toolCalls) {}

  /** As the SDK has it. */
  public record Tool(Optional<String> toolCallId, Content content) {}

  /** As the SDK has it. */
  public record Content(Optional<String> text) {}

  private final OpenAiSdk.Chat chat = new OpenAiSdk.Chat(false);

  @Test
  void anEmptyIdGoesOnWithTheCallThatWasBegun() {
    assertThat(part("call_a", "write_file", ""))
        .isEqualTo(new CallPart(0, "call_a", "write_file", ""));
    for (String nothing : new String[] {null, ""}) {
      assertThat(part("", nothing, "{}")).isEqualTo(new CallPart(0, null, "", "{}"));
      assertThat(part(null, nothing, "{}")).isEqualTo(new CallPart(0, null, "", "{}"));
    }
  }

  @Test
  void aNameWithAnEmptyIdBeginsACallThatHasNone() {
    assertThat(part("", "verify", "{}"))
        .isEqualTo(new CallPart(0, CallOrder.NO_ID, "verify", "{}"));
  }

  @Test
  void aNameWithoutAnIdMayGoOnWithACall() {
    assertThat(part(null, "verify", "{}")).isEqualTo(new CallPart(0, null, "verify", "{}"));
  }

  @Test
  void aCallCountsOnceInHoweverManyPiecesItsIdIsRepeated() {
    assertThat(chat.answer(chunk("call_a", "write_file", "")).toolCalls()).isEqualTo(1);
    assertThat(chat.answer(chunk("call_a", null, "{}")).toolCalls()).isZero();
    assertThat(chat.answer(chunk("", "", "{}")).toolCalls()).isZero();
    assertThat(chat.answer(chunk("", "verify", "{}")).toolCalls()).isEqualTo(1);
  }

  @Test
  void resultsThatNameNoCallAnswerThoseWithoutAnIdInTheirOrder() {
    Request request =
        new Request(
            List.of(
                asked(call("", "write_file"), call("", "verify"), call("", "write_file")),
                given("", "written"),
                given("", "3 errors"),
                given("", "written, too")));

    assertThat(chat.toolResults(request))
        .containsExactly(
            new ToolResult("write_file#1", "written", null),
            new ToolResult("verify#1", "3 errors", null),
            new ToolResult("write_file#2", "written, too", null));
  }

  @Test
  void aResultThatNamesItsCallAnswersThatOne() {
    Request request =
        new Request(
            List.of(
                asked(call("call_a", "write_file"), call("", "verify")),
                given("", "3 errors"),
                given("call_a", "written"),
                given("", "of no call")));

    assertThat(chat.toolResults(request))
        .extracting(ToolResult::callId)
        .containsExactly("verify#1", "call_a", "");
  }

  private CallPart part(@Nullable String id, @Nullable String name, String arguments) {
    List<CallPart> parts = chat.callParts(chunk(id, name, arguments));
    assertThat(parts).hasSize(1);
    return parts.get(0);
  }

  private static Chunk chunk(@Nullable String id, @Nullable String name, String arguments) {
    ToolCall call =
        new ToolCall(
            0,
            Optional.ofNullable(id),
            new Function(Optional.ofNullable(name), Optional.of(arguments)));
    return new Chunk(List.of(new Choice(0, new Delta(Optional.of(List.of(call))))));
  }

  private static ToolCall call(String id, String name) {
    return new ToolCall(0, Optional.of(id), new Function(Optional.of(name), Optional.of("{}")));
  }

  private static Message asked(ToolCall... calls) {
    return new Message(Optional.of(new Assistant(Optional.of(List.of(calls)))), Optional.empty());
  }

  private static Message given(String id, String text) {
    return new Message(
        Optional.empty(), Optional.of(new Tool(Optional.of(id), new Content(Optional.of(text)))));
  }
}
