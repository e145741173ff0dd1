package io.loophalt.compatibility.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.core.JsonValue;
import com.anthropic.helpers.BetaRunnableTool;
import com.anthropic.models.beta.messages.BetaMessage;
import com.anthropic.models.beta.messages.BetaMetadata;
import com.anthropic.models.beta.messages.BetaTool;
import com.anthropic.models.beta.messages.BetaToolResultBlockParam;
import com.anthropic.models.beta.messages.MessageCreateParams;
import com.anthropic.models.beta.messages.ToolRunnerCreateParams;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.scenario.Scene;
import java.util.Map;

/** The loop that the SDK brings along. */
final class ToolRunner {

  private static final ObjectMapper JSON = new ObjectMapper();

  private ToolRunner() {}

  /** A task, or a round of one. */
  static String ask(AnthropicClient client, Scene scene, String conversation, String question) {
    return scene.isARound()
        ? loop(client, scene, conversation, question)
        : answer(client, scene, conversation, question);
  }

  /** One task, from the question to the answer; the configuration makes a run of it. */
  static String answer(AnthropicClient client, Scene scene, String conversation, String question) {
    return loop(client, scene, conversation, question);
  }

  private static String loop(
      AnthropicClient client, Scene scene, String conversation, String question) {
    MessageCreateParams.Builder request =
        MessageCreateParams.builder()
            .model("claude-test")
            .maxTokens(1024)
            .metadata(BetaMetadata.builder().userId(conversation).build())
            .addUserMessage(question);
    for (String tool : Scene.TOOLS) {
      request.addTool(tool(scene, tool));
    }
    String said = "Now";
    while (said.startsWith("Now")) {
      for (BetaMessage message :
          client
              .beta()
              .messages()
              .toolRunner(
                  ToolRunnerCreateParams.builder()
                      .initialMessageParams(request.build())
                      // Whole conversations go over the wire: what the server could remember of
                      // them is not played here.
                      .thread(false)
                      .build())) {
        said =
            message.content().stream()
                .flatMap(block -> block.text().stream())
                .map(text -> text.text())
                .reduce("", String::concat);
      }
      request.addAssistantMessage(said).addUserMessage("Go on.");
    }
    return said;
  }

  private static BetaRunnableTool tool(Scene scene, String name) {
    BetaTool definition =
        BetaTool.builder()
            .name(name)
            .inputSchema(
                BetaTool.InputSchema.builder()
                    .properties(
                        BetaTool.InputSchema.Properties.builder()
                            .putAdditionalProperty(
                                "input", JsonValue.from(Map.of("type", "string")))
                            .build())
                    .build())
            .build();
    return BetaRunnableTool.of(
        definition,
        input -> BetaToolResultBlockParam.Content.ofString(scene.tool(name, inputOf(input))));
  }

  private static String inputOf(String json) {
    try {
      return JSON.readTree(json).path("input").asText();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not the input of a tool: " + json, e);
    }
  }
}
