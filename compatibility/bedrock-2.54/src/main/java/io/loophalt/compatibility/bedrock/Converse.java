package io.loophalt.compatibility.bedrock;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.core.document.Document;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ConversationRole;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseRequest;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseResponse;
import software.amazon.awssdk.services.bedrockruntime.model.Message;
import software.amazon.awssdk.services.bedrockruntime.model.Tool;
import software.amazon.awssdk.services.bedrockruntime.model.ToolConfiguration;
import software.amazon.awssdk.services.bedrockruntime.model.ToolInputSchema;
import software.amazon.awssdk.services.bedrockruntime.model.ToolResultContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ToolResultStatus;
import software.amazon.awssdk.services.bedrockruntime.model.ToolUseBlock;

/** A conversation by the operation Converse. */
final class Converse implements WrittenLoop.Conversation {

  /** A way to have a request answered. */
  interface Way {
    ConverseResponse converse(ConverseRequest request) throws Exception;
  }

  private final Way way;
  private final String conversation;
  private final List<Message> messages = new ArrayList<>();
  private final List<ContentBlock> said = new ArrayList<>();

  Converse(String conversation, Way way) {
    this.way = way;
    this.conversation = conversation;
  }

  @Override
  public Reply ask() throws Exception {
    messages.add(Message.builder().role(ConversationRole.USER).content(List.copyOf(said)).build());
    said.clear();
    Message answer =
        way.converse(
                ConverseRequest.builder()
                    .modelId("model-test")
                    .requestMetadata(Map.of("conversation", conversation))
                    .toolConfig(TOOLS)
                    .messages(messages)
                    .build())
            .output()
            .message();
    messages.add(answer);
    StringBuilder text = new StringBuilder();
    List<ToolRequest> calls = new ArrayList<>();
    for (ContentBlock block : answer.content()) {
      if (block.text() != null) {
        text.append(block.text());
      }
      if (block.toolUse() != null) {
        calls.add(
            new ToolRequest(
                block.toolUse().toolUseId(), block.toolUse().name(), inputOf(block.toolUse())));
      }
    }
    return new Reply(text.toString(), calls, 0, 0);
  }

  private static String inputOf(ToolUseBlock asked) {
    return Objects.requireNonNull(asked.input().asMap().get("input")).asString();
  }

  @Override
  public void result(ToolRequest call, String text, boolean error) {
    said.add(
        ContentBlock.fromToolResult(
            result ->
                result
                    .toolUseId(call.id())
                    .status(error ? ToolResultStatus.ERROR : ToolResultStatus.SUCCESS)
                    .content(ToolResultContentBlock.fromText(text))));
  }

  @Override
  public void say(String text) {
    said.add(ContentBlock.fromText(text));
  }

  private static final ToolConfiguration TOOLS =
      ToolConfiguration.builder()
          .tools(
              Scene.TOOLS.stream()
                  .map(
                      tool ->
                          Tool.fromToolSpec(
                              spec ->
                                  spec.name(tool)
                                      .inputSchema(
                                          ToolInputSchema.fromJson(
                                              Document.mapBuilder()
                                                  .putString("type", "object")
                                                  .build()))))
                  .toList())
          .build();
}
