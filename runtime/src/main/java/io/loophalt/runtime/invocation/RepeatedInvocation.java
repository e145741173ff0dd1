package io.loophalt.runtime.invocation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A call of a public method that can be made once more with another argument. Holds on to what the
 * method was called with for as long as it is held itself.
 */
public final class RepeatedInvocation {

  private final Object self;
  private final String method;
  private final @Nullable Object[] arguments;

  private RepeatedInvocation(Object self, String method, @Nullable Object[] arguments) {
    this.self = self;
    this.method = method;
    this.arguments = arguments;
  }

  /** The call at hand, of a method of this name with so many parameters; null if it is static. */
  public static @Nullable RepeatedInvocation of(Invocation call, String method, int parameters) {
    Object self = call.self();
    if (self == null) {
      return null;
    }
    @Nullable Object[] arguments = new @Nullable Object[parameters];
    for (int i = 0; i < parameters; i++) {
      arguments[i] = call.argument(i);
    }
    return new RepeatedInvocation(self, method, arguments);
  }

  /**
   * What the method returns now.
   *
   * @throws ReflectiveOperationException if it is not to be called from here, or throws
   */
  public Object with(int position, Object argument) throws ReflectiveOperationException {
    @Nullable Object[] changed = arguments.clone();
    changed[position] = argument;
    for (Method each : self.getClass().getMethods()) {
      if (each.getName().equals(method)
          && each.getParameterCount() == changed.length
          && each.getParameterTypes()[position].isInstance(argument)
          && each.trySetAccessible()) {
        Object returned = each.invoke(self, changed);
        if (returned != null) {
          return returned;
        }
        throw new InvocationTargetException(null, method + " has returned nothing");
      }
    }
    throw new NoSuchMethodException(self.getClass().getName() + '.' + method);
  }
}
