package io.loophalt.compatibility.springai;

import com.alibaba.cloud.ai.graph.agent.Agent;
import com.alibaba.cloud.ai.graph.agent.ReactAgent;
import com.alibaba.cloud.ai.graph.agent.flow.agent.ParallelAgent;
import com.alibaba.cloud.ai.graph.agent.flow.agent.SequentialAgent;
import com.alibaba.cloud.ai.graph.exception.GraphStateException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import java.util.ArrayList;
import java.util.List;

/** Teams of three agents, one after the other and side by side, of which one may be stuck. */
public final class AlibabaTeams {

  private AlibabaTeams() {}

  /** Entry point. */
  public static void main(String[] args) throws GraphStateException {
    Lifeline.hold();
    for (Script first :
        List.of(Script.SAME_QUESTION, Script.CONCURRENT_TOOLS, Script.IDENTICAL_CALLS)) {
      List<Scene> scenes = scenes(first);
      play(
          "sequential." + first,
          scenes,
          SequentialAgent.builder().name("team").subAgents(agents(scenes)).build());
      scenes = scenes(first);
      play(
          "parallel." + first,
          scenes,
          ParallelAgent.builder()
              .name("team")
              .subAgents(agents(scenes))
              .mergeOutputKey("all")
              .build());
    }
    System.exit(0);
  }

  /** The same for all three, and if that is a stuck one, for the first alone. */
  private static List<Scene> scenes(Script first) {
    Script others = first.isStuck() ? Script.SAME_QUESTION : first;
    return List.of(new Scene(first), new Scene(others), new Scene(others));
  }

  private static List<Agent> agents(List<Scene> scenes) {
    List<Agent> agents = new ArrayList<>();
    for (Scene scene : scenes) {
      String name = "member" + agents.size();
      agents.add(
          ReactAgent.builder()
              .name(name)
              .model(new AlibabaModel(scene))
              .outputKey(name)
              .methodTools(new SceneTools(scene))
              .build());
    }
    return agents;
  }

  private static void play(String name, List<Scene> scenes, Agent team) {
    String outcome;
    try {
      outcome = team.invoke("Please help.").isPresent() ? "answered" : "said nothing";
    } catch (Exception thrown) {
      outcome = "threw " + thrown.getMessage();
    }
    Report.fact(name + ".outcome", outcome);
    for (int i = 0; i < scenes.size(); i++) {
      Report.fact(name + '.' + i + ".tool.calls", scenes.get(i).toolCalls());
      Report.fact(name + '.' + i + ".nudges", scenes.get(i).nudges());
    }
  }
}
