package io.loophalt.instrumentation;

import io.loophalt.extension.ChokePoint;
import io.loophalt.runtime.invocation.Interceptor;
import org.jspecify.annotations.Nullable;

/**
 * A method that is woven by name, and what happens around its calls.
 *
 * @param className fully qualified, {@code $} for nested classes
 * @param methodName exact, or a pattern with {@code *}
 * @param parameters how many, or -1 for any number
 * @param firstParameterType fully qualified erased type of the first parameter; null for any
 * @param handler what happens around its calls
 * @param rewritesArguments whether the handler may give the body other arguments ({@link
 *     io.loophalt.extension.MethodCall#rewrite}); costs an array for each call
 */
public record Interception(
    String className,
    String methodName,
    int parameters,
    @Nullable String firstParameterType,
    Interceptor handler,
    boolean rewritesArguments) {

  /** Of a handler that leaves the arguments alone. */
  public Interception(
      String className,
      String methodName,
      int parameters,
      @Nullable String firstParameterType,
      Interceptor handler) {
    this(className, methodName, parameters, firstParameterType, handler, false);
  }

  /** Of what an extension describes. */
  static Interception of(ChokePoint point, Interceptor handler) {
    return new Interception(
        point.className(),
        point.methodName(),
        point.parameters(),
        point.firstParameterType(),
        handler,
        point.rewritesArguments());
  }

  /** The same with a handler that may give the body other arguments. */
  public Interception rewriting() {
    return new Interception(className, methodName, parameters, firstParameterType, handler, true);
  }
}
