package io.loophalt.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.Effect;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.ToolCalls.Reply;
import io.loophalt.extension.ToolCalls.Request;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a framework does not say is null in its getters, and must not get into the engine. */
class AbsentAnswersTest {

  @Test
  void aModelThatSaysNothingIsEmpty() {
    ModelResponse said = new ModelResponse(absent(), absent(), 1, 0, 0, 0);

    assertThat(said.model()).isEmpty();
    assertThat(said.text()).isEmpty();
    assertThat(said.and(new ModelResponse("gpt", "hi", 0, 0, 0, 0)).text()).isEqualTo("hi");
  }

  @Test
  void aToolThatGivesNothingIsEmpty() {
    assertThat(new Reply(absent(), false).text()).isEmpty();
    assertThat(new ToolResult("1", absent(), null).text()).isEmpty();
  }

  @Test
  void aCallWithoutArgumentsHasNone() {
    Request asked = new Request(null, "now", absent(), absent());

    assertThat(asked.arguments()).isEqualTo("{}");
    assertThat(asked.effect()).isEqualTo(Effect.UNKNOWN);
  }

  @Test
  void aCallOfNoToolIsTheExtensionsMistake() {
    assertThatThrownBy(() -> new Request(null, absent(), "{}"))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("the tool's name");
  }

  @Test
  void aMessageWithoutTextIsEmpty() {
    ChatMessage.Call call = new ChatMessage.Call(absent(), "now", absent());
    ChatMessage message = new ChatMessage(Speaker.ASSISTANT, absent(), List.of(call));

    assertThat(message.text()).isEmpty();
    assertThat(call.id()).isEmpty();
    assertThat(call.arguments()).isEqualTo("{}");
  }

  @Test
  void aPieceOfACallWithoutNameAndArgumentsAddsNothing() {
    CallPart piece = new CallPart(0, null, absent(), absent());

    assertThat(piece.tool()).isEmpty();
    assertThat(piece.arguments()).isEqualTo("");
  }

  @SuppressWarnings({
    "NullAway",
    "TypeParameterUnusedInFormals"
  }) // what no compiler may have checked
  private static <T> T absent() {
    return null;
  }
}
