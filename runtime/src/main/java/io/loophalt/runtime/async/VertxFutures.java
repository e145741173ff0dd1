package io.loophalt.runtime.async;

import io.loophalt.runtime.invocation.StreamScope;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The futures of Vert.x 4 and 5, by the names of their methods. They are followed by one of their
 * own, so that what depends on it goes on in the context that they have. Thread-safe.
 */
final class VertxFutures implements LibraryType {

  private static final String FUTURE = "io.vertx.core.Future";

  /** One for each copy of the library; null for futures of another shape, as those of Vert.x 3. */
  private static final ClassValue<@Nullable VertxFutures> OF_INTERFACE =
      new ClassValue<>() {
        @Override
        protected @Nullable VertxFutures computeValue(Class<?> type) {
          try {
            return new VertxFutures(type);
          } catch (ReflectiveOperationException | LinkageError unknown) {
            return null;
          }
        }
      };

  private final MethodHandle compose;
  private final MethodHandle succeeded;
  private final MethodHandle failed;
  private final MethodHandle ofStage;

  private VertxFutures(Class<?> type) throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    this.compose = lookup.unreflect(type.getMethod("compose", Function.class, Function.class));
    this.succeeded = lookup.unreflect(type.getMethod("succeededFuture", Object.class));
    this.failed = lookup.unreflect(type.getMethod("failedFuture", Throwable.class));
    this.ofStage = lookup.unreflect(type.getMethod("fromCompletionStage", CompletionStage.class));
  }

  /** Null for any other class, whose objects are results like any other. */
  static @Nullable LibraryType ofClass(Class<?> type) {
    Class<?> future = LibraryType.interfaceOf(type, FUTURE);
    return future == null ? null : OF_INTERFACE.get(future);
  }

  @Override
  public boolean isCold() {
    return false;
  }

  @Override
  public Object follow(Object future, GuardedWork work) throws Throwable {
    return compose.invoke(
        future,
        LibraryCallback.adapted(value -> answered(() -> Answer.toOnlyValue(value, work), work)),
        LibraryCallback.adapted(
            error -> answered(() -> Answer.toEnd((Throwable) error, work), work)));
  }

  /** Nobody subscribes to a future. */
  @Override
  public Object follow(
      Object future, Function<@Nullable StreamScope, @Nullable Object> subscribers) {
    return future;
  }

  private Object answered(Supplier<Answer> question, GuardedWork work) throws Throwable {
    CompletableFuture<@Nullable Object> later =
        Answer.heldBack(question, work, VertxFutures::onwards);
    if (later != null) {
      return ofStage.invoke(later);
    }
    Answer now = question.get();
    return now.error() == null ? succeeded.invoke(now.value()) : failed.invoke(now.error());
  }

  private static Executor onwards() {
    Executor context = VertxContext.current();
    return context == null ? ForkJoinPool.commonPool() : context;
  }
}
