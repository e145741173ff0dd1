package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.model.tool.DefaultToolCallingManager;

/** Plays all scripts with Spring AI 2, its own limits on tool calls lifted. */
public final class SpringAi20Agent {

  private SpringAi20Agent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    OwnCalls.play();
    new SubAgents(SpringAi20Agent::client).play();
    Stage.play(
        new Ways(
                SpringAi20Agent::client, (request, callbacks) -> request.tools(callbacks.toArray()))
            .all());
  }

  private static ChatClient client(Scene scene) {
    DefaultToolCallingManager unlimited =
        DefaultToolCallingManager.builder()
            .unlimitedCallsPerTool()
            .unlimitedTotalToolCalls()
            .build();
    return ChatClient.builder(new TurnModel(scene))
        .defaultAdvisors(ToolCallingAdvisor.builder().toolCallingManager(unlimited).build())
        .build();
  }
}
