package io.loophalt.compatibility.adk;

import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import io.reactivex.rxjava3.core.Flowable;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A model that answers to the latest tool result, or to an empty text if there is none. */
final class AnsweringLlm extends BaseLlm {

  private final Function<String, Part> answer;
  private final AtomicInteger calls = new AtomicInteger();

  AnsweringLlm(Function<String, Part> answer) {
    super("scripted");
    this.answer = answer;
  }

  int calls() {
    return calls.get();
  }

  @Override
  public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
    return Flowable.fromCallable(
        () -> {
          calls.incrementAndGet();
          return LlmResponse.builder()
              .content(
                  Content.builder()
                      .role("model")
                      .parts(answer.apply(latestResult(request)))
                      .build())
              .build();
        });
  }

  private static String latestResult(LlmRequest request) {
    String latest = "";
    for (Content content : request.contents()) {
      for (Part part : content.parts().orElse(List.of())) {
        latest =
            part.functionResponse()
                .flatMap(FunctionResponse::response)
                .map(Object::toString)
                .orElse(latest);
      }
    }
    return latest;
  }

  @Override
  public BaseLlmConnection connect(LlmRequest request) {
    throw new UnsupportedOperationException("a script is not spoken to live");
  }
}
