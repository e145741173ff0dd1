package io.loophalt.runtime.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Turn.Prompt;
import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.ModelCalls;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RequestReader;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An application whose model's streams break after a piece, and that sends its request again. */
class BrokenAnswersTest {

  /** A model that is asked the same each time, and answers in pieces. */
  private static final class Models implements ModelCalls {
    private static final RequestReader READER =
        new RequestReader() {
          @Override
          public List<?> messages(Object request) {
            return List.of(request);
          }

          @Override
          public ChatMessage read(Object message) {
            return ChatMessage.of(Speaker.USER, message.toString());
          }
        };

    @Override
    public ModelResponse answer(Object returned) {
      return new ModelResponse("model", returned.toString(), 0, 10, 0, 1);
    }

    @Override
    public RequestReader requests() {
      return READER;
    }

    @Override
    public int requestArgument() {
      return 0;
    }
  }

  private final Log log = new Log(System.err);
  private final RunRegistry registry = new RunRegistry(standard(), Presets::create, RunEvents.NONE);
  private final ModelCallHandler models =
      new ModelCallHandler(new Models(), new RunCorrelator(registry, log));
  private final LiveRun live = registry.open(null, "summary", null, System.nanoTime());
  private final InvocationStack thread = InvocationStack.current();
  private final Object scope = thread.enterScopeHere(live);

  @AfterEach
  void leave() {
    thread.leaveScope(scope, registry);
  }

  @Test
  void whoTriesAgainAfterAnOutageIsNotHeldToOnlyTalk() {
    IOException reset = new IOException("connection reset");
    for (int i = 1; i <= 25; i++) {
      assertThat(ask("Summarize the report.", reset)).as("in place of failure %s", i).isNull();
    }

    assertThat(live.run().haltReason()).isNull();
    assertThat(live.run().usage().inputTokens())
        .as("which cost tokens all the same")
        .isEqualTo(250);
    assertThat(live.talk().takePrompt()).as("before the next answer").isEqualTo(Prompt.NEW);
  }

  @Test
  void whoeverOnlyTalksIsHaltedWithOutagesInBetween() {
    int answers = 0;
    while (live.run().haltReason() == null && answers < 25) {
      answers++;
      ask("Go on.", null);
      ask("Go on.", new IOException("connection reset"));
    }

    assertThat(answers).as("the first answers new words").isEqualTo(11);
  }

  /** What is thrown in place of what the stream ends with; null for nothing. */
  private @Nullable Throwable ask(String request, @Nullable Throwable error) {
    Invocation call = thread.push();
    call.enter(
        new InternalErrorBreaker(log, () -> {}),
        models,
        getClass(),
        this,
        request,
        null,
        null,
        null,
        null);
    try {
      if (models.before(call) instanceof Throwable halt) {
        return halt;
      }
      if (!(call.attachment() instanceof ModelCallHandler.TurnWork turn)) {
        throw new AssertionError("it is no model call");
      }
      turn.value("I am about to");
      return turn.end(error);
    } finally {
      thread.pop(call);
    }
  }

  private static AgentPolicy standard() {
    return SmallPolicies.of("standard", Presets.named("standard").detectors());
  }
}
