package io.loophalt.runtime.async;

import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Goes on by the context of Vert.x that something was begun in. Its types are known by name. */
final class VertxContext implements Executor {

  private static final String THREAD = "io.vertx.core.impl.VertxThread";

  private final Object context;
  private final Class<?> handler;
  private final Method runOnContext;

  private VertxContext(Object context, ClassLoader loader) throws ReflectiveOperationException {
    this.context = context;
    this.handler = Class.forName("io.vertx.core.Handler", false, loader);
    this.runOnContext =
        Class.forName("io.vertx.core.Context", false, loader).getMethod("runOnContext", handler);
  }

  /** That of the current thread, or null if it is in none. */
  static @Nullable Executor current() {
    for (Class<?> type = Thread.currentThread().getClass();
        type != null && type != Thread.class;
        type = type.getSuperclass()) {
      if (type.getName().equals(THREAD)) {
        return of(type.getClassLoader());
      }
    }
    return null;
  }

  private static @Nullable Executor of(ClassLoader loader) {
    try {
      Object context =
          Class.forName("io.vertx.core.Vertx", false, loader)
              .getMethod("currentContext")
              .invoke(null);
      return context == null ? null : new VertxContext(context, loader);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unknown) {
      return null;
    }
  }

  @Override
  public void execute(Runnable work) {
    try {
      runOnContext.invoke(
          context,
          LibraryCallback.as(
              handler,
              nothing -> {
                work.run();
                return null;
              }));
    } catch (ReflectiveOperationException closed) {
      throw new RejectedExecutionException(closed);
    }
  }
}
