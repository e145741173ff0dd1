package io.loophalt.compatibility.koog;

import ai.koog.agents.core.agent.AIAgent;
import ai.koog.agents.core.tools.ToolRegistry;
import ai.koog.agents.core.tools.annotations.LLMDescription;
import ai.koog.agents.core.tools.annotations.Tool;
import ai.koog.agents.core.tools.reflect.ToolSet;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;

/** An agent one of whose tools is another agent, which is stuck. */
public final class SubAgents {

  private SubAgents() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    Scene stuck = new Scene(Script.IDENTICAL_CALLS);
    Report.fact(
        "answer",
        KoogAgent.builder(new DelegatingExecutor())
            .toolRegistry(ToolRegistry.builder().tools(new Colleague(stuck)).build())
            .build()
            .run("Have it looked into."));
    Report.fact("stuck.model.calls", stuck.modelCalls());
    Report.fact("stuck.tool.calls", stuck.toolCalls());
    System.exit(0);
  }

  /** The tool that is an agent. */
  public static final class Colleague implements ToolSet {

    private final AIAgent<String, String> agent;

    Colleague(Scene scene) {
      this.agent = KoogAgent.agent(scene).id("colleague").build();
    }

    /** Has the other agent do it. */
    @Tool
    @LLMDescription("asks a colleague")
    public String delegate() {
      return agent.run("Look into it.");
    }
  }
}
