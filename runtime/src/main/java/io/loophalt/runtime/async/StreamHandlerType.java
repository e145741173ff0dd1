package io.loophalt.runtime.async;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The interface of a framework's streaming handlers, in one class loader, with its methods as
 * handles.
 *
 * @param complete name of the method that is given the complete answer
 * @param error name of the method that is given a throwable
 */
public record StreamHandlerType(
    Class<?> type, String complete, String error, Map<Method, MethodHandle> methods) {

  private static final MethodType CALL =
      MethodType.methodType(Object.class, Object.class, Object[].class);

  public static StreamHandlerType find(
      @Nullable ClassLoader loader, String name, String complete, String error) {
    try {
      Class<?> type = Class.forName(name, false, loader);
      Map<Method, MethodHandle> methods = new HashMap<>();
      for (Method method : type.getMethods()) {
        if (Modifier.isStatic(method.getModifiers())) {
          continue;
        }
        methods.put(
            method,
            MethodHandles.publicLookup()
                .unreflect(method)
                .asSpreader(Object[].class, method.getParameterCount())
                .asType(CALL));
      }
      for (Method method : Object.class.getMethods()) {
        // Proxies hand on these three, too.
        if (!Modifier.isFinal(method.getModifiers())) {
          methods.put(
              method,
              MethodHandles.publicLookup()
                  .unreflect(method)
                  .asSpreader(Object[].class, method.getParameterCount())
                  .asType(CALL));
        }
      }
      return new StreamHandlerType(type, complete, error, methods);
    } catch (ReflectiveOperationException drifted) {
      throw new IllegalStateException("no handler type " + name, drifted);
    }
  }

  public boolean isComplete(Method method) {
    return method.getName().equals(complete) && method.getParameterCount() == 1;
  }

  public boolean isError(Method method) {
    return method.getName().equals(error) && method.getParameterCount() == 1;
  }

  /** Calls a method of a handler; throws what it throws. */
  public @Nullable Object call(
      Object handler, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    MethodHandle handle = methods.get(method);
    if (handle == null) {
      throw new IllegalStateException(method + " is not of " + type);
    }
    return (Object) handle.invokeExact(handler, arguments);
  }

  /** Gives a handler an error; throws what it throws. */
  public void error(Object handler, Throwable thrown) throws Throwable {
    for (Method method : methods.keySet()) {
      if (isError(method)) {
        call(handler, method, new Object[] {thrown});
        return;
      }
    }
    throw thrown;
  }
}
