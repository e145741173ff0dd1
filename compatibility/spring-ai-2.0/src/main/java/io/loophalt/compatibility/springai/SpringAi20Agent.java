package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import java.lang.reflect.Method;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingManager;

/** Plays all scripts with Spring AI 2, its own limits on tool calls lifted. */
public final class SpringAi20Agent {

  private SpringAi20Agent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    if (Stage.playsAll()) {
      OwnCalls.play();
      KeptMemory.play();
      new SubAgents(SpringAi20Agent::client).play();
    }
    Stage.play(
        new Ways(
                SpringAi20Agent::client, (request, callbacks) -> request.tools(callbacks.toArray()))
            .all());
  }

  private static ChatClient client(Scene scene) {
    return ChatClient.builder(new TurnModel(scene))
        .defaultAdvisors(ToolCallingAdvisor.builder().toolCallingManager(manager()).build())
        .build();
  }

  /** Spring AI's own, without its limits. */
  static ToolCallingManager manager() {
    DefaultToolCallingManager.Builder manager = DefaultToolCallingManager.builder();
    lift("unlimitedCallsPerTool", manager);
    lift("unlimitedTotalToolCalls", manager);
    return manager.build();
  }

  /** A limit that release 2.0.0 has not yet. */
  private static void lift(String limit, DefaultToolCallingManager.Builder manager) {
    for (Method method : DefaultToolCallingManager.Builder.class.getMethods()) {
      if (method.getName().equals(limit)) {
        try {
          method.invoke(manager);
        } catch (ReflectiveOperationException e) {
          throw new LinkageError("cannot lift the limit " + limit, e);
        }
      }
    }
  }
}
