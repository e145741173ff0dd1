package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;

/**
 * Tools that a program executes for itself, with requests and answers of its own making and no
 * model, as unit tests do.
 */
final class OwnCalls {

  private static final int MANY = 12;
  private static final String ARGUMENTS = "{\"input\": \"the same\"}";
  private static final String RESULT = "no match for the same";

  private OwnCalls() {}

  static void play() {
    Scene scene = new Scene(Script.IDENTICAL_CALLS);
    ToolCallback[] tools = ToolCallbacks.from(new SceneTools(scene));
    int untouched = 0;
    for (int i = 0; i < MANY; i++) {
      for (ToolCallback tool : tools) {
        if (tool.getToolDefinition().name().equals("search")) {
          untouched += isUntouched(tool.call(ARGUMENTS)) ? 1 : 0;
        }
      }
    }
    Report.fact("own.callbacks.untouched", untouched);

    Prompt prompt =
        new Prompt("Please help.", ToolCallingChatOptions.builder().toolCallbacks(tools).build());
    AssistantMessage asked =
        AssistantMessage.builder()
            .content("")
            .toolCalls(List.of(new AssistantMessage.ToolCall("1", "function", "search", ARGUMENTS)))
            .build();
    ChatResponse answer = new ChatResponse(List.of(new Generation(asked)));
    int kept = 0;
    for (int i = 0; i < MANY; i++) {
      List<Message> said =
          ToolCallingManager.builder()
              .build()
              .executeToolCalls(prompt, answer)
              .conversationHistory();
      String result =
          ((ToolResponseMessage) said.get(said.size() - 1)).getResponses().get(0).responseData();
      kept += isUntouched(result) ? 1 : 0;
    }
    Report.fact("own.manager.untouched", kept);
    Report.fact("own.tool.calls", scene.toolCalls());
  }

  /** In quotation marks, as Spring AI writes a text. */
  private static boolean isUntouched(String result) {
    return result.contains(RESULT) && result.length() <= RESULT.length() + 2;
  }
}
