package io.loophalt.extension.reflect;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Reads a field by name, in objects whose class is not known at compile time and shows it by no
 * method.
 *
 * <p>The field is looked up once per class and is forgotten with the class. Thread-safe.
 */
public final class PrivateField {

  private final ClassValue<@Nullable MethodHandle> handles;

  public PrivateField(String name) {
    this.handles =
        new ClassValue<>() {
          @Override
          protected @Nullable MethodHandle computeValue(Class<?> type) {
            return find(type, name);
          }
        };
  }

  /**
   * The field's value; null also if the target is null, has no such field, or is in a module that
   * keeps it to itself.
   */
  public @Nullable Object of(@Nullable Object target) {
    MethodHandle handle = target == null ? null : handles.get(target.getClass());
    if (handle == null) {
      return null;
    }
    try {
      return (Object) handle.invokeExact(target);
    } catch (RuntimeException | Error unchecked) {
      throw unchecked;
    } catch (Throwable checked) {
      throw new IllegalStateException("reading a field", checked);
    }
  }

  private static @Nullable MethodHandle find(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      return field.trySetAccessible()
          ? MethodHandles.lookup()
              .unreflectGetter(field)
              .asType(MethodType.methodType(Object.class, Object.class))
          : null;
    } catch (ReflectiveOperationException notHere) {
      return null;
    }
  }
}
