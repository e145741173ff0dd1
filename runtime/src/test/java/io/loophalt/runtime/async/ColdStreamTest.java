package io.loophalt.runtime.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.invocation.StreamScope;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Streams that do nothing until somebody subscribes. */
class ColdStreamTest {

  private final InternalErrorBreaker failures =
      new InternalErrorBreaker(
          new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8)),
          () -> {});
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(20), Presets::create, RunEvents.NONE);
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());

  /** Says where the stream's operators work, on a thread of their own. */
  private final Flux<String> stream =
      Flux.deferContextual(context -> Flux.just(whereAmI(ReactorContext.read(context))))
          .subscribeOn(Schedulers.boundedElastic());

  /** A work with a scope and another stream, perhaps. */
  private record Noting(List<String> told, @Nullable StreamScope scope, @Nullable Object instead)
      implements PendingWork {
    @Override
    public Object again() {
      throw new AssertionError("each subscriber begins anew");
    }

    @Override
    public @Nullable Object value(Object value) {
      told.add("value " + value);
      return null;
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      told.add("end");
      return null;
    }
  }

  @Test
  void nobodyIsToldBeforeSomebodySubscribes() throws Throwable {
    Flux<?> followed =
        follow(
            scope -> {
              told.add("subscriber");
              return new Noting(told, null, null);
            });
    assertThat(told).isEmpty();

    followed.blockLast();
    followed.blockLast();

    assertThat(told)
        .containsExactly(
            "subscriber", "value nowhere", "end", "subscriber", "value nowhere", "end");
  }

  @Test
  void theScopeReachesTheStreamOnWhateverThreadItWorks() throws Throwable {
    LiveRun live = registry.open("stream-of-a", "task", null, System.nanoTime());

    Flux<?> followed = follow(scope -> new Noting(told, new StreamScope(live, null), null));

    assertThat(followed.collectList().block()).hasToString("[stream-of-a]");
  }

  @Test
  void aStreamInsideAnotherLearnsWhereThatBelongs() throws Throwable {
    LiveRun live = registry.open("outer", "task", null, System.nanoTime());
    Flux<?> inner =
        follow(
            scope -> {
              told.add("inside " + whereAmI(scope));
              return new Noting(told, scope, null);
            });
    Object outer =
        new AsyncResultFollower(failures)
            .follow(
                new ColdStream(
                    inner.publishOn(Schedulers.parallel()),
                    scope -> new Noting(told, new StreamScope(live, null), null)));

    ((Flux<?>) outer).blockLast();

    assertThat(told).startsWith("inside outer", "value outer");
  }

  @Test
  void aSubscriptionMayFailAtOnce() throws Throwable {
    IllegalStateException halt = new IllegalStateException("halt");
    Flux<?> followed = follow(scope -> halt);

    assertThatThrownBy(followed::blockLast).isSameAs(halt);
  }

  @Test
  void anotherStreamMayTakeThePlaceOfTheFirst() throws Throwable {
    Flux<?> followed = follow(scope -> new Noting(told, null, Flux.just("other")));

    assertThat(followed.collectList().block()).hasToString("[other]");
    assertThat(told).containsExactly("value other", "end");
  }

  @Test
  void anErrorOfOursLeavesTheStreamAlone() throws Throwable {
    Flux<?> followed =
        follow(
            scope -> {
              throw new IllegalStateException("planted");
            });

    assertThat(followed.collectList().block()).hasToString("[nowhere]");
    assertThat(failures.count()).isEqualTo(1);
  }

  private Flux<?> follow(ColdStream.Subscribers subscribers) throws Throwable {
    return (Flux<?>) new AsyncResultFollower(failures).follow(new ColdStream(stream, subscribers));
  }

  private static String whereAmI(@Nullable StreamScope scope) {
    return scope == null ? "nowhere" : scope.run().run().id();
  }
}
