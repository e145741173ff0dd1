package io.loophalt.operations.traces;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import brave.ScopedSpan;
import brave.Tracing;
import brave.handler.MutableSpan;
import brave.handler.SpanHandler;
import brave.propagation.TraceContext;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.EventData;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CurrentSpansTest {

  private static final String EVENT = "loophalt.halt";
  private static final String ID = "loophalt.run.id";

  private final SdkTracerProvider tracers = SdkTracerProvider.builder().build();
  private final CurrentSpans spans = new CurrentSpans();
  private final Map<String, Object> attributes = new LinkedHashMap<>();

  CurrentSpansTest() {
    attributes.put(ID, "run-1");
    attributes.put("loophalt.count", 5L);
    attributes.put("loophalt.enforced", true);
  }

  @Test
  void theCurrentSpanGetsTheEventWithTypedAttributesAndTheIdItself() throws Throwable {
    Span span = tracers.get("test").spanBuilder("call").startSpan();

    assertThat(addIn(span)).isTrue();
    span.end();

    EventData event = ((ReadableSpan) span).toSpanData().getEvents().get(0);
    assertThat(event.getName()).isEqualTo(EVENT);
    assertThat(event.getAttributes().get(AttributeKey.longKey("loophalt.count"))).isEqualTo(5);
    assertThat(event.getAttributes().get(AttributeKey.booleanKey("loophalt.enforced"))).isTrue();
    assertThat(event.getAttributes().get(AttributeKey.stringKey(ID))).isEqualTo("run-1");
    assertThat(((ReadableSpan) span).getAttributes().asMap())
        .containsOnly(entry(AttributeKey.stringKey(ID), "run-1"));
  }

  @Test
  void aSpanOfBravesGetsAWordAndTagsWhereNobodyHasSetUpOpenTelemetry() throws Throwable {
    List<MutableSpan> ended = new ArrayList<>();
    try (Tracing tracing =
        Tracing.newBuilder()
            .addSpanHandler(
                new SpanHandler() {
                  @Override
                  public boolean end(TraceContext context, MutableSpan span, Cause cause) {
                    return ended.add(span);
                  }
                })
            .build()) {
      ScopedSpan span = tracing.tracer().startScopedSpan("call");
      assertThat(add()).isTrue();
      span.finish();
      assertThat(add()).as("outside it").isFalse();
    }

    MutableSpan span = ended.get(0);
    assertThat(span.containsAnnotation(EVENT)).isTrue();
    assertThat(span.tags())
        .containsOnly(
            entry(ID, "run-1"), entry("loophalt.count", "5"), entry("loophalt.enforced", "true"));
  }

  @Test
  void outsideAnySpanNothingHappens() throws Throwable {
    assertThat(addIn(Span.getInvalid())).isFalse();
  }

  @Test
  void whatTracingThrowsIsThrown() {
    Span broken =
        (Span)
            Proxy.newProxyInstance(
                Span.class.getClassLoader(),
                new Class<?>[] {Span.class},
                (span, method, arguments) -> {
                  if (method.isDefault()) {
                    return InvocationHandler.invokeDefault(span, method, arguments);
                  }
                  throw new IllegalStateException("broken on purpose");
                });

    assertThatThrownBy(() -> addIn(broken)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aLoaderThatBreaksAtNamesItDoesNotKnowSeesNoTracing() throws Exception {
    ClassLoader broken =
        new ClassLoader(null) {
          @Override
          protected Class<?> findClass(String name) {
            throw new IllegalStateException("broken on purpose");
          }
        };
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(broken);
    try {
      assertThat(spans.seenBy(null)).isNull();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @SuppressWarnings("try") // the scope is what the event is added in
  private boolean addIn(Span span) throws Throwable {
    try (Scope scope = Context.root().with(span).makeCurrent()) {
      return add();
    }
  }

  private boolean add() throws Throwable {
    return requireNonNull(spans.seenBy(CurrentSpansTest.class)).add(EVENT, attributes, ID);
  }
}
