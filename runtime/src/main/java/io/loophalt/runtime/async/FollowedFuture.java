package io.loophalt.runtime.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a caller gets in place of a future of the application's. Whoever completes or cancels it, by
 * a time limit for instance, does so to the application's own, as without the agent; how that ends
 * comes back as the end of this one. Stages that depend on it are of the class that the
 * application's own would make. Thread-safe.
 */
final class FollowedFuture extends CompletableFuture<Object> {

  /** Of the JDK's stages that are futures and refuse to be completed. */
  private static final Class<?> MINIMAL_STAGE = CompletableFuture.completedStage(null).getClass();

  /** Null if what is followed cannot be completed from outside. */
  private final @Nullable CompletableFuture<Object> source;

  /** Calls what has this one end, and with that all that depends on it. */
  private final Consumer<Runnable> onwards;

  private volatile boolean elsewhere;

  FollowedFuture(CompletionStage<?> source) {
    this(source, Runnable::run);
  }

  @SuppressWarnings("unchecked") // who completes it has to know its type, as without the agent
  FollowedFuture(CompletionStage<?> source, Consumer<Runnable> onwards) {
    this.onwards = onwards;
    boolean completable = source instanceof CompletableFuture && !isMinimal(source);
    this.source = completable ? (CompletableFuture<Object>) source : null;
  }

  private static boolean isMinimal(CompletionStage<?> stage) {
    return stage.getClass() == MINIMAL_STAGE;
  }

  /**
   * What to hand out in place of the stage that is followed: as little as that if it is minimal.
   */
  CompletionStage<Object> inPlaceOf(CompletionStage<?> stage) {
    return isMinimal(stage) ? minimalCompletionStage() : this;
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

  @Override
  public CompletableFuture<Object> completeAsync(Supplier<? extends @Nullable Object> supplier) {
    if (source == null) {
      return super.completeAsync(supplier);
    }
    source.completeAsync(supplier);
    return this;
  }

  @Override
  public CompletableFuture<Object> completeAsync(
      Supplier<? extends @Nullable Object> supplier, Executor executor) {
    if (source == null) {
      return super.completeAsync(supplier, executor);
    }
    source.completeAsync(supplier, executor);
    return this;
  }

  @Override
  public CompletableFuture<Object> orTimeout(long timeout, TimeUnit unit) {
    if (source == null) {
      return super.orTimeout(timeout, unit);
    }
    source.orTimeout(timeout, unit);
    return this;
  }

  @Override
  public CompletableFuture<Object> completeOnTimeout(
      @Nullable Object value, long timeout, TimeUnit unit) {
    if (source == null) {
      return super.completeOnTimeout(value, timeout, unit);
    }
    source.completeOnTimeout(value, timeout, unit);
    return this;
  }

  /** Of a future that has not ended, it is an end like any other, which is followed. */
  @Override
  public void obtrudeValue(@Nullable Object value) {
    boolean over = source == null || isDone();
    if (source != null) {
      source.obtrudeValue(value);
    }
    if (over) {
      super.obtrudeValue(value);
    }
  }

  /** As {@link #obtrudeValue}. */
  @Override
  public void obtrudeException(Throwable error) {
    boolean over = source == null || isDone();
    if (source != null) {
      source.obtrudeException(error);
    }
    if (over) {
      super.obtrudeException(error);
    }
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return source == null ? super.newIncompleteFuture() : source.newIncompleteFuture();
  }

  @Override
  public Executor defaultExecutor() {
    return source == null ? super.defaultExecutor() : source.defaultExecutor();
  }

  /**
   * From now on it ends on a thread of the application's, as an asynchronous stage does: what
   * depends on it is no work for one of the agent's.
   */
  void endsElsewhere() {
    elsewhere = true;
  }

  /** Ends this one alone. */
  void succeed(@Nullable Object value) {
    end(() -> super.complete(value));
  }

  /** Ends this one alone. */
  void fail(Throwable error) {
    end(() -> super.completeExceptionally(error));
  }

  private void end(Runnable ending) {
    if (elsewhere) {
      WaitingThreads.handOn(() -> onwards.accept(ending), defaultExecutor());
    } else {
      onwards.accept(ending);
    }
  }
}
