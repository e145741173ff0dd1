package io.loophalt.compatibility.agentscope;

import io.agentscope.core.ReActAgent;
import io.agentscope.core.message.Msg;
import io.agentscope.core.tool.Tool;
import io.agentscope.core.tool.Toolkit;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import java.util.Objects;
import reactor.core.publisher.Mono;

/**
 * An agent one of whose tools is another agent, which is stuck; and one that is stuck when
 * AgentScope has it sum up.
 */
public final class SubAgents {

  /** As many turns as it takes to be halted. */
  private static final int TURNS = 5;

  private SubAgents() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    Scene stuck = new Scene(Script.IDENTICAL_CALLS);
    Toolkit tools = new Toolkit();
    tools.registerTool(new Colleague(stuck));
    Report.fact(
        "answer",
        text(
            ReActAgent.builder()
                .name("parent")
                .model(new DelegatingModel())
                .toolkit(tools)
                .build()
                .call(AgentScopeAgent.user("Have it looked into."))));
    Report.fact("stuck.model.calls", stuck.modelCalls());
    Report.fact("stuck.tool.calls", stuck.toolCalls());
    Report.fact("summary", summary());
    System.exit(0);
  }

  private static String summary() {
    Mono<Msg> answer =
        AgentScopeAgent.builder(new Scene(Script.IDENTICAL_CALLS), "hasty")
            .maxIters(TURNS)
            .build()
            .call(AgentScopeAgent.user("Look into it."));
    try {
      return text(answer);
    } catch (RuntimeException thrown) {
      return "threw " + thrown.getMessage();
    }
  }

  private static String text(Mono<Msg> answer) {
    return Objects.requireNonNull(answer.block()).getTextContent();
  }

  /** The tool that is an agent. */
  public static final class Colleague {

    private final ReActAgent agent;

    Colleague(Scene scene) {
      this.agent = AgentScopeAgent.builder(scene, "colleague").maxIters(1000).build();
    }

    /** Has the other agent do it. */
    @Tool(name = "delegate", description = "asks a colleague")
    public Mono<String> delegate() {
      return agent.call(AgentScopeAgent.user("Look into it.")).map(Msg::getTextContent);
    }
  }
}
