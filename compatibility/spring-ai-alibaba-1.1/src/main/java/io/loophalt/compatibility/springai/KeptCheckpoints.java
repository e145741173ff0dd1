package io.loophalt.compatibility.springai;

import com.alibaba.cloud.ai.graph.agent.ReactAgent;
import com.alibaba.cloud.ai.graph.checkpoint.savers.MemorySaver;
import com.alibaba.cloud.ai.graph.exception.GraphRunnerException;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/**
 * A conversation with checkpoints in which one message leads to a loop, and the next one does not.
 * The model takes no request in which a call has no result, as providers do.
 */
final class KeptCheckpoints {

  private KeptCheckpoints() {}

  static void play() throws GraphRunnerException {
    Strict model = new Strict();
    ReactAgent agent =
        ReactAgent.builder()
            .name("kept")
            .model(model)
            .saver(new MemorySaver())
            .stateSerializer(AlibabaAgent.STATES)
            .methodTools(new SceneTools(new Scene(Script.IDENTICAL_CALLS)))
            .build();
    String stuck;
    try {
      stuck = ask(agent, "Is there any?");
    } catch (RuntimeException e) {
      stuck = e.getClass().getSimpleName();
    }
    Report.fact("checkpoints.stuck", stuck);
    int asked = model.requests;
    Report.fact("checkpoints.next", ask(agent, "hello"));
    Report.fact("checkpoints.asked", model.requests - asked);
  }

  private static String ask(ReactAgent agent, String words) throws GraphRunnerException {
    return agent.call(words, AlibabaAgent.config("kept")).getText();
  }

  private static final class Strict implements ChatModel {

    private int requests;

    @Override
    public ChatOptions getDefaultOptions() {
      return ToolCallingChatOptions.builder().model("strict").build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
      requests++;
      List<String> open = unanswered(prompt.getInstructions());
      if (!open.isEmpty()) {
        throw new IllegalStateException("calls without a result: " + open);
      }
      boolean greeted =
          prompt.getInstructions().stream()
              .anyMatch(each -> each instanceof UserMessage user && user.getText().equals("hello"));
      AssistantMessage answer =
          greeted || requests > Scene.CAP // who is not guarded ends, too
              ? new AssistantMessage("Hello!")
              : AssistantMessage.builder().content("").toolCalls(List.of(search())).build();
      return new ChatResponse(List.of(new Generation(answer)));
    }

    private ToolCall search() {
      return new ToolCall("call-" + requests, "function", "search", "{\"input\": \"shoes\"}");
    }

    private static List<String> unanswered(List<Message> messages) {
      List<String> open = new ArrayList<>();
      for (Message each : messages) {
        if (each instanceof AssistantMessage answer) {
          answer.getToolCalls().forEach(call -> open.add(call.id()));
        } else if (each instanceof ToolResponseMessage results) {
          results.getResponses().forEach(result -> open.remove(result.id()));
        }
      }
      return open;
    }
  }
}
