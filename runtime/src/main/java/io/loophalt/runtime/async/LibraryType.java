package io.loophalt.runtime.async;

import io.loophalt.runtime.invocation.StreamScope;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A type of a library's for results that are still to come. The agent links to none of these
 * libraries: they are known by name, and found through the result's own class.
 */
interface LibraryType {

  /** The interface of this name that a class has, or null. */
  static @Nullable Class<?> interfaceOf(Class<?> type, String name) {
    if (type.getName().equals(name)) {
      return type;
    }
    for (Class<?> each : type.getInterfaces()) {
      Class<?> found = interfaceOf(each, name);
      if (found != null) {
        return found;
      }
    }
    Class<?> above = type.getSuperclass();
    return above == null ? null : interfaceOf(above, name);
  }

  /** Whether nothing is done until somebody subscribes, and all of it anew for each subscriber. */
  default boolean isCold() {
    return true;
  }

  /** Whether more than one value may come. */
  default boolean givesSeveral() {
    return false;
  }

  /** The result, telling how the work goes; at each subscription, where there is such a thing. */
  default Object follow(Object result, GuardedWork first) throws Throwable {
    AtomicReference<@Nullable GuardedWork> unused = new AtomicReference<>(first);
    return follow(
        result,
        scope -> {
          Object next = unused.getAndSet(null);
          return next == null ? first.again(scope) : next;
        });
  }

  /**
   * The publisher, asking at each subscription for the work to tell: a {@link GuardedWork}, a
   * {@link Throwable} to fail with, or null to tell nobody.
   */
  Object follow(Object result, Function<@Nullable StreamScope, @Nullable Object> subscribers)
      throws Throwable;
}
