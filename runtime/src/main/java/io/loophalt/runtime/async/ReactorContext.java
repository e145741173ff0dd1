package io.loophalt.runtime.async;

import io.loophalt.runtime.invocation.StreamScope;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the agent's entry in Reactor's context, the one thing that follows a stream
 * across its threads. The types are known by name. Thread-safe; the methods are looked up once for
 * each class of context.
 */
public final class ReactorContext {

  private static final String KEY = "io.loophalt.scope";

  private static final ClassValue<ReactorContext> OF_CLASS =
      new ClassValue<>() {
        @Override
        protected ReactorContext computeValue(Class<?> type) {
          try {
            return new ReactorContext(type.getClassLoader());
          } catch (ReflectiveOperationException unknown) {
            throw new IllegalStateException(type.getName() + " is no Reactor context", unknown);
          }
        }
      };

  private final MethodHandle getOrDefault;
  private final MethodHandle put;

  private ReactorContext(@Nullable ClassLoader loader) throws ReflectiveOperationException {
    Class<?> view = Class.forName("reactor.util.context.ContextView", false, loader);
    Class<?> context = Class.forName("reactor.util.context.Context", false, loader);
    MethodType two = MethodType.methodType(Object.class, Object.class, Object.class);
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    this.getOrDefault = lookup.findVirtual(view, "getOrDefault", two);
    this.put = lookup.findVirtual(context, "put", two.changeReturnType(context));
  }

  /** What the context says about where a stream belongs, or null. */
  public static @Nullable StreamScope read(Object context) {
    try {
      Object entry = OF_CLASS.get(context.getClass()).getOrDefault.invoke(context, KEY, null);
      return entry instanceof StreamScope scope ? scope : null;
    } catch (RuntimeException | Error unchecked) {
      throw unchecked;
    } catch (Throwable checked) {
      throw new IllegalStateException("cannot read " + context.getClass().getName(), checked);
    }
  }

  /** The context with the entry. */
  static Object with(Object context, StreamScope scope) throws Throwable {
    return OF_CLASS.get(context.getClass()).put.invoke(context, KEY, scope);
  }
}
