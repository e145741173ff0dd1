package io.loophalt.extension.reflect;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;

/**
 * Gives one object of a provider's SDK the properties of another one, by getters and setters, where
 * the SDK has neither copies nor builders. Happens at nudges and in escalated or finishing runs, so
 * plain reflection will do.
 */
public final class BeanCopy {

  private BeanCopy() {}

  /**
   * Sets what has a public getter and a public setter and is not null.
   *
   * @param leftOut names of properties, as they are in the setters
   */
  public static void copy(Object from, Object to, List<String> leftOut)
      throws ReflectiveOperationException {
    for (Method setter : to.getClass().getMethods()) {
      String name = setter.getName();
      if (name.startsWith("set") && setter.getParameterCount() == 1) {
        String property = name.substring("set".length());
        Object value = new Property("get" + property).of(from);
        Object set = value != null ? value : new Property("is" + property).of(from);
        if (set != null && !leftOut.contains(property)) {
          set(to, setter, set);
        }
      }
    }
  }

  private static void set(Object to, Method setter, Object value)
      throws ReflectiveOperationException {
    try {
      setter.invoke(to, value);
    } catch (InvocationTargetException refused) {
      if (refused.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw refused;
    }
  }
}
