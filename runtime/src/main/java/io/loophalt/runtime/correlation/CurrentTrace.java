package io.loophalt.runtime.correlation;

import io.loophalt.core.failure.ThreadStop;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Reads which OpenTelemetry trace the calling thread works in, through the API that a woven class
 * sees: that of OpenTelemetry's agent, else the application's own.
 *
 * <p>A trace goes through many processes, and comes to one of them once for each request and
 * message: those that a batch or a caller sends under one trace have nothing else in common. So
 * where OpenTelemetry's instrumentations say with which span the trace came to this process, it is
 * the part of the trace below that span which counts.
 *
 * <p>Thread-safe. The API is looked for once for each woven class; where there is none, reading
 * costs that look-up's few nanoseconds. Allocates nothing of its own.
 */
final class CurrentTrace {

  private static final String OF_AGENT = "io.opentelemetry.javaagent.shaded.";
  private static final String API = "io.opentelemetry.api.trace.";

  /** It is part of OpenTelemetry's agent and of its instrumentations for libraries. */
  private static final String LOCAL_ROOT = "instrumentation.api.instrumenter.LocalRootSpan";

  private static final ClassValue<CurrentTrace> SEEN_BY =
      new ClassValue<>() {
        @Override
        protected CurrentTrace computeValue(Class<?> woven) {
          ClassLoader own = woven.getClassLoader();
          return new CurrentTrace(
              Ids.of(OF_AGENT + API + "Span", OF_AGENT + API, null),
              Ids.of(OF_AGENT + LOCAL_ROOT, OF_AGENT + API, null),
              Ids.of(API + "Span", API, own),
              Ids.of("io.opentelemetry." + LOCAL_ROOT, API, own));
        }
      };

  private final @Nullable Ids ofAgent;
  private final @Nullable Ids localRootOfAgent;
  private final @Nullable Ids own;
  private final @Nullable Ids ownLocalRoot;

  private CurrentTrace(
      @Nullable Ids ofAgent,
      @Nullable Ids localRootOfAgent,
      @Nullable Ids own,
      @Nullable Ids ownLocalRoot) {
    this.ofAgent = ofAgent;
    this.localRootOfAgent = localRootOfAgent;
    this.own = own;
    this.ownLocalRoot = ownLocalRoot;
  }

  /**
   * The id of the trace that the calling thread works in, or if it is known, of the span with which
   * the trace came to this process; null outside any trace.
   */
  static @Nullable String idSeenBy(Class<?> woven) {
    CurrentTrace seen = SEEN_BY.get(woven);
    String id = id(seen.ofAgent, seen.localRootOfAgent);
    return id == null ? id(seen.own, seen.ownLocalRoot) : id;
  }

  private static @Nullable String id(@Nullable Ids current, @Nullable Ids localRoot) {
    String trace = current == null ? null : current.trace();
    if (trace == null || localRoot == null) {
      return trace;
    }
    // Below it another trace may have begun.
    return trace.equals(localRoot.trace()) ? localRoot.span() : trace;
  }

  /**
   * Reads the ids of a span that the calling thread is in.
   *
   * @param traceOrNull {@code ()String}, 32 hexadecimal digits, null outside any span
   * @param spanOrNull the same for 16 digits
   */
  private record Ids(MethodHandle traceOrNull, MethodHandle spanOrNull) {

    /** Null if there is no such API, or another one of that name. */
    static @Nullable Ids of(String source, String api, @Nullable ClassLoader loader) {
      try {
        Class<?> span = Class.forName(api + "Span", false, loader);
        Class<?> context = Class.forName(api + "SpanContext", false, loader);
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        MethodHandle current =
            lookup.findStatic(
                Class.forName(source, false, loader), "current", MethodType.methodType(span));
        MethodHandle contextOf =
            lookup.findVirtual(span, "getSpanContext", MethodType.methodType(context));
        MethodHandle currentContext = MethodHandles.filterReturnValue(current, contextOf);
        MethodHandle isValid =
            lookup.findVirtual(context, "isValid", MethodType.methodType(boolean.class));
        MethodType id = MethodType.methodType(String.class);
        return new Ids(
            ifValid(isValid, lookup.findVirtual(context, "getTraceId", id), currentContext),
            ifValid(isValid, lookup.findVirtual(context, "getSpanId", id), currentContext));
      } catch (ReflectiveOperationException | LinkageError | RuntimeException absent) {
        // No OpenTelemetry, another API of that name, or a class loader of the application's that
        // breaks at names it does not know.
        return null;
      }
    }

    private static MethodHandle ifValid(
        MethodHandle isValid, MethodHandle id, MethodHandle currentContext) {
      MethodHandle none = MethodHandles.empty(id.type());
      return MethodHandles.filterReturnValue(
          currentContext, MethodHandles.guardWithTest(isValid, id, none));
    }

    @Nullable String trace() {
      return read(traceOrNull);
    }

    @Nullable String span() {
      return read(spanOrNull);
    }

    private static @Nullable String read(MethodHandle id) {
      try {
        return (String) id.invokeExact();
      } catch (Throwable broken) {
        ThreadStop.passOn(broken);
        return null; // Tracing that fails is no error of ours, and tells nothing apart.
      }
    }
  }
}
