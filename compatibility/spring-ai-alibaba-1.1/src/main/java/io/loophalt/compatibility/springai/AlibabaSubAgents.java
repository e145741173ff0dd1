package io.loophalt.compatibility.springai;

import com.alibaba.cloud.ai.graph.agent.ReactAgent;
import com.alibaba.cloud.ai.graph.checkpoint.savers.MemorySaver;
import com.alibaba.cloud.ai.graph.exception.GraphRunnerException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.tool.annotation.Tool;

/** An agent one of whose tools is another agent, which is stuck. */
public final class AlibabaSubAgents {

  private AlibabaSubAgents() {}

  /** Entry point. */
  public static void main(String[] args) throws GraphRunnerException {
    Lifeline.hold();
    Scene stuck = new Scene(Script.IDENTICAL_CALLS);
    Report.fact(
        "answer",
        ReactAgent.builder()
            .name("parent")
            .model(new Delegating())
            .saver(new MemorySaver())
            .stateSerializer(AlibabaAgent.STATES)
            .methodTools(new Colleague(stuck))
            .build()
            .call("Have it looked into.", AlibabaAgent.config("parent"))
            .getText());
    Report.fact("stuck.model.calls", stuck.modelCalls());
    Report.fact("stuck.tool.calls", stuck.toolCalls());
    System.exit(0);
  }

  /** Delegates once and passes on what came of it. */
  private static final class Delegating implements ChatModel {
    @Override
    public ChatResponse call(Prompt prompt) {
      List<Message> messages = prompt.getInstructions();
      AssistantMessage reply =
          messages.get(messages.size() - 1) instanceof ToolResponseMessage result
              ? new AssistantMessage(
                  "my colleague said: " + result.getResponses().get(0).responseData())
              : AssistantMessage.builder()
                  .content("")
                  .toolCalls(List.of(new ToolCall("1", "function", "delegate", "{}")))
                  .build();
      return new ChatResponse(List.of(new Generation(reply)));
    }
  }

  /** The tool that is an agent. */
  static final class Colleague {

    private final Scene scene;

    Colleague(Scene scene) {
      this.scene = scene;
    }

    @Tool(name = "delegate", description = "asks a colleague")
    String delegate() throws GraphRunnerException {
      return AlibabaAgent.agent(scene, "colleague")
          .methodTools(new SceneTools(scene))
          .build()
          .call("Look into it.", AlibabaAgent.config("colleague"))
          .getText();
    }
  }
}
