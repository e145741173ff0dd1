package io.loophalt.compatibility.adk;

import com.google.adk.agents.LlmAgent;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.Session;
import com.google.adk.sessions.SessionKey;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import io.reactivex.rxjava3.core.Flowable;
import java.util.List;
import java.util.Map;

/**
 * A session in which one message leads to a loop, and the next one does not. The model takes no
 * request in which a call has no result, as providers do.
 */
final class KeptSession {

  private KeptSession() {}

  static void play() {
    Strict model = new Strict();
    Scene scene = new Scene(Script.IDENTICAL_CALLS);
    LlmAgent agent =
        LlmAgent.builder().name("assistant").model(model).tools(SceneTools.of(scene)).build();
    InMemoryRunner runner = new InMemoryRunner(agent, "sessions");
    Session session =
        runner
            .sessionService()
            .createSession(new SessionKey("sessions", "somebody", "kept"))
            .blockingGet();
    String stuck;
    try {
      stuck = ask(runner, session, "Is there any?");
    } catch (RuntimeException e) {
      stuck = e.getClass().getSimpleName();
    }
    Report.fact("session.stuck", stuck);
    int asked = model.requests;
    Report.fact("session.next", ask(runner, session, "hello"));
    Report.fact("session.asked", model.requests - asked);
  }

  private static String ask(InMemoryRunner runner, Session session, String words) {
    StringBuilder said = new StringBuilder();
    runner
        .runAsync("somebody", session.id(), Content.fromParts(Part.fromText(words)))
        .blockingForEach(event -> said.append(GoogleAdkAgent.text(event)));
    return said.toString();
  }

  private static final class Strict extends BaseLlm {

    private int requests;

    Strict() {
      super("strict");
    }

    @Override
    public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
      return Flowable.fromCallable(() -> answer(request));
    }

    private LlmResponse answer(LlmRequest request) {
      requests++;
      int open = 0;
      boolean greeted = false;
      for (Content content : request.contents()) {
        for (Part part : content.parts().orElse(List.of())) {
          open += part.functionCall().isPresent() ? 1 : 0;
          open -= part.functionResponse().isPresent() ? 1 : 0;
          greeted |= part.text().orElse("").equals("hello");
        }
      }
      if (open != 0) {
        throw new IllegalStateException("calls without a result: " + open);
      }
      Part said =
          greeted || requests > Scene.CAP // who is not guarded ends, too
              ? Part.fromText("Hello!")
              : Part.fromFunctionCall("search", Map.of("input", "shoes"));
      return LlmResponse.builder()
          .content(Content.builder().role("model").parts(List.of(said)).build())
          .build();
    }

    @Override
    public BaseLlmConnection connect(LlmRequest request) {
      throw new UnsupportedOperationException("it is not spoken to live");
    }
  }
}
