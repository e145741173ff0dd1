package io.loophalt.compatibility.adk;

import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.GenerateContentResponseUsageMetadata;
import com.google.genai.types.Part;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A scene's model in ADK's types. In a stream it answers in pieces, on a thread of its own. */
final class SceneLlm extends BaseLlm {

  private final Scene scene;

  SceneLlm(Scene scene) {
    super("scripted");
    this.scene = scene;
  }

  @Override
  public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
    if (!stream) {
      return Flowable.fromCallable(() -> whole(answer(request)));
    }
    return Flowable.defer(
            () -> {
              Reply reply = answer(request);
              LlmResponse piece =
                  response(List.of(Part.fromText("Well, ")), reply).toBuilder()
                      .partial(true)
                      .build();
              return Flowable.just(piece, piece, whole(reply));
            })
        .subscribeOn(Schedulers.io());
  }

  private Reply answer(LlmRequest request) {
    List<Content> contents = request.contents();
    List<String> results = new ArrayList<>();
    if (!contents.isEmpty()) {
      for (Part part : contents.get(contents.size() - 1).parts().orElse(List.of())) {
        part.functionResponse()
            .flatMap(FunctionResponse::response)
            .ifPresent(response -> results.add(response.toString()));
      }
    }
    return scene.reply(results, !request.tools().isEmpty(), request.model().orElse(null));
  }

  private static LlmResponse whole(Reply reply) {
    List<Part> parts = new ArrayList<>();
    reply
        .calls()
        .forEach(
            call -> parts.add(Part.fromFunctionCall(call.tool(), Map.of("input", call.input()))));
    if (parts.isEmpty()) {
      parts.add(Part.fromText(reply.text()));
    }
    return response(parts, reply);
  }

  private static LlmResponse response(List<Part> parts, Reply reply) {
    return LlmResponse.builder()
        .content(Content.builder().role("model").parts(parts).build())
        .usageMetadata(
            GenerateContentResponseUsageMetadata.builder()
                .promptTokenCount(reply.inputTokens())
                .candidatesTokenCount(reply.outputTokens())
                .build())
        .build();
  }

  @Override
  public BaseLlmConnection connect(LlmRequest request) {
    throw new UnsupportedOperationException("a script is not spoken to live");
  }
}
