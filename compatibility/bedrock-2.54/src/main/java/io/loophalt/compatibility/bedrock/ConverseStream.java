package io.loophalt.compatibility.bedrock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import software.amazon.awssdk.core.document.Document;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeAsyncClient;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlockDeltaEvent;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlockStartEvent;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlockStopEvent;
import software.amazon.awssdk.services.bedrockruntime.model.ConversationRole;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseRequest;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseResponse;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseStreamResponseHandler;
import software.amazon.awssdk.services.bedrockruntime.model.ToolUseBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ToolUseBlockStart;

/** Puts an answer of the operation ConverseStream together. */
final class ConverseStream {

  private final List<ContentBlock> blocks = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private ToolUseBlock.Builder tool = ToolUseBlock.builder();
  private final StringBuilder arguments = new StringBuilder();

  private ConverseStream() {}

  static ConverseResponse ask(BedrockRuntimeAsyncClient client, ConverseRequest request)
      throws Exception {
    ConverseStream answer = new ConverseStream();
    try {
      client
          .converseStream(
              streamed ->
                  streamed
                      .modelId(request.modelId())
                      .requestMetadata(request.requestMetadata())
                      .toolConfig(request.toolConfig())
                      .messages(request.messages()),
              ConverseStreamResponseHandler.builder()
                  .subscriber(
                      ConverseStreamResponseHandler.Visitor.builder()
                          .onContentBlockStart(answer::begun)
                          .onContentBlockDelta(answer::more)
                          .onContentBlockStop(answer::over)
                          .build())
                  .build())
          .get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
    return ConverseResponse.builder()
        .output(
            output ->
                output.message(
                    message -> message.role(ConversationRole.ASSISTANT).content(answer.blocks)))
        .build();
  }

  private void begun(ContentBlockStartEvent event) {
    ToolUseBlockStart use = event.start().toolUse();
    tool = ToolUseBlock.builder().toolUseId(use.toolUseId()).name(use.name());
  }

  private void more(ContentBlockDeltaEvent event) {
    if (event.delta().text() != null) {
      text.append(event.delta().text());
    } else {
      arguments.append(event.delta().toolUse().input());
    }
  }

  private void over(ContentBlockStopEvent event) {
    if (arguments.isEmpty()) {
      blocks.add(ContentBlock.fromText(text.toString()));
      return;
    }
    String input =
        JsonNode.parser().parse(arguments.toString()).field("input").orElseThrow().asString();
    blocks.add(
        ContentBlock.fromToolUse(
            tool.input(Document.mapBuilder().putString("input", input).build()).build()));
    arguments.setLength(0);
  }
}
