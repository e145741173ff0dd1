package io.loophalt.compatibility.genai;

import com.google.genai.Client;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.FunctionResponseBlob;
import com.google.genai.types.FunctionResponsePart;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.Part;
import io.loophalt.compatibility.scenario.Pictures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Gives a model pictures, within the responses of functions, beside them and behind them. */
public final class RichResults {

  /** It tells of every request; held, so that it stays as it is. */
  private static final Logger SDK = Logger.getLogger("com.google.genai");

  private static final String ANSWER =
      """
      {"candidates": [{"content": {"role": "model", "parts": [
         {"functionCall": {"id": "look-%1$d", "name": "look", "args": {}}}]},
         "finishReason": "STOP"}],
       "usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 1}}
      """;

  private RichResults() {}

  /** Entry point. */
  public static void main(String[] args) throws IOException {
    SDK.setLevel(Level.SEVERE);
    Client client =
        Client.builder()
            .apiKey("none")
            .httpOptions(HttpOptions.builder().baseUrl(Pictures.provider(ANSWER)).build())
            .build();
    Map<String, Pictures.Viewer> viewers = new LinkedHashMap<>();
    viewers.put(
        "within", picture -> watch(client, picture, data -> List.of(user(response(within(data))))));
    viewers.put(
        "beside",
        picture -> watch(client, picture, data -> List.of(user(response(List.of()), image(data)))));
    viewers.put(
        "behind",
        picture ->
            watch(client, picture, data -> List.of(user(response(List.of())), user(image(data)))));
    viewers.put(
        "no-error", picture -> watch(client, picture, data -> List.of(user(withoutError(data)))));
    Pictures.play(viewers);
  }

  private static void watch(
      Client client, Supplier<byte[]> picture, Function<byte[], List<Content>> results) {
    List<Content> contents = new ArrayList<>();
    contents.add(user(Part.fromText("Watch.")));
    for (int look = 0; look < Pictures.LOOKS; look++) {
      contents.add(
          client
              .models
              .generateContent("model-test", contents, null)
              .candidates()
              .orElseThrow()
              .get(0)
              .content()
              .orElseThrow());
      contents.addAll(results.apply(picture.get()));
    }
  }

  private static Content user(Part... parts) {
    return Content.builder().role("user").parts(parts).build();
  }

  private static Part image(byte[] data) {
    return Part.fromBytes(data, "image/png");
  }

  /** As of a function that always has the member, and says in it that there is none. */
  private static Part withoutError(byte[] data) {
    Map<String, Object> response = new LinkedHashMap<>();
    response.put("error", "");
    response.put("output", Pictures.base64(data));
    return Part.fromFunctionResponse("look", response);
  }

  private static Part response(List<FunctionResponsePart> parts) {
    return Part.builder()
        .functionResponse(
            FunctionResponse.builder()
                .name("look")
                .response(Map.of("output", "what there is to see"))
                .parts(parts)
                .build())
        .build();
  }

  private static List<FunctionResponsePart> within(byte[] data) {
    return List.of(
        FunctionResponsePart.builder()
            .inlineData(FunctionResponseBlob.builder().mimeType("image/png").data(data).build())
            .build());
  }
}
