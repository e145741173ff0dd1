package io.loophalt.extension.reflect;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Copies immutable objects of a provider's SDK with one property changed, through their builders.
 * Happens at nudges and in escalated or finishing runs, so plain reflection will do.
 */
public final class Rebuilt {

  private Rebuilt() {}

  /**
   * The same object with another value of a property.
   *
   * @param type of the parameter of the builder's method
   */
  public static Object with(Object original, String property, Class<?> type, Object value)
      throws ReflectiveOperationException {
    Object builder = call(original, "toBuilder");
    call(builder, property, type, value);
    return call(builder, "build");
  }

  /** What a method without parameters returns. */
  public static Object call(Object target, String method) throws ReflectiveOperationException {
    return Objects.requireNonNull(invoke(publicMethod(target.getClass(), method), target));
  }

  /** Calls a method of one parameter; what it returns, which is the builder in a builder. */
  public static Object call(Object target, String method, Class<?> type, Object value)
      throws ReflectiveOperationException {
    return Objects.requireNonNull(
        invoke(publicMethod(target.getClass(), method, type), target, value));
  }

  /** Calls a static factory method of one parameter. */
  public static Object make(Class<?> of, String method, Class<?> type, Object value)
      throws ReflectiveOperationException {
    return Objects.requireNonNull(invoke(of.getMethod(method, type), null, value));
  }

  /** A class beside another one of the same SDK. */
  public static Class<?> beside(Object known, String name) throws ClassNotFoundException {
    return Class.forName(name, true, known.getClass().getClassLoader());
  }

  private static @Nullable Object invoke(Method method, @Nullable Object target, Object... given)
      throws ReflectiveOperationException {
    try {
      return method.invoke(target, given);
    } catch (InvocationTargetException refused) {
      if (refused.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw refused;
    }
  }

  /** The method where it is declared in a public type: builders are often package-private. */
  private static Method publicMethod(Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    if (Modifier.isPublic(type.getModifiers())) {
      return type.getMethod(name, parameters);
    }
    for (Class<?> implemented : type.getInterfaces()) {
      for (Method method : implemented.getMethods()) {
        if (method.getName().equals(name)
            && Arrays.equals(method.getParameterTypes(), parameters)) {
          return method;
        }
      }
    }
    Class<?> extended = type.getSuperclass();
    if (extended == null || extended == Object.class) {
      throw new NoSuchMethodException(type.getName() + '.' + name);
    }
    return publicMethod(extended, name, parameters);
  }
}
