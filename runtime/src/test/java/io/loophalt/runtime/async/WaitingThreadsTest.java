package io.loophalt.runtime.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** Where the machine has no thread left, what an application waits for ends all the same. */
class WaitingThreadsTest {

  private static final Executor WITHOUT_THREADS =
      work -> {
        throw new OutOfMemoryError("unable to create native thread, planted");
      };

  private final List<String> done = new ArrayList<>();

  @Test
  void whatNoThreadCanBeMadeForIsNotTaken() {
    assertThat(WaitingThreads.take(() -> done.add("waited"), WITHOUT_THREADS)).isFalse();
    assertThat(done).isEmpty();
  }

  @Test
  void whatIsHandedOnToWhomNoThreadCanBeMadeForIsDoneHere() {
    WaitingThreads.handOn(() -> done.add("handed on"), WITHOUT_THREADS);

    assertThat(done).containsExactly("handed on");
  }

  /** As the JDK's common pool does, whose other workers find it later. */
  @Test
  void whatWasTakenAndRefusedAllTheSameIsDoneOnce() {
    List<Runnable> taken = new ArrayList<>();
    Executor both =
        work -> {
          taken.add(work);
          WITHOUT_THREADS.execute(work);
        };

    WaitingThreads.handOn(() -> done.add("handed on"), both);
    taken.forEach(Runnable::run);

    assertThat(done).containsExactly("handed on");
  }

  @Test
  void aFutureEndsThoughItsOwnExecutorHasNoThreadLeft() {
    CompletableFuture<Object> theirs =
        new CompletableFuture<>() {
          @Override
          public Executor defaultExecutor() {
            return WITHOUT_THREADS;
          }
        };
    FollowedFuture followed = new FollowedFuture(theirs);
    followed.endsElsewhere();

    followed.succeed("value");

    assertThat(followed).isCompletedWithValue("value");
  }
}
