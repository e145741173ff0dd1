package io.loophalt.compatibility.langgraph4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import org.bsc.langgraph4j.GraphStateException;
import org.bsc.langgraph4j.agentexecutor.AgentExecutor;

/**
 * An agent one of whose tools is another agent, which is stuck; and a graph with a node that makes
 * an answer of whatever the model call in it throws.
 */
public final class SubAgents {

  private SubAgents() {}

  /** Entry point. */
  public static void main(String[] args) throws GraphStateException {
    Lifeline.hold();
    Scene stuck = new Scene(Script.IDENTICAL_CALLS);
    Report.fact(
        "answer",
        LangGraph4jAgent.invoke(
            AgentExecutor.builder()
                .chatModel(new DelegatingModel())
                .toolsFromObject(new Colleague(stuck))
                .build(),
            "parent",
            "Have it looked into."));
    Report.fact("stuck.model.calls", stuck.modelCalls());
    Report.fact("stuck.tool.calls", stuck.toolCalls());
    Report.fact("forgiven", forgiven());
    System.exit(0);
  }

  private static String forgiven() throws GraphStateException {
    try {
      return LangGraph4jAgent.invoke(
          OwnGraph.forgiving(new Scene(Script.IDENTICAL_CALLS)), "forgiving", "Look into it.");
    } catch (RuntimeException thrown) {
      return "threw " + thrown.getMessage();
    }
  }

  /** A model that delegates once and passes on what came of it. */
  private static final class DelegatingModel implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      ChatMessage last = request.messages().get(request.messages().size() - 1);
      AiMessage reply =
          last instanceof ToolExecutionResultMessage result
              ? AiMessage.from("my colleague said: " + result.text())
              : AiMessage.from(
                  ToolExecutionRequest.builder().id("1").name("delegate").arguments("{}").build());
      return ChatResponse.builder().aiMessage(reply).build();
    }
  }

  /** The tool that is an agent. */
  public static final class Colleague {

    private final Scene scene;

    Colleague(Scene scene) {
      this.scene = scene;
    }

    /** Has the other agent do it. */
    @Tool(name = "delegate")
    public String delegate() throws GraphStateException {
      return LangGraph4jAgent.invoke(OwnGraph.of(scene), "colleague", "Look into it.");
    }
  }
}
