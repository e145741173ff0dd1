package io.loophalt.frameworks.koog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.koog.agents.core.environment.ReceivedToolResult;
import ai.koog.agents.core.environment.ToolResultKind;
import ai.koog.prompt.message.Message;
import ai.koog.prompt.message.MessagePart;
import ai.koog.prompt.message.RequestMetaInfo;
import ai.koog.serialization.JSONObject;
import ai.koog.utils.time.KoogClock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the agent makes of objects that have the shape of Koog's. */
class KoogObjectsTest {

  /** A call of a tool that the model asks for. */
  public record Asked(String getId, String getTool) {}

  /** As Koog has them: a data class. */
  public record Params(double temperature, @Nullable String toolChoice) {

    public @Nullable String getToolChoice() {
      return toolChoice;
    }

    public double component1() {
      return temperature;
    }

    public @Nullable String component2() {
      return toolChoice;
    }

    public Params copy(double temperature, @Nullable String toolChoice) {
      return new Params(temperature, toolChoice);
    }
  }

  /** As Koog has it: a data class. */
  public record Prompt(List<Object> messages, String id, Params params) {

    public List<Object> getMessages() {
      return messages;
    }

    public Params getParams() {
      return params;
    }

    public List<Object> component1() {
      return messages;
    }

    public String component2() {
      return id;
    }

    public Params component3() {
      return params;
    }

    public Prompt copy(List<Object> messages, String id, Params params) {
      return new Prompt(messages, id, params);
    }
  }

  private static final Object USER_SAYS_FINISH =
      new Message.User("finish now", new RequestMetaInfo(KoogClock.System));

  @Test
  void aTextGoesToTheEndOfAResultThatIsAText() throws Exception {
    ReceivedToolResult result = result("3 files", null);

    assertThat(KoogObjects.withText(result, "3 files", "Try another way."))
        .isEqualTo(result("3 files\n\nTry another way.", null));
  }

  @Test
  void ofAResultThatIsInPartsItIsTheLastPartToo() throws Exception {
    ReceivedToolResult result = result("3 files", List.of(new MessagePart.Text("3 files")));

    assertThat(KoogObjects.withText(result, "3 files", "Try another way."))
        .isEqualTo(
            result(
                "3 files\n\nTry another way.",
                List.of(
                    new MessagePart.Text("3 files"), new MessagePart.Text("Try another way."))));
    assertThat(result.parts()).as("those of the original").hasSize(1);
  }

  @Test
  void aCallThatIsNotMadeHasATextForAResult() throws Exception {
    assertThat(KoogObjects.refusal(new Asked("call 1", "search"), "The run was stopped."))
        .isEqualTo(
            new ReceivedToolResult(
                "call 1",
                "search",
                new JSONObject(Map.of()),
                null,
                "The run was stopped.",
                ToolResultKind.Success.INSTANCE,
                null,
                null,
                null));
  }

  @Test
  void aFinishingPromptEndsWithWhatTheUserSaysAndChoosesNoTool() throws Exception {
    Prompt prompt = new Prompt(List.of("question", "answer"), "chat", new Params(0.5, "required"));

    assertThat(KoogObjects.finishing(prompt, "finish now"))
        .isEqualTo(
            new Prompt(
                List.of("question", "answer", USER_SAYS_FINISH), "chat", new Params(0.5, null)));
    assertThat(prompt.messages()).as("those of the original").hasSize(2);
  }

  @Test
  void whatAPromptSaysOfOtherThingsThanToolsStaysTheSameObject() throws Exception {
    Params params = new Params(0.5, null);

    Object finishing = KoogObjects.finishing(new Prompt(List.of(), "chat", params), "finish now");

    assertThat(finishing).isEqualTo(new Prompt(List.of(USER_SAYS_FINISH), "chat", params));
    assertThat(((Prompt) finishing).params()).isSameAs(params);
  }

  @Test
  void anotherShapeIsRefused() {
    assertThatThrownBy(() -> KoogObjects.withText("a result", "a result", "text"))
        .isInstanceOf(NoSuchMethodException.class);
    assertThatThrownBy(() -> KoogObjects.finishing(new Asked("call 1", "search"), "finish now"))
        .isInstanceOf(NoSuchMethodException.class);
  }

  private static ReceivedToolResult result(String output, @Nullable List<Object> parts) {
    return new ReceivedToolResult(
        "call 1",
        "search",
        new JSONObject(Map.of("for", "files")),
        "searches",
        output,
        ToolResultKind.Success.INSTANCE,
        7,
        parts,
        "meta");
  }
}
