package io.loophalt.compatibility.ollama4j;

import io.github.ollama4j.models.chat.OllamaChatMessage;
import io.github.ollama4j.models.chat.OllamaChatMessageRole;
import io.github.ollama4j.models.chat.OllamaChatRequest;
import io.loophalt.compatibility.scenario.Scene;

/** The library's own loop, which calls the tools that are registered. */
final class OwnLoop {

  private OwnLoop() {}

  /** A task, or a round of one. */
  static String ask(Scene scene, Client client, boolean streamed, String question)
      throws Exception {
    return scene.isARound() ? loop(client, streamed, question) : answer(client, streamed, question);
  }

  /** One task; the configuration makes a run of it. */
  static String answer(Client client, boolean streamed, String question) throws Exception {
    return loop(client, streamed, question);
  }

  private static String loop(Client client, boolean streamed, String question) throws Exception {
    OllamaChatRequest request = Client.newChat();
    String said = question;
    String answer;
    do {
      request.getMessages().add(new OllamaChatMessage(OllamaChatMessageRole.USER, said));
      answer = Client.text(client.chat(request, streamed).getResponseModel().getMessage());
      said = "Go on.";
    } while (answer.startsWith("Now"));
    return answer;
  }
}
