package io.loophalt.runtime.value;

import java.lang.reflect.Proxy;

/** Names types so that a name means the same in every run of the JVM. */
public final class TypeNames {

  private static final String LAMBDA = "$$Lambda";

  private TypeNames() {}

  /**
   * The name of a class; without counters and addresses where the JVM makes the class up: a lambda
   * is named by the class that holds it, a proxy by its interfaces.
   */
  public static String of(Class<?> type) {
    if (Proxy.isProxyClass(type)) {
      StringBuilder name = new StringBuilder("Proxy");
      for (Class<?> implemented : type.getInterfaces()) {
        name.append(' ').append(implemented.getName());
      }
      return name.toString();
    }
    String name = type.getName();
    int lambda = name.indexOf(LAMBDA);
    if (lambda >= 0) {
      return name.substring(0, lambda + LAMBDA.length());
    }
    int hidden = name.indexOf('/');
    return hidden >= 0 ? name.substring(0, hidden) : name;
  }
}
