package io.loophalt.compatibility.embabel;

import com.embabel.agent.spi.support.springai.SpringAiLlmService;
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
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/** A scene's model as Spring AI's, which Embabel's loop calls once for each turn. */
final class SceneModel implements ChatModel {

  private final Scene scene;

  private SceneModel(Scene scene) {
    this.scene = scene;
  }

  /** As Embabel takes models. */
  static SpringAiLlmService of(Scene scene) {
    return new SpringAiLlmService("scripted", "nobody", new SceneModel(scene));
  }

  @Override
  public ChatOptions getDefaultOptions() {
    return ToolCallingChatOptions.builder().model("scripted").build();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    ChatOptions options = prompt.getOptions();
    boolean toolsOffered =
        options instanceof ToolCallingChatOptions calling && !calling.getToolCallbacks().isEmpty();
    Reply reply =
        scene.reply(
            sinceLastReply(prompt), toolsOffered, options == null ? null : options.getModel());
    List<ToolCall> calls =
        reply.calls().stream()
            .map(call -> new ToolCall(call.id(), "function", call.tool(), call.json()))
            .toList();
    return new ChatResponse(
        List.of(
            new Generation(
                AssistantMessage.builder().content(reply.text()).toolCalls(calls).build())),
        ChatResponseMetadata.builder()
            .model("scripted")
            .usage(new DefaultUsage(reply.inputTokens(), reply.outputTokens()))
            .build());
  }

  private static List<String> sinceLastReply(Prompt prompt) {
    List<String> texts = new ArrayList<>();
    List<Message> messages = prompt.getInstructions();
    for (int i = messages.size() - 1;
        i >= 0 && !(messages.get(i) instanceof AssistantMessage);
        i--) {
      if (messages.get(i) instanceof ToolResponseMessage message) {
        message.getResponses().forEach(each -> texts.add(each.responseData()));
      } else {
        texts.add(messages.get(i).getText());
      }
    }
    return texts;
  }
}
