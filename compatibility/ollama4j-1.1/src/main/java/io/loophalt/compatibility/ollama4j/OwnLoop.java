package io.loophalt.compatibility.ollama4j;

import io.github.ollama4j.models.chat.OllamaChatMessage;
import io.github.ollama4j.models.chat.OllamaChatMessageRole;
import io.github.ollama4j.models.chat.OllamaChatRequest;

/** The library's own loop, which calls the tools that are registered. */
final class OwnLoop {

  private OwnLoop() {}

  /** One task. */
  static String answer(Client client, boolean streamed, String question) throws Exception {
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
