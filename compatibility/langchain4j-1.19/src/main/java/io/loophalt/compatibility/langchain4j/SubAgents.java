package io.loophalt.compatibility.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.service.AiServices;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import java.util.List;

/** An AI service one of whose tools is another AI service, which is stuck. */
public final class SubAgents {

  private SubAgents() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    Scene stuck = new Scene(Script.IDENTICAL_CALLS);
    Report.fact(
        "answer",
        AiServices.builder(LangChain4jAgent.Assistant.class)
            .chatModel(new Delegating())
            .tools(new Colleague(stuck))
            .build()
            .chat("Have it looked into."));
    Report.fact("stuck.model.calls", stuck.modelCalls());
    Report.fact("stuck.tool.calls", stuck.toolCalls());
    System.exit(0);
  }

  /** The tool that is an agent. */
  static final class Colleague {
    private final Scene scene;

    Colleague(Scene scene) {
      this.scene = scene;
    }

    @Tool(name = "delegate")
    String delegate() {
      return AiServices.builder(LangChain4jAgent.Assistant.class)
          .chatModel(new SceneModel(scene))
          .tools(new SceneTools(scene))
          .build()
          .chat("Look into it.");
    }
  }

  /** Delegates once and passes on what came of it. */
  private static final class Delegating implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      AiMessage reply =
          request.messages().get(request.messages().size() - 1)
                  instanceof ToolExecutionResultMessage result
              ? AiMessage.from("my colleague said: " + result.text())
              : AiMessage.from(
                  List.of(
                      ToolExecutionRequest.builder()
                          .id("1")
                          .name("delegate")
                          .arguments("{}")
                          .build()));
      return ChatResponse.builder().aiMessage(reply).tokenUsage(new TokenUsage(10, 10)).build();
    }
  }
}
