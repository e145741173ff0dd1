package io.loophalt.agent.gate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What a caller gets in place of a future of the application's. Whoever completes or cancels it, by
 * a time limit for instance, does so to the application's own, as without the agent; how that ends
 * comes back as the end of this one. Thread-safe.
 */
final class FollowedFuture extends CompletableFuture<Object> {

  /** Null if what is followed cannot be completed from outside. */
  private final @Nullable CompletableFuture<Object> source;

  @SuppressWarnings("unchecked") // who completes it has to know its type, as without the agent
  FollowedFuture(CompletionStage<?> source) {
    // Stages of the JDK that cannot be completed from outside are of a subclass all the same.
    boolean completable =
        source instanceof CompletableFuture && source.toCompletableFuture() == source;
    this.source = completable ? (CompletableFuture<Object>) source : null;
  }

  @Override
  public boolean complete(@Nullable Object value) {
    return source == null ? super.complete(value) : source.complete(value);
  }

  @Override
  public boolean completeExceptionally(Throwable error) {
    return source == null
        ? super.completeExceptionally(error)
        : source.completeExceptionally(error);
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return source == null
        ? super.cancel(mayInterruptIfRunning)
        : source.cancel(mayInterruptIfRunning);
  }

  /** Ends this one alone. */
  void succeed(@Nullable Object value) {
    super.complete(value);
  }

  /** Ends this one alone. */
  void fail(Throwable error) {
    super.completeExceptionally(error);
  }
}
