package io.loophalt.runtime.value;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Makes fields readable, also where their module keeps them to itself, and reads them without a
 * call of anybody's code. Thread-safe.
 */
public final class FieldAccess {

  /** Opens packages to the agent's own module, and to nobody else. */
  public interface PackageOpener {

    /** Opens the package of a class; does nothing if that is refused. */
    void open(Class<?> owner);
  }

  private static volatile @Nullable PackageOpener opener;

  private FieldAccess() {}

  /** Sets who opens packages. Without one, what a module hides stays hidden. */
  public static void openWith(PackageOpener packages) {
    opener = packages;
  }

  /** Whether the field can be read from now on. */
  public static boolean open(Field field) {
    if (field.trySetAccessible()) {
      return true;
    }
    PackageOpener packages = opener;
    if (packages == null) {
      return false;
    }
    packages.open(field.getDeclaringClass());
    return field.trySetAccessible();
  }

  /** A field of the class or of a superclass of this name, opened; null if there is none. */
  static @Nullable Field find(Class<?> type, String owner, String name) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      if (each.getName().equals(owner)) {
        try {
          Field field = each.getDeclaredField(name);
          return open(field) ? field : null;
        } catch (NoSuchFieldException otherJdk) {
          return null;
        }
      }
    }
    return null;
  }

  /** The field's value. */
  public static @Nullable Object get(Field field, Object owner) {
    try {
      return field.get(owner);
    } catch (IllegalAccessException madeInaccessible) {
      throw new IllegalStateException(field.getName() + " was opened", madeInaccessible);
    }
  }
}
