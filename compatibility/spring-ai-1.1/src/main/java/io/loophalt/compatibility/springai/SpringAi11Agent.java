package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import org.springframework.ai.chat.client.ChatClient;

/** Plays all scripts with Spring AI 1.1. */
public final class SpringAi11Agent {

  private SpringAi11Agent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    if (Stage.playsAll()) {
      OwnCalls.play();
      new SubAgents(SpringAi11Agent::client).play();
    }
    Stage.play(
        new Ways(SpringAi11Agent::client, (request, callbacks) -> request.toolCallbacks(callbacks))
            .all());
  }

  private static ChatClient client(Scene scene) {
    return ChatClient.create(new LoopModel(scene));
  }
}
