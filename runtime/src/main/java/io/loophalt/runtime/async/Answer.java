package io.loophalt.runtime.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a signal of a library's is answered with.
 *
 * @param value what is passed on, if there is no error
 * @param error what it fails with; null if it does not
 */
record Answer(@Nullable Object value, @Nullable Throwable error) {

  /** To the one value of a result, which is its end, too. */
  static Answer toOnlyValue(@Nullable Object value, GuardedWork work) {
    Answer answer = value == null ? new Answer(null, null) : toValue(value, work);
    Throwable atEnd = work.end(answer.error);
    return atEnd == null ? answer : new Answer(null, atEnd);
  }

  /** To one value of several. */
  static Answer toValue(Object value, GuardedWork work) {
    Object outcome = work.value(value);
    return outcome instanceof Throwable halt
        ? new Answer(null, halt)
        : new Answer(outcome != null ? outcome : value, null);
  }

  /** To the end, after an error or without one. */
  static Answer toEnd(@Nullable Throwable error, GuardedWork work) {
    Throwable instead = work.end(error);
    return new Answer(null, instead != null ? instead : error);
  }

  /**
   * The answer, held back where this thread must not wait for other processes until one of the
   * agent's threads has; null where it is to be given at once.
   *
   * @param onwards where it goes on then: what follows is no work for a thread of the agent's
   */
  static @Nullable CompletableFuture<@Nullable Object> heldBack(
      Supplier<Answer> question, GuardedWork work, Supplier<Executor> onwards) {
    if (!work.isForAnotherThread()) {
      return null;
    }
    Executor there = onwards.get();
    CompletableFuture<@Nullable Object> followed = new CompletableFuture<>();
    boolean isTaken = WaitingThreads.take(() -> give(ask(question), followed, there));
    return isTaken ? followed : null;
  }

  private static Answer ask(Supplier<Answer> question) {
    try {
      return question.get();
    } catch (Throwable thrown) {
      return new Answer(null, thrown); // Else nobody would ever hear of it.
    }
  }

  private static void give(
      Answer answer, CompletableFuture<@Nullable Object> followed, Executor there) {
    WaitingThreads.handOn(
        () -> {
          if (answer.error == null) {
            followed.complete(answer.value);
          } else {
            followed.completeExceptionally(answer.error);
          }
        },
        there);
  }
}
