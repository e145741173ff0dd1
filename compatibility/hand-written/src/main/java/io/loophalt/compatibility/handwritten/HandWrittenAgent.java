package io.loophalt.compatibility.handwritten;

import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import io.loophalt.compatibility.scenario.Stage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Plays all scripts with loops of which each swallows whatever its tools throw. */
public final class HandWrittenAgent {

  /** So few that conversations meet on each thread, and each changes threads. */
  private static final ExecutorService FEW_THREADS = Executors.newFixedThreadPool(2);

  private HandWrittenAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put(
        "whole",
        (scene, conversation, question) -> {
          Chat chat = new Chat(conversation, scene, question);
          return scene.isARound() ? loop(chat) : solve(chat);
        });
    ways.put(
        "by-object",
        (scene, conversation, question) -> turns(new Chat(conversation, scene, question)));
    ways.put(
        "by-id", (scene, conversation, question) -> steps(new Chat(conversation, scene, question)));
    if (Stage.playsAll()) {
      toolsThatThrow();
    }
    Stage.play(ways);
  }

  /** Nobody but the application makes a text for the model of what they throw. */
  private static void toolsThatThrow() {
    Scene scene = new Scene(Script.REPHRASED_ERRORS);
    String outcome;
    try {
      outcome = solve(new Chat("throwing", scene, "Please help.", /* toolsThrow= */ true));
    } catch (RuntimeException e) {
      outcome = e.getClass().getSimpleName();
    }
    Report.fact("throwing.outcome", outcome);
    Report.fact("throwing.model.calls", scene.modelCalls());
  }

  /** One call is one run. */
  static String solve(Chat chat) {
    return loop(chat);
  }

  private static String loop(Chat chat) {
    String answer = null;
    while (answer == null) {
      answer = chat.turn();
    }
    return answer;
  }

  /** The conversation is the object that is called, each time on another thread. */
  private static String turns(Chat chat) throws Exception {
    String answer = null;
    while (answer == null) {
      answer = FEW_THREADS.submit(() -> onTurn(chat)).get();
    }
    return answer;
  }

  static @Nullable String onTurn(Chat chat) {
    return chat.turn();
  }

  /** The conversation is known by the id of its session, each time on another thread. */
  private static String steps(Chat chat) throws Exception {
    String answer = null;
    while (answer == null) {
      answer = FEW_THREADS.submit(() -> step(chat.session(), chat)).get();
    }
    return answer;
  }

  static @Nullable String step(Chat.Session session, Chat chat) {
    return chat.turn();
  }
}
