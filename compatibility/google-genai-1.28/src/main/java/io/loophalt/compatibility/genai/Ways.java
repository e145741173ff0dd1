package io.loophalt.compatibility.genai;

import com.google.genai.AsyncChat;
import com.google.genai.Chat;
import com.google.genai.Client;
import com.google.genai.ResponseStream;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.Part;
import com.google.genai.types.PartialArg;
import io.loophalt.compatibility.provider.GeminiServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The ways in which the SDK sends a conversation: with a history of the caller's, or its own. */
final class Ways {

  private static final String MODEL = "gemini-test";

  private Ways() {}

  /** Sends a whole history. */
  private interface Sender {
    List<Content> send(List<Content> history, GenerateContentConfig config) throws Exception;
  }

  static Contents.Way blocking(Client client) {
    return withHistory(
        (history, config) -> contentsOf(client.models.generateContent(MODEL, history, config)));
  }

  static Contents.Way streamed(Client client) {
    return withHistory(
        (history, config) ->
            contentsOf(client.models.generateContentStream(MODEL, history, config)));
  }

  /** As Vertex AI answers where {@code streamFunctionCallArguments} asks for it. */
  static Contents.Way streamedInPieces(Client client) {
    return withHistory(
        (history, config) ->
            whole(
                contentsOf(
                    client.models.generateContentStream(GeminiServer.IN_PIECES, history, config))));
  }

  /** What the pieces of calls make, each behind the name of its function; all else as it is. */
  private static List<Content> whole(List<Content> pieces) {
    List<Content> contents = new ArrayList<>();
    String function = "";
    Map<String, Object> arguments = new LinkedHashMap<>();
    for (Content piece : pieces) {
      FunctionCall call = piece.parts().orElseThrow().get(0).functionCall().orElse(null);
      boolean goesOn = call != null && call.willContinue().orElse(false);
      if (call == null || (call.name().isPresent() && !goesOn)) {
        contents.add(piece);
      } else if (goesOn) {
        function = call.name().orElse(function);
        for (PartialArg argument : call.partialArgs().orElse(List.of())) {
          arguments.merge(
              argument.jsonPath().orElseThrow().substring("$.".length()),
              argument.stringValue().orElseThrow(),
              (before, more) -> before.toString() + more);
        }
      } else {
        contents.add(
            Content.builder()
                .role("model")
                .parts(Part.fromFunctionCall(function, Map.copyOf(arguments)))
                .build());
        arguments.clear();
      }
    }
    return contents;
  }

  static Contents.Way async(Client client) {
    return withHistory(
        (history, config) ->
            contentsOf(
                await(
                    client.async.models.generateContent(GeminiServer.WITH_IDS, history, config))));
  }

  static Contents.Way asyncStreamed(Client client) {
    return withHistory(
        (history, config) ->
            contentsOf(
                await(
                    client.async.models.generateContentStream(
                        GeminiServer.WITH_IDS, history, config))));
  }

  private static Contents.Way withHistory(Sender sender) {
    List<Content> history = new ArrayList<>();
    return (said, config) -> {
      history.addAll(said);
      List<Content> answer = sender.send(history, config);
      history.addAll(answer);
      return answer;
    };
  }

  static Contents.Way chat(Client client) {
    Chat chat = client.chats.create(MODEL);
    return (said, config) -> contentsOf(chat.sendMessage(said, config));
  }

  static Contents.Way chatStreamed(Client client) {
    Chat chat = client.chats.create(MODEL);
    return (said, config) -> contentsOf(chat.sendMessageStream(said, config));
  }

  static Contents.Way asyncChat(Client client) {
    AsyncChat chat = client.async.chats.create(MODEL);
    return (said, config) -> contentsOf(await(chat.sendMessage(said, config)));
  }

  static List<Content> contentsOf(GenerateContentResponse response) {
    return List.of(response.candidates().orElseThrow().get(0).content().orElseThrow());
  }

  private static List<Content> contentsOf(ResponseStream<GenerateContentResponse> stream) {
    List<Content> contents = new ArrayList<>();
    try (stream) {
      for (GenerateContentResponse chunk : stream) {
        contents.addAll(contentsOf(chunk));
      }
    }
    return contents;
  }

  static <T> T await(CompletableFuture<T> answer) throws Exception {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
