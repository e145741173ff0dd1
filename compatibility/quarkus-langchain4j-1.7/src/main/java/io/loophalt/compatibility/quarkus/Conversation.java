package io.loophalt.compatibility.quarkus;

import io.loophalt.compatibility.scenario.Scene;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * A scene that is played, found by the one thing that the model and the tools both are told.
 *
 * @param scene plays the model and the tools
 * @param client where streamed answers arrive
 */
record Conversation(Scene scene, Executor client) {

  private static final Map<String, Conversation> ALL = new ConcurrentHashMap<>();

  /** Begins, in place of the one that had the id before. */
  static void begin(String id, Scene scene, Executor client) {
    ALL.put(id, new Conversation(scene, client));
  }

  static Conversation of(String id) {
    return Objects.requireNonNull(ALL.get(id), id);
  }
}
