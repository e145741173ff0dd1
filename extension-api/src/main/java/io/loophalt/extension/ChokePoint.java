package io.loophalt.extension;

import org.jspecify.annotations.Nullable;

/**
 * One method of a framework's class that is watched, by its name.
 *
 * @param className fully qualified, {@code $} for nested classes; an interface stands for the
 *     methods that it implements itself
 * @param methodName exact, or a pattern with {@code *} where the compiler numbers it
 * @param parameters how many, or -1 for any number
 * @param firstParameterType fully qualified erased type of the first parameter; null for any
 * @param role what the method is
 * @param rewritesArguments whether the method may be given other arguments ({@link
 *     MethodCall#rewrite}); costs an array for each call
 */
public record ChokePoint(
    String className,
    String methodName,
    int parameters,
    @Nullable String firstParameterType,
    Role role,
    boolean rewritesArguments) {

  /** Of a method whose arguments are left alone. */
  public ChokePoint(
      String className,
      String methodName,
      int parameters,
      @Nullable String firstParameterType,
      Role role) {
    this(className, methodName, parameters, firstParameterType, role, false);
  }

  /** The same of a method that may be given other arguments. */
  public ChokePoint rewriting() {
    return new ChokePoint(className, methodName, parameters, firstParameterType, role, true);
  }

  /**
   * A suspending function of Kotlin's.
   *
   * @param parameters how many it has in its class file, the continuation among them
   */
  public static ChokePoint suspending(
      String className,
      String methodName,
      int parameters,
      @Nullable String firstParameterType,
      Role role) {
    Role suspending = new Mark.Suspending(role, parameters - 1);
    return new ChokePoint(className, methodName, parameters, firstParameterType, suspending, true);
  }
}
