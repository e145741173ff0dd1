package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.List;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.annotation.Tool;

/** A person who says the same again and again to a tool whose results nobody reads but them. */
public final class DirectResults {

  private static final int MESSAGES = 12;

  /** How many answers are not what the tool has said. */
  private static int unlike;

  private DirectResults() {}

  /** The tool. */
  static final class Bell {
    @Tool(name = "ring", returnDirect = true)
    String ring() {
      return "ok";
    }
  }

  private static final class Model implements ChatModel {
    private int asked;

    @Override
    public ChatOptions getOptions() {
      return ToolCallingChatOptions.builder().model("scripted").build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
      asked++;
      ToolCall ring = new ToolCall("ring-" + asked, "function", "ring", "{}");
      AssistantMessage answer =
          AssistantMessage.builder().content("").toolCalls(List.of(ring)).build();
      return new ChatResponse(List.of(new Generation(answer)));
    }
  }

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    ChatClient client = ChatClient.builder(new Model()).defaultTools(new Bell()).build();
    try {
      talk(client);
    } catch (RuntimeException halt) {
      Report.fact("halted.by", halt.getClass().getSimpleName());
    }
    Report.fact("unlike", unlike);
    Report.fact("done", true);
  }

  /** The run. */
  private static void talk(ChatClient client) {
    for (int i = 0; i < MESSAGES; i++) {
      String answer = client.prompt().user("Ring the bell.").call().content();
      unlike += "\"ok\"".equals(answer) ? 0 : 1;
    }
  }
}
