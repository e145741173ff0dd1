package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.Stage;
import org.springframework.ai.chat.client.ChatClient;

/** Plays all scripts with Spring AI 1.1. */
public final class SpringAi11Agent {

  private SpringAi11Agent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Stage.play(
        new Ways(
                scene -> ChatClient.create(new LoopModel(scene)),
                (request, callbacks) -> request.toolCallbacks(callbacks))
            .all());
  }
}
