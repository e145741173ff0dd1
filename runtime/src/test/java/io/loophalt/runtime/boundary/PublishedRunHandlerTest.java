package io.loophalt.runtime.boundary;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.PublishedRuns;
import io.loophalt.extension.RunName;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.policy.JoinPolicy;
import io.loophalt.runtime.policy.JoinPolicy.TrustedIds;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.context.Scope;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Methods that return an execution of a named run, which begins when it is subscribed to. */
class PublishedRunHandlerTest {

  /** A framework whose method takes the run's name. */
  private static final class Executions implements PublishedRuns {

    @Override
    public @Nullable RunName run(MethodCall call) {
      return call.argument(0) instanceof String id ? new RunName(id, "agent") : null;
    }
  }

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Log log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8));
  private final InternalErrorBreaker failures = new InternalErrorBreaker(log, () -> {});
  private final RunRegistry registry =
      new RunRegistry(
          SmallPolicies.of(
              new JoinPolicy(
                  Duration.ofHours(1), Map.of(), new TrustedIds(null, "agent.run", null, "order"))),
          Presets::create,
          RunEvents.NONE);
  private final RunCorrelator runs = new RunCorrelator(registry, log);
  private final PublishedRunHandler executions = new PublishedRunHandler(new Executions(), runs);
  private final InvocationStack thread = InvocationStack.current();

  @Test
  void theRunLastsFromTheSubscriptionToTheEnd() throws Throwable {
    List<String> during = new ArrayList<>();
    Flux<?> followed = published("session", Flux.just("answer").doOnNext(each -> note(during)));
    assertThat(registry.all()).as("before anybody has subscribed").isEmpty();

    assertThat(followed.collectList().block()).isEqualTo(List.of("answer"));

    assertThat(during).containsExactly("session");
    assertThat(registry.all()).as("when it is over").isEmpty();
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  @SuppressWarnings("try") // the scope is what the run is looked for in
  void subscribedToUnderTrustedBaggageItIsAPartOfTheRunNamedThere() throws Throwable {
    List<String> during = new ArrayList<>();
    Flux<?> followed = published("session", Flux.just("answer").doOnNext(each -> note(during)));

    try (Scope scope = Baggage.builder().put("agent.run", "job-7").build().makeCurrent()) {
      assertThat(followed.collectList().block()).isEqualTo(List.of("answer"));
    }

    assertThat(during).containsExactly("order/job-7");
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  private void note(List<String> during) {
    registry.all().stream().map(live -> live.run().id()).forEach(during::add);
  }

  private Flux<?> published(String id, Flux<String> body) throws Throwable {
    Invocation call = thread.push();
    call.enter(failures, executions, getClass(), this, id, null, null, null, null);
    try {
      assertThat(executions.before(call)).isSameAs(call);
      AsyncResult result = (AsyncResult) requireNonNull(executions.after(call, body, null));
      return (Flux<?>) new AsyncResultFollower(failures).follow(result);
    } finally {
      thread.pop(call);
    }
  }
}
