package io.loophalt.runtime.async;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What an operator of a library's calls back. */
@FunctionalInterface
interface LibraryCallback {

  @Nullable Object call(@Nullable Object argument) throws Throwable;

  /** The callback as every functional interface of the JDK's that libraries ask for. */
  static Adapter adapted(LibraryCallback callback) {
    return new Adapter(callback);
  }

  /**
   * The callback as an interface of the library's, if that is none of the JDK's by a proxy in its
   * loader.
   */
  static Object as(Class<?> functional, LibraryCallback callback) {
    Adapter adapter = new Adapter(callback);
    return functional.isInstance(adapter)
        ? adapter
        : Proxy.newProxyInstance(functional.getClassLoader(), new Class<?>[] {functional}, adapter);
  }

  /** Throws what the callback throws, whatever an interface declares. */
  @SuppressWarnings("overloads") // nobody calls "andThen", which two of them have
  record Adapter(LibraryCallback callback)
      implements Function<@Nullable Object, @Nullable Object>,
          Supplier<@Nullable Object>,
          Consumer<@Nullable Object>,
          Runnable,
          InvocationHandler {

    @Override
    public @Nullable Object apply(@Nullable Object argument) {
      return call(argument);
    }

    @Override
    public @Nullable Object get() {
      return call(null);
    }

    @Override
    public void accept(@Nullable Object argument) {
      call(argument);
    }

    @Override
    public void run() {
      call(null);
    }

    @Override
    public @Nullable Object invoke(
        Object proxy, Method method, @Nullable Object @Nullable [] arguments) {
      if (method.getDeclaringClass() == Object.class) {
        return switch (method.getName()) {
          case "equals" -> arguments != null && proxy == arguments[0];
          case "hashCode" -> System.identityHashCode(proxy);
          default -> "loophalt";
        };
      }
      Object answer = call(arguments == null || arguments.length == 0 ? null : arguments[0]);
      return method.getReturnType() == void.class ? null : answer;
    }

    private @Nullable Object call(@Nullable Object argument) {
      try {
        return callback.call(argument);
      } catch (Throwable thrown) {
        throw unchecked(thrown);
      }
    }

    /** A halt, which the library is to pass on as it is. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException unchecked(Throwable thrown) throws T {
      throw (T) thrown;
    }
  }
}
