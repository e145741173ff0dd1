package io.loophalt.compatibility.ollama4j;

import io.github.ollama4j.OllamaAPI;
import io.github.ollama4j.models.chat.OllamaChatMessage;
import io.github.ollama4j.models.chat.OllamaChatMessageRole;
import io.github.ollama4j.models.chat.OllamaChatRequest;
import io.github.ollama4j.models.chat.OllamaChatResult;
import java.util.ArrayList;

/** The library's own loop, which calls the tools that are registered. */
final class OwnLoop {

  private OwnLoop() {}

  /** A way to have a chat go on. */
  interface Way {
    OllamaChatResult chat(OllamaAPI api, OllamaChatRequest request) throws Exception;
  }

  static OllamaChatResult blocking(OllamaAPI api, OllamaChatRequest request) throws Exception {
    return api.chat(request);
  }

  static OllamaChatResult streamed(OllamaAPI api, OllamaChatRequest request) throws Exception {
    StringBuilder heard = new StringBuilder();
    return api.chat(request, heard::append, heard::append);
  }

  /** One task. */
  static String answer(OllamaAPI api, Way way, String question) throws Exception {
    OllamaChatRequest request =
        new OllamaChatRequest("ollama-test", false, new ArrayList<OllamaChatMessage>());
    String said = question;
    String answer;
    do {
      request.getMessages().add(new OllamaChatMessage(OllamaChatMessageRole.USER, said));
      answer = way.chat(api, request).getResponseModel().getMessage().getContent();
      said = "Go on.";
    } while (answer.startsWith("Now"));
    return answer;
  }
}
