package io.loophalt.compatibility.quarkus;

import io.loophalt.compatibility.scenario.Scene;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.control.ActivateRequestContext;
import jakarta.inject.Inject;

/** Where each question is a request of its own, which is how long Quarkus keeps an agent. */
@ApplicationScoped
public class Desk {

  private static final ThreadLocal<Scene> SCENES = new ThreadLocal<>();

  @Inject Assistant assistant;

  /** The scene that is played on this thread. */
  static Scene scene() {
    return SCENES.get();
  }

  /** Has the agent execute one task. */
  @ActivateRequestContext
  public String ask(Scene scene, String question) {
    SCENES.set(scene);
    try {
      return assistant.chat(question);
    } finally {
      SCENES.remove();
    }
  }
}
