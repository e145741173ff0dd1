package io.loophalt.extension.reflect;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/**
 * Copies records with one component changed: all others are what they were, null and those of later
 * versions included, which a builder with defaults of its own does not promise. Happens at nudges
 * only, so plain reflection will do.
 */
public final class RecordCopy {

  private RecordCopy() {}

  /**
   * The same record with another value of a component.
   *
   * @throws ReflectiveOperationException if it is no record with this component
   */
  public static Object with(Object original, String changed, Object value)
      throws ReflectiveOperationException {
    Class<?> type = original.getClass();
    RecordComponent[] components = type.getRecordComponents();
    if (components == null) {
      throw new NoSuchMethodException(type.getName() + " as a record");
    }
    Class<?>[] types = new Class<?>[components.length];
    @Nullable Object[] values = new Object[components.length];
    boolean found = false;
    for (int i = 0; i < components.length; i++) {
      boolean changes = components[i].getName().equals(changed);
      types[i] = components[i].getType();
      values[i] = changes ? value : components[i].getAccessor().invoke(original);
      found |= changes;
    }
    if (!found) {
      throw new NoSuchMethodException(type.getName() + '.' + changed);
    }
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException refused) {
      if (refused.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw refused;
    }
  }
}
