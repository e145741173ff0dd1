package io.loophalt.runtime.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.CallbackModelCalls;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ModelResponse;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.async.StreamHandlerType;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of an answer that comes on another thread than its call ends on. */
class StreamedAnswerTest {

  /** A handler as frameworks have them. */
  public interface Listener {
    /** The answer is complete. */
    void done(Object answer) throws InterruptedException;

    /** It is not. */
    void failed(Throwable problem);
  }

  private final Log log = new Log(System.err);
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
  private final LiveRun live = registry.open("run", "task", null, System.nanoTime());
  private final List<String> ends = new ArrayList<>();

  @Test
  void aTurnCountsOnceWhoseCallThrowsWhileItsAnswerIsWorkedOn() throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch thrown = new CountDownLatch(1);
    registry.streamBegan(live);
    StreamedAnswer answer =
        answerTo(
            new Listener() {
              @Override
              public void done(Object complete) throws InterruptedException {
                working.countDown();
                thrown.await();
              }

              @Override
              public void failed(Throwable problem) {
                ends.add("told of " + problem);
              }
            });
    FutureTask<@Nullable Void> delivery =
        new FutureTask<>(
            () -> {
              proxy(answer).done("answer");
              return null;
            });
    new Thread(delivery).start();
    working.await();

    Throwable instead = answer.brokeOff(new IllegalStateException("connection reset"));
    assertThat(live.boundary().isStreaming()).as("while it is worked on").isTrue();
    thrown.countDown();
    delivery.get();

    assertThat(instead).isNull();
    assertThat(ends).as("of the turn, and what the handler was told").containsExactly("well");
    assertThat(live.boundary().isStreaming()).as("afterwards").isFalse();
  }

  private StreamedAnswer answerTo(Listener listener) {
    InternalErrorBreaker failures = new InternalErrorBreaker(log, () -> {});
    return new StreamedAnswer(
        new RunCorrelator(registry, log),
        new NoStreams(),
        StreamHandlerType.find(
            Listener.class.getClassLoader(), Listener.class.getName(), "done", "failed"),
        listener,
        live,
        registry,
        new Noting(ends),
        failures);
  }

  private static Listener proxy(StreamedAnswer answer) {
    return (Listener)
        Proxy.newProxyInstance(
            Listener.class.getClassLoader(), new Class<?>[] {Listener.class}, answer);
  }

  /** Writes down how a turn ended. */
  private record Noting(List<String> ends) implements PendingWork {

    @Override
    public Object again() {
      return this;
    }

    @Override
    public @Nullable Object value(Object value) {
      return null;
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      ends.add(error == null ? "well" : error.toString());
      return null;
    }
  }

  /** Knows of no early tool requests. */
  private static final class NoStreams implements CallbackModelCalls {
    @Override
    public String handlerType() {
      return Listener.class.getName();
    }

    @Override
    public String completeMethod() {
      return "done";
    }

    @Override
    public String errorMethod() {
      return "failed";
    }

    @Override
    public ModelResponse answer(Object returned) {
      throw new AssertionError("the turn reads it");
    }

    @Override
    public int handlerArgument(MethodCall call) {
      return 1;
    }
  }
}
