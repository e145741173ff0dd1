package io.loophalt.operations.traces;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The current span by Brave, on which Micrometer Tracing stands where it does not stand on
 * OpenTelemetry: Micrometer's own tracer is an object of the application's that nobody else
 * reaches. Found by name, because the agent links to none.
 *
 * <p>An event of Brave's is a word. So the attributes become tags of the span, those of an earlier
 * event on it replaced.
 *
 * @param currentTracer {@code ()Object}, null while there is none
 * @param currentSpan {@code (Object)Object}, by the tracer; null outside any span
 * @param isNoop {@code (Object)boolean}, by the span
 * @param annotate {@code (Object,String)void}, by the span
 * @param tag {@code (Object,String,String)void}, by the span
 */
record BraveSpan(
    MethodHandle currentTracer,
    MethodHandle currentSpan,
    MethodHandle isNoop,
    MethodHandle annotate,
    MethodHandle tag)
    implements CurrentSpan {

  /** Null if there is none, or another one of that name. */
  static @Nullable BraveSpan find(ClassLoader loader) {
    try {
      Class<?> tracing = Class.forName("brave.Tracing", false, loader);
      Class<?> tracer = Class.forName("brave.Tracer", false, loader);
      Class<?> span = Class.forName("brave.Span", false, loader);
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Class<?> any = Object.class;
      Class<?> text = String.class;
      return new BraveSpan(
          lookup
              .findStatic(tracing, "currentTracer", MethodType.methodType(tracer))
              .asType(MethodType.methodType(any)),
          lookup
              .findVirtual(tracer, "currentSpan", MethodType.methodType(span))
              .asType(MethodType.methodType(any, any)),
          lookup
              .findVirtual(span, "isNoop", MethodType.methodType(boolean.class))
              .asType(MethodType.methodType(boolean.class, any)),
          lookup
              .findVirtual(span, "annotate", MethodType.methodType(span, text))
              .asType(MethodType.methodType(void.class, any, text)),
          lookup
              .findVirtual(span, "tag", MethodType.methodType(span, text, text))
              .asType(MethodType.methodType(void.class, any, text, text)));
    } catch (ReflectiveOperationException | LinkageError | RuntimeException absent) {
      return null;
    }
  }

  @Override
  public boolean add(String event, Map<String, Object> attributes, String ofSpan) throws Throwable {
    Object tracer = (Object) currentTracer.invokeExact();
    Object span = tracer == null ? null : (Object) currentSpan.invokeExact(tracer);
    if (span == null || (boolean) isNoop.invokeExact(span)) {
      return false;
    }
    annotate.invokeExact(span, event);
    for (Map.Entry<String, Object> each : attributes.entrySet()) {
      tag.invokeExact(span, each.getKey(), String.valueOf(each.getValue()));
    }
    return true;
  }
}
