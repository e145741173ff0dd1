package io.loophalt.runtime.correlation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reading the trace where an application's class loader or its tracing is broken. */
class CurrentTraceTest {

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final Span SPAN =
      Span.wrap(
          SpanContext.create(
              TRACE, "b7ad6b7169203331", TraceFlags.getSampled(), TraceState.getDefault()));

  /** What is woven, defined once more by a loader of the test's. */
  static final class Woven {}

  static Stream<Throwable> waysToBreak() {
    return Stream.of(
        new ClassNotFoundException("broken on purpose"),
        new NoClassDefFoundError("broken on purpose"),
        new ClassFormatError("broken on purpose"),
        new IllegalStateException("broken on purpose"));
  }

  @ParameterizedTest
  @MethodSource("waysToBreak")
  void aLoaderThatBreaksWhereTracingIsLookedForIsAskedOnceAndSeesNoTrace(Throwable failure)
      throws IOException {
    Isolating loader = new Isolating(failure);
    Class<?> woven = loader.define(Woven.class);

    assertThat(readIn(SPAN, woven)).isNull();
    List<String> asked = List.copyOf(loader.asked);
    assertThat(readIn(SPAN, woven)).isNull();

    assertThat(loader.asked).isEqualTo(asked).isNotEmpty();
    assertThat(readIn(SPAN, CurrentTraceTest.class)).as("seen by another class").isEqualTo(TRACE);
  }

  @Test
  void tracingThatThrowsTellsNothingApartUntilItWorks() {
    assertThat(readIn(spanThatThrows(), CurrentTraceTest.class)).isNull();
    assertThat(readIn(SPAN, CurrentTraceTest.class)).isEqualTo(TRACE);
  }

  @SuppressWarnings("try") // the scope is what the trace is read in
  private static @Nullable String readIn(Span span, Class<?> woven) {
    try (Scope scope = Context.root().with(span).makeCurrent()) {
      return CurrentTrace.idSeenBy(woven);
    }
  }

  private static Span spanThatThrows() {
    return (Span)
        Proxy.newProxyInstance(
            Span.class.getClassLoader(),
            new Class<?>[] {Span.class},
            (span, method, arguments) -> {
              if (method.isDefault()) {
                return InvocationHandler.invokeDefault(span, method, arguments);
              }
              throw new IllegalStateException("broken on purpose");
            });
  }

  /** A loader of an application's that fails where it is asked for OpenTelemetry. */
  private static final class Isolating extends ClassLoader {

    final List<String> asked = new ArrayList<>();
    private final Throwable failure;

    Isolating(Throwable failure) {
      super(null);
      this.failure = failure;
    }

    Class<?> define(Class<?> copied) throws IOException {
      String resource = copied.getName().replace('.', '/') + ".class";
      try (InputStream in = copied.getClassLoader().getResourceAsStream(resource)) {
        byte[] bytes = requireNonNull(in).readAllBytes();
        return defineClass(copied.getName(), bytes, 0, bytes.length);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("io.opentelemetry.")) {
        asked.add(name);
        throw Isolating.<RuntimeException>asItIs(failure);
      }
      return super.loadClass(name, resolve);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T asItIs(Throwable failure) throws T {
      throw (T) failure;
    }
  }
}
