package io.loophalt.runtime.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.invocation.Patience;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** For how long the parts of a call that ends later wait for other processes. */
class GuardedWorkTest {

  private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long LONG = TimeUnit.HOURS.toNanos(1);

  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private final InternalErrorBreaker failures =
      new InternalErrorBreaker(new Log(new PrintStream(errors, true)), () -> {});
  private final List<Patience> waited = new ArrayList<>();

  @Test
  void allSignalsOfOneCallWaitByOnePatience() {
    GuardedWork work = new GuardedWork(new Waiting(), failures);

    work.value("one");
    work.value("two");
    work.end(null);

    assertThat(waited).hasSize(3);
    assertThat(waited.get(1)).isSameAs(waited.get(0));
    assertThat(waited.get(2)).isSameAs(waited.get(0));
  }

  /** Else one that is made again and again would wait for nothing in the end. */
  @Test
  void aCallThatIsMadeOnceMoreWaitsAsAnyOther() throws Throwable {
    Mono<?> mono =
        (Mono<?>)
            new AsyncResultFollower(failures)
                .follow(new AsyncResult(Mono.just("a value"), new Waiting()));

    mono.block(Duration.ofSeconds(20));
    mono.block(Duration.ofSeconds(20));

    assertThat(waited).as("value and end, question, value and end").hasSize(5);
    assertThat(waited.get(1)).isSameAs(waited.get(0));
    assertThat(waited.get(2)).isNotSameAs(waited.get(0));
    assertThat(waited.subList(3, 5)).allMatch(each -> each == waited.get(2));
  }

  @Test
  void workOfACallGoesOnByWhatTheCallHasLeft() throws Throwable {
    InvocationStack thread = InvocationStack.current();
    thread.enterAgent();
    Patience ofCall = thread.patience(LONG);
    AsyncResultFollower follower = new AsyncResultFollower(failures);
    thread.leaveAgent();

    Object followed =
        follower.follow(
            new AsyncResult(CompletableFuture.completedFuture("a value"), new Waiting()));

    assertThat(((CompletableFuture<?>) followed).get(20, TimeUnit.SECONDS)).isEqualTo("a value");
    assertThat(waited).hasSize(2).allMatch(each -> each == ofCall);
  }

  @Test
  void aFutureEndsOnceWhateverErrorOfOursKeepsTheResultFromBeingHandedOn() {
    List<String> ends = new ArrayList<>();
    new GuardedWork(new Broken(/* handsOnFirst= */ false), failures).passOn(() -> ends.add("one"));
    new GuardedWork(new Broken(/* handsOnFirst= */ true), failures).passOn(() -> ends.add("two"));

    assertThat(ends).containsExactly("one", "two");
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains("handing on", "broken");
  }

  @Test
  void anErrorOfTheApplicationIsItsOwn() {
    GuardedWork work = new GuardedWork(new Waiting(), failures);

    assertThatThrownBy(
            () ->
                work.passOn(
                    () -> {
                      throw new IllegalStateException("of the application");
                    }))
        .hasMessage("of the application");
    assertThat(errors.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  /** Work that fails where it hands its result on. */
  private record Broken(boolean handsOnFirst) implements PendingWork {

    @Override
    public Object again() {
      return this;
    }

    @Override
    public void passOn(Runnable onwards) {
      if (handsOnFirst) {
        onwards.run();
      }
      throw new IllegalStateException("broken");
    }

    @Override
    public @Nullable Object value(Object value) {
      return null;
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      return null;
    }
  }

  @Test
  void whatAThreadHasWaitedBeforeIsNoPartOfWorkThatBeginsOutsideTheAgent() {
    InvocationStack thread = InvocationStack.current();
    thread.enterAgent();
    Patience before = thread.patience(LONG);
    thread.leaveAgent();

    new GuardedWork(new Waiting(), failures).end(null);

    assertThat(waited).hasSize(1).doesNotContain(before);
  }

  /** What a thread that may wait is waited for counts. */
  @Test
  void whatIsHandedOverWaitsFromThenOn() {
    long before = System.nanoTime();
    GuardedWork work = new GuardedWork(new OnAnEventLoop(), failures);
    assertThat(work.isForAnotherThread()).isTrue();
    Patience ofWork = waited.get(0);
    assertThat(ofWork.isOver()).isFalse();
    while (System.nanoTime() - before < 2 * SHORT) {
      Thread.onSpinWait();
    }

    work.end(null);

    assertThat(waited).containsExactly(ofWork, ofWork);
    assertThat(ofWork.isOver()).isTrue();
  }

  private final class OnAnEventLoop implements PendingWork {

    @Override
    public Object again() {
      return this;
    }

    @Override
    public boolean isShared() {
      return true;
    }

    @Override
    public boolean isForAnotherThread() {
      return waited.add(InvocationStack.current().patience(SHORT));
    }

    @Override
    public @Nullable Object value(Object value) {
      return null;
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      waited.add(InvocationStack.current().patience(SHORT));
      return null;
    }
  }

  /** Each signal waits. */
  private final class Waiting implements PendingWork {

    private void waits() {
      waited.add(InvocationStack.current().patience(LONG));
    }

    @Override
    public Object again() {
      waits();
      return new Waiting();
    }

    @Override
    public @Nullable Object value(Object value) {
      waits();
      return null;
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      waits();
      return null;
    }
  }
}
