package io.loophalt.operations.traces;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The current span by OpenTelemetry's API, from version 1.0 on; found by name, because the agent
 * links to none.
 *
 * @param current {@code ()Object}
 * @param isRecording {@code (Object)boolean}, as all below by the span
 * @param addEvent {@code (Object,String,Object)void}, the last the attributes
 * @param setAttribute {@code (Object,String,String)void}
 * @param builder {@code ()Object}, of attributes
 * @param putText {@code (Object,String,String)void}, by the builder
 * @param putNumber the same with a long
 * @param putTruth the same with a boolean
 * @param build {@code (Object)Object}, the attributes of a builder
 */
record OpenTelemetrySpan(
    MethodHandle current,
    MethodHandle isRecording,
    MethodHandle addEvent,
    MethodHandle setAttribute,
    MethodHandle builder,
    MethodHandle putText,
    MethodHandle putNumber,
    MethodHandle putTruth,
    MethodHandle build)
    implements CurrentSpan {

  private static final String API = "io.opentelemetry.api.";

  /**
   * Looks for it.
   *
   * @param prefix of the packages of a copy that was renamed
   * @return null if there is none, or another one of that name
   */
  static @Nullable OpenTelemetrySpan find(String prefix, @Nullable ClassLoader loader) {
    try {
      Class<?> span = Class.forName(prefix + API + "trace.Span", false, loader);
      Class<?> attributes = Class.forName(prefix + API + "common.Attributes", false, loader);
      Class<?> builder = Class.forName(prefix + API + "common.AttributesBuilder", false, loader);
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Class<?> text = String.class;
      return new OpenTelemetrySpan(
          as(lookup.findStatic(span, "current", type(span)), Object.class),
          as(lookup.findVirtual(span, "isRecording", type(boolean.class)), boolean.class),
          as(
              lookup.findVirtual(span, "addEvent", type(span, text, attributes)),
              void.class,
              text,
              Object.class),
          as(
              lookup.findVirtual(span, "setAttribute", type(span, text, text)),
              void.class,
              text,
              text),
          as(lookup.findStatic(attributes, "builder", type(builder)), Object.class),
          put(lookup, builder, text),
          put(lookup, builder, long.class),
          put(lookup, builder, boolean.class),
          as(lookup.findVirtual(builder, "build", type(attributes)), Object.class));
    } catch (ReflectiveOperationException | LinkageError | RuntimeException absent) {
      // No OpenTelemetry, another API of that name, or a class loader of the application's that
      // breaks at names it does not know.
      return null;
    }
  }

  private static MethodHandle put(MethodHandles.Lookup lookup, Class<?> builder, Class<?> value)
      throws ReflectiveOperationException {
    return as(
        lookup.findVirtual(builder, "put", type(builder, String.class, value)),
        void.class,
        String.class,
        value);
  }

  private static MethodType type(Class<?> result, Class<?>... parameters) {
    return MethodType.methodType(result, parameters);
  }

  /** In types of the JDK, so that it can be invoked as it is. */
  private static MethodHandle as(MethodHandle found, Class<?> result, Class<?>... others) {
    MethodType wanted = MethodType.methodType(result, others);
    boolean isStatic = found.type().parameterCount() == others.length;
    return found.asType(isStatic ? wanted : wanted.insertParameterTypes(0, Object.class));
  }

  @Override
  public boolean add(String event, Map<String, Object> attributes, String ofSpan) throws Throwable {
    Object span = (Object) current.invokeExact();
    if (span == null || !(boolean) isRecording.invokeExact(span)) {
      return false;
    }
    Object all = (Object) builder.invokeExact();
    for (Map.Entry<String, Object> each : attributes.entrySet()) {
      put(all, each.getKey(), each.getValue());
    }
    Object built = (Object) build.invokeExact(all);
    addEvent.invokeExact(span, event, built);
    if (attributes.get(ofSpan) instanceof String value) {
      setAttribute.invokeExact(span, ofSpan, value);
    }
    return true;
  }

  private void put(Object all, String name, Object value) throws Throwable {
    if (value instanceof Long number) {
      putNumber.invokeExact(all, name, (long) number);
    } else if (value instanceof Boolean truth) {
      putTruth.invokeExact(all, name, (boolean) truth);
    } else {
      putText.invokeExact(all, name, String.valueOf(value));
    }
  }
}
