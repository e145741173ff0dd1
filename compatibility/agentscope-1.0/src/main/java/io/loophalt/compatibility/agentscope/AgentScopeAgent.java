package io.loophalt.compatibility.agentscope;

import io.agentscope.core.ReActAgent;
import io.agentscope.core.agent.Event;
import io.agentscope.core.message.Msg;
import io.agentscope.core.message.MsgRole;
import io.agentscope.core.tool.Toolkit;
import io.agentscope.core.tool.ToolkitConfig;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Schedulers;

/** Plays all scripts with agents that reason and act by turns. */
public final class AgentScopeAgent {

  private AgentScopeAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("blocking", AgentScopeAgent::blocking);
    ways.put("streaming", AgentScopeAgent::streaming);
    ways.put("synchronous", AgentScopeAgent::synchronous);
    Stage.play(ways);
  }

  /** Annotated tools, those of one answer one after the other. */
  private static String blocking(Scene scene, String conversation, String question) {
    return text(agent(builder(scene, conversation)).call(user(question)).block());
  }

  /** Tools that are objects, those of one answer at the same time. */
  private static String streaming(Scene scene, String conversation, String question) {
    Toolkit tools = new Toolkit(ToolkitConfig.builder().parallel(true).build());
    Scene.TOOLS.forEach(name -> tools.registerAgentTool(new SceneTool(name, scene)));
    Event last =
        agent(builder(scene, conversation).toolkit(tools)).stream(user(question)).blockLast();
    return text(Objects.requireNonNull(last).getMessage());
  }

  /** A model that answers at once, where it is asked. */
  private static String synchronous(Scene scene, String conversation, String question) {
    SceneModel model = new SceneModel(scene, Schedulers.immediate());
    return text(agent(builder(scene, conversation).model(model)).call(user(question)).block());
  }

  private static ReActAgent agent(ReActAgent.Builder builder) {
    return builder.maxIters(1000).build();
  }

  /** With annotated tools, and a model that answers on other threads. */
  static ReActAgent.Builder builder(Scene scene, String name) {
    Toolkit tools = new Toolkit();
    tools.registerTool(new SceneTools(scene));
    return ReActAgent.builder()
        .name(name)
        .model(new SceneModel(scene, Schedulers.parallel()))
        .toolkit(tools);
  }

  static Msg user(String text) {
    return Msg.builder().name("user").role(MsgRole.USER).textContent(text).build();
  }

  private static String text(@Nullable Msg answer) {
    return Objects.requireNonNull(answer).getTextContent();
  }
}
