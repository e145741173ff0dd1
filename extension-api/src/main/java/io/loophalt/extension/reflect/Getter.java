package io.loophalt.extension.reflect;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calls a method without parameters, by name, on objects whose class is not known at compile time.
 *
 * <p>The method is looked up once per class, through the nearest public class or interface that
 * declares it, and is forgotten with the class. Where a user's extension asks for one that a class
 * does not have, that is said; {@link #isOn} asks for one that may be missing. Thread-safe.
 */
public final class Getter {

  private static final StackWalker CALLERS =
      StackWalker.getInstance(
          Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES));

  private final String method;
  private final ClassValue<Found> found;

  /** What a class has. */
  private static final class Found {
    final @Nullable MethodHandle handle;

    /** Whether it is no mistake to ask, or was said to be one. */
    volatile boolean isKnown;

    Found(@Nullable MethodHandle handle) {
      this.handle = handle;
    }
  }

  public Getter(String method) {
    this.method = method;
    this.found =
        new ClassValue<>() {
          @Override
          protected Found computeValue(Class<?> type) {
            return new Found(find(type));
          }
        };
  }

  /** What the method returns; null also if the target is null or has no such method. */
  public @Nullable Object of(@Nullable Object target) {
    if (target == null) {
      return null;
    }
    Found there = found.get(target.getClass());
    MethodHandle handle = there.handle;
    if (handle == null) {
      if (!there.isKnown) {
        there.isKnown = true;
        tell(target.getClass());
      }
      return null;
    }
    try {
      return (Object) handle.invokeExact(target);
    } catch (Throwable theirs) {
      throw ApplicationException.of(method + " of " + target.getClass().getName(), theirs);
    }
  }

  /** As {@link #of}, and out of the {@link Optional} that some frameworks put it in. */
  public @Nullable Object within(@Nullable Object target) {
    Object value = of(target);
    return value instanceof Optional<?> optional ? optional.orElse(null) : value;
  }

  /** Whether the target has the method. It is no mistake then to have asked for it. */
  public boolean isOn(Object target) {
    Found there = found.get(target.getClass());
    if (there.handle == null) {
      there.isKnown = true;
    }
    return there.handle != null;
  }

  /** The result as text, empty for null. */
  public String text(@Nullable Object target) {
    Object value = of(target);
    if (value == null) {
      return "";
    }
    try {
      return value.toString();
    } catch (Throwable theirs) {
      throw ApplicationException.of("toString of " + value.getClass().getName(), theirs);
    }
  }

  /** The result as a number, 0 for null. */
  public long number(@Nullable Object target) {
    return of(target) instanceof Number number ? number.longValue() : 0;
  }

  /** Whether the result is true. */
  public boolean isTrue(@Nullable Object target) {
    return Boolean.TRUE.equals(of(target));
  }

  /** Only who asks knows what is a mistake: the agent's own extensions know many versions. */
  private void tell(Class<?> type) {
    Class<?> asking =
        CALLERS.walk(
            frames ->
                frames
                    .<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(each -> each != Getter.class && each != Property.class)
                    .findFirst()
                    .orElse(Getter.class));
    if (asking.getClassLoader() instanceof MissingGetters told) {
      told.isMissing(type, method, asking);
    }
  }

  private @Nullable MethodHandle find(Class<?> type) {
    Method found = publicMethod(type);
    if (found == null) {
      return null;
    }
    try {
      return MethodHandles.publicLookup()
          .unreflect(found)
          .asType(MethodType.methodType(Object.class, Object.class));
    } catch (IllegalAccessException hidden) {
      throw new IllegalStateException(found + " cannot be called", hidden);
    }
  }

  /**
   * The method where it is declared public in a public type: implementations are often
   * package-private.
   */
  private @Nullable Method publicMethod(@Nullable Class<?> type) {
    if (type == null) {
      return null;
    }
    if (Modifier.isPublic(type.getModifiers())) {
      try {
        return type.getMethod(method);
      } catch (NoSuchMethodException notHere) {
        return null;
      }
    }
    for (Class<?> each : type.getInterfaces()) {
      Method found = publicMethod(each);
      if (found != null) {
        return found;
      }
    }
    return publicMethod(type.getSuperclass());
  }
}
