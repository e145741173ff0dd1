package io.loophalt.extension.reflect;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Copies objects of Kotlin's data classes with some properties changed. Happens at nudges and in
 * escalated or finishing runs, so plain reflection will do.
 */
public final class DataCopy {

  private DataCopy() {}

  /**
   * The same object with other values of some properties.
   *
   * @throws ReflectiveOperationException if its class is no data class with these properties
   */
  public static Object with(Object original, Map<String, ? extends @Nullable Object> changed)
      throws ReflectiveOperationException {
    Class<?> type = original.getClass();
    Method copy = copyOf(type);
    @Nullable Object[] values = new Object[copy.getParameterCount()];
    int position = 0;
    int found = 0;
    // The compiler writes the fields, the components and the parameters in one order.
    for (Field field : type.getDeclaredFields()) {
      if (position < values.length && !Modifier.isStatic(field.getModifiers())) {
        boolean changes = changed.containsKey(field.getName());
        values[position] =
            changes ? changed.get(field.getName()) : component(type, position, original);
        found += changes ? 1 : 0;
        position++;
      }
    }
    if (found != changed.size()) {
      throw new NoSuchMethodException(type.getName() + ".copy with " + changed.keySet());
    }
    return Objects.requireNonNull(invoke(copy, original, values));
  }

  private static Method copyOf(Class<?> type) throws NoSuchMethodException {
    for (Method method : type.getMethods()) {
      if (method.getName().equals("copy") && method.getReturnType() == type) {
        return method;
      }
    }
    throw new NoSuchMethodException(type.getName() + ".copy");
  }

  private static @Nullable Object component(Class<?> type, int position, Object original)
      throws ReflectiveOperationException {
    return invoke(type.getMethod("component" + (position + 1)), original);
  }

  private static @Nullable Object invoke(
      Method method, Object target, @Nullable Object... arguments)
      throws ReflectiveOperationException {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException refused) {
      if (refused.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw refused;
    }
  }
}
