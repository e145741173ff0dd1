package io.loophalt.runtime.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.PublisherModelCalls;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.async.ColdStream;
import io.loophalt.runtime.async.OtherProcesses;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** The end of a model's stream of a shared run, on a thread that must not wait. */
class HeldBackPublisherTest {

  private static final String REQUEST = "a question";

  /** Whose pieces are text, and cost one token each. */
  private static final class Models implements PublisherModelCalls {

    @Override
    public String method() {
      return "stream";
    }

    @Override
    public int parameters() {
      return 1;
    }

    @Override
    public Object withoutTools(Object request, String text) {
      return request;
    }

    @Override
    public Object withModel(Object request, String model) {
      return request;
    }

    @Override
    public ModelResponse answer(Object piece) {
      return new ModelResponse("model", String.valueOf(piece), 0, 0, 0, 1);
    }
  }

  private final Log log =
      new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
  private final InternalErrorBreaker failures = new InternalErrorBreaker(log, () -> {});
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
  private final PublisherModelHandler handler =
      new PublisherModelHandler(new Models(), new RunCorrelator(registry, log));
  private final OtherProcesses others = new OtherProcesses();

  @Test
  void itIsToldOnAThreadOfTheAgentsAndTheStreamIsOverAfterIt() throws Throwable {
    LiveRun live = registry.open(null, "task", null, System.nanoTime());
    live.run().shareBy(others);
    InvocationStack thread = InvocationStack.current();
    Object scope = thread.enterScopeHere(live);
    try {
      Flux<?> followed = (Flux<?>) new AsyncResultFollower(failures).follow(stream(thread));
      assertThat(
              followed
                  .doOnSubscribe(asked -> others.askedOn.clear())
                  .collectList()
                  .block(Duration.ofSeconds(20)))
          .hasSize(2);
    } finally {
      thread.leaveScope(scope, registry);
    }
    assertThat(others.askedOn).containsExactly(OtherProcesses.AGENTS);
    assertThat(live.run().usage().turns()).isEqualTo(1);
  }

  private ColdStream stream(InvocationStack thread) {
    Invocation call = thread.push();
    call.enter(failures, handler, getClass(), this, REQUEST, null, null, null, null);
    assertThat(handler.before(call)).isSameAs(call);
    Object after = handler.after(call, Flux.just("well, ", "no"), null);
    thread.pop(call);
    return (ColdStream) Objects.requireNonNull(after);
  }
}
