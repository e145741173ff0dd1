package io.loophalt.runtime.value;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.runtime.policy.MemberNames;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * Reads one named member of objects whose class is not known before: a getter, a field, or what
 * {@code get(String)} gives, as the trees of JSON libraries have it.
 *
 * <p>What there is, is looked up once per class and forgotten with the class. Public methods are
 * preferred, through the nearest public type that declares them; private members are read where the
 * class is not in a module that keeps them to itself. Thread-safe.
 */
public final class MemberReader {

  private static final MethodType OBJECT_OF_OBJECT =
      MethodType.methodType(Object.class, Object.class);

  /** There is no such member, or it throws; the message names types and nothing they hold. */
  public static final class Unreadable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public Unreadable(String message) {
      super(message);
    }
  }

  private final MemberNames names;
  private final @Nullable String key;
  private final ClassValue<@Nullable MethodHandle> handles =
      new ClassValue<>() {
        @Override
        protected @Nullable MethodHandle computeValue(Class<?> type) {
          return find(type);
        }
      };

  private MemberReader(MemberNames names, @Nullable String key) {
    this.names = names;
    this.key = key;
  }

  /** Reads a member by the name that stands in a path. */
  public static MemberReader of(String name) {
    return new MemberReader(MemberNames.of(name), name);
  }

  /** Calls the first of these methods that there is. */
  public static MemberReader calling(String... methods) {
    return new MemberReader(
        new MemberNames(java.util.List.of(methods), methods[0]), /* key= */ null);
  }

  /** Whether objects of this class have the member. */
  public boolean isOn(Object target) {
    return handles.get(target.getClass()) != null;
  }

  /**
   * The member's value.
   *
   * @throws Unreadable if the object has no such member, or the member throws
   */
  public @Nullable Object of(Object target) {
    MethodHandle handle = handles.get(target.getClass());
    if (handle == null) {
      throw new Unreadable(
          target.getClass().getName()
              + " has no "
              + String.join("(), ", names.getters())
              + "() and no field "
              + names.field()
              + " that can be read");
    }
    try {
      return (Object) handle.invokeExact(target);
    } catch (VirtualMachineError exhausted) {
      throw exhausted;
    } catch (Throwable thrown) {
      ThreadStop.passOn(thrown);
      keepInterrupt(thrown);
      throw new Unreadable(
          names.field()
              + " of "
              + target.getClass().getName()
              + " throws "
              + thrown.getClass().getName());
    }
  }

  /** Whoever throws this was interrupted, and the caller of the tool must hear of it. */
  public static void keepInterrupt(Throwable thrown) {
    if (thrown instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable MethodHandle find(Class<?> type) {
    for (String getter : names.getters()) {
      Method method = publicMethod(type, getter);
      if (method == null) {
        method = declaredMethod(type, getter);
      }
      MethodHandle handle = method == null ? null : handleOf(method);
      if (handle != null) {
        return handle;
      }
    }
    MethodHandle field = fieldHandle(type);
    return field != null ? field : byKey(type);
  }

  private static @Nullable MethodHandle handleOf(Method method) {
    try {
      return MethodHandles.lookup().unreflect(method).asType(OBJECT_OF_OBJECT);
    } catch (IllegalAccessException hidden) {
      return null;
    }
  }

  /** The method where it is declared public in a public type of an exported package. */
  private static @Nullable Method publicMethod(
      @Nullable Class<?> type, String name, Class<?>... parameters) {
    if (type == null) {
      return null;
    }
    if (Modifier.isPublic(type.getModifiers())
        && type.getModule().isExported(type.getPackageName(), MemberReader.class.getModule())) {
      Method found = methodOf(type, name, parameters);
      if (found != null) {
        return found;
      }
    }
    for (Class<?> each : type.getInterfaces()) {
      Method found = publicMethod(each, name, parameters);
      if (found != null) {
        return found;
      }
    }
    return publicMethod(type.getSuperclass(), name, parameters);
  }

  private static @Nullable Method methodOf(Class<?> type, String name, Class<?>... parameters) {
    try {
      Method method = type.getMethod(name, parameters);
      return isGetter(method) && Modifier.isPublic(method.getDeclaringClass().getModifiers())
          ? method
          : null;
    } catch (NoSuchMethodException notHere) {
      return null;
    }
  }

  private static @Nullable Method declaredMethod(Class<?> type, String name) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      try {
        Method method = each.getDeclaredMethod(name);
        if (isGetter(method) && open(method)) {
          return method;
        }
      } catch (NoSuchMethodException notHere) {
        // Perhaps in the superclass.
      }
    }
    return null;
  }

  private static boolean isGetter(Method method) {
    return !Modifier.isStatic(method.getModifiers()) && method.getReturnType() != void.class;
  }

  private @Nullable MethodHandle fieldHandle(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      try {
        Field field = each.getDeclaredField(names.field());
        if (!Modifier.isStatic(field.getModifiers()) && open(field)) {
          return MethodHandles.lookup().unreflectGetter(field).asType(OBJECT_OF_OBJECT);
        }
      } catch (NoSuchFieldException | IllegalAccessException notHere) {
        // Perhaps in the superclass.
      }
    }
    return null;
  }

  private @Nullable MethodHandle byKey(Class<?> type) {
    Method get = key == null ? null : publicMethod(type, "get", String.class);
    if (get == null) {
      return null;
    }
    try {
      return MethodHandles.insertArguments(MethodHandles.lookup().unreflect(get), 1, key)
          .asType(OBJECT_OF_OBJECT);
    } catch (IllegalAccessException hidden) {
      return null;
    }
  }

  /** Also false where a module keeps its members to itself. */
  private static boolean open(AccessibleObject member) {
    return member.trySetAccessible();
  }
}
