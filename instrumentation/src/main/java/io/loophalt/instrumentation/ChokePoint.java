package io.loophalt.instrumentation;

import io.loophalt.runtime.invocation.Interceptor;
import org.jspecify.annotations.Nullable;

/**
 * One method of a known class that is woven by name.
 *
 * @param className fully qualified, {@code $} for nested classes
 * @param methodName exact, or a pattern with {@code *} where the compiler numbers it
 * @param parameters how many, or -1 for any number
 * @param firstParameterType fully qualified erased type of the first parameter; null for any
 * @param handler what happens around its calls
 * @param rewritesArguments whether the handler may give the body other arguments ({@link
 *     io.loophalt.runtime.invocation.Invocation#rewrite}); costs an array for each call
 */
public record ChokePoint(
    String className,
    String methodName,
    int parameters,
    @Nullable String firstParameterType,
    Interceptor handler,
    boolean rewritesArguments) {

  /** Of a handler that leaves the arguments alone. */
  public ChokePoint(
      String className,
      String methodName,
      int parameters,
      @Nullable String firstParameterType,
      Interceptor handler) {
    this(className, methodName, parameters, firstParameterType, handler, false);
  }

  /** The same with a handler that may give the body other arguments. */
  public ChokePoint rewriting() {
    return new ChokePoint(className, methodName, parameters, firstParameterType, handler, true);
  }
}
