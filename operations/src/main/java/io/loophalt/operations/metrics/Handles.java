package io.loophalt.operations.metrics;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Finds public methods of one loader's classes, whose names are known and nothing else.
 *
 * <p>By method handles: the application's modules and its security manager see a call of the
 * library like any other.
 */
record Handles(String prefix, @Nullable ClassLoader loader) {

  /** A class below the prefix. */
  Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(prefix + name, false, loader);
  }

  static MethodHandle method(Class<?> of, String name, Class<?> result, Class<?>... parameters)
      throws ReflectiveOperationException {
    return MethodHandles.publicLookup()
        .findVirtual(of, name, MethodType.methodType(result, parameters))
        .asFixedArity();
  }

  static MethodHandle function(Class<?> of, String name, Class<?> result, Class<?>... parameters)
      throws ReflectiveOperationException {
    return MethodHandles.publicLookup()
        .findStatic(of, name, MethodType.methodType(result, parameters))
        .asFixedArity();
  }
}
