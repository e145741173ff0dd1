package io.loophalt.compatibility.bedrock;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.ArrayList;
import java.util.HashMap;
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

  /** What asks for a call, by its id. */
  private final Map<String, ContentBlock> asked = new HashMap<>();

  private final boolean inPairs;

  /**
   * A conversation.
   *
   * @param inPairs whether each call of an answer is sent with its result as a turn
   */
  Converse(String conversation, Way way, boolean inPairs) {
    this.way = way;
    this.conversation = conversation;
    this.inPairs = inPairs;
  }

  @Override
  public Reply ask() throws Exception {
    if (!said.isEmpty()) {
      messages.add(message(ConversationRole.USER, List.copyOf(said)));
      said.clear();
    }
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
    if (!inPairs || answer.content().stream().noneMatch(block -> block.toolUse() != null)) {
      messages.add(answer);
    }
    StringBuilder text = new StringBuilder();
    List<ToolRequest> calls = new ArrayList<>();
    for (ContentBlock block : answer.content()) {
      if (block.text() != null) {
        text.append(block.text());
      }
      if (block.toolUse() != null) {
        asked.put(block.toolUse().toolUseId(), block);
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
    ContentBlock given =
        ContentBlock.fromToolResult(
            result ->
                result
                    .toolUseId(call.id())
                    .status(error ? ToolResultStatus.ERROR : ToolResultStatus.SUCCESS)
                    .content(ToolResultContentBlock.fromText(text)));
    if (inPairs) {
      ContentBlock use = Objects.requireNonNull(asked.remove(call.id()));
      messages.add(message(ConversationRole.ASSISTANT, List.of(use)));
      messages.add(message(ConversationRole.USER, List.of(given)));
    } else {
      said.add(given);
    }
  }

  private static Message message(ConversationRole role, List<ContentBlock> blocks) {
    return Message.builder().role(role).content(blocks).build();
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
