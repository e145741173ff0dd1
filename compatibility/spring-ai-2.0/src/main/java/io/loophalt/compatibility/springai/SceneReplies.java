package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/** What a scene's model replies, in Spring AI's types. */
final class SceneReplies {

  private final Scene scene;

  SceneReplies(Scene scene) {
    this.scene = scene;
  }

  /** The next reply. */
  Reply next(Prompt prompt) {
    List<String> sinceLastReply = new ArrayList<>();
    List<Message> messages = prompt.getInstructions();
    for (int i = messages.size() - 1;
        i >= 0 && !(messages.get(i) instanceof AssistantMessage);
        i--) {
      if (messages.get(i) instanceof ToolResponseMessage message) {
        message.getResponses().forEach(each -> sinceLastReply.add(each.responseData()));
      } else {
        sinceLastReply.add(messages.get(i).getText());
      }
    }
    ChatOptions options = prompt.getOptions();
    boolean toolsOffered =
        options instanceof ToolCallingChatOptions calling
            && calling.getToolCallbacks() != null
            && !calling.getToolCallbacks().isEmpty();
    return scene.reply(sinceLastReply, toolsOffered, options == null ? null : options.getModel());
  }

  /** What it was billed for. */
  static Usage usageOf(Reply reply) {
    return new DefaultUsage(reply.inputTokens(), reply.outputTokens());
  }

  /** As the answer of a blocking call. */
  static ChatResponse whole(Reply reply, Usage usage) {
    return response(reply.text(), reply, usage);
  }

  /**
   * As the pieces of a stream: the text word by word; tool calls and usage in the last piece, as
   * the providers' modules put them together.
   */
  static List<ChatResponse> pieces(Reply reply, Usage usage) {
    List<ChatResponse> pieces = new ArrayList<>();
    for (String word : reply.text().split("(?<= )", -1)) {
      pieces.add(new ChatResponse(List.of(new Generation(new AssistantMessage(word)))));
    }
    pieces.add(response("", reply, usage));
    return pieces;
  }

  private static ChatResponse response(String text, Reply reply, Usage usage) {
    List<ToolCall> calls =
        reply.calls().stream()
            .map(call -> new ToolCall(call.id(), "function", call.tool(), call.json()))
            .toList();
    return new ChatResponse(
        List.of(new Generation(AssistantMessage.builder().content(text).toolCalls(calls).build())),
        ChatResponseMetadata.builder().model("scripted").usage(usage).build());
  }
}
