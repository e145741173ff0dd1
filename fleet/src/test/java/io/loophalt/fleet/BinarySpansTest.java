package io.loophalt.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.loophalt.recordings.assembly.GenAiSpan;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.TracesData;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class BinarySpansTest {

  /** Where instrumentations of the conventions up to 1.36 have what a tool was given and said. */
  @Test
  void theEventsOfASpanAreReadFromTheBinaryForm() throws IOException {
    Span call =
        Span.newBuilder()
            .setTraceId(ByteString.copyFrom(new byte[16]))
            .setSpanId(ByteString.copyFrom(new byte[8]))
            .setName("execute_tool look_up")
            .addAttributes(attribute("gen_ai.operation.name", "execute_tool"))
            .addAttributes(attribute("gen_ai.tool.name", "look_up"))
            .addEvents(event("gen_ai.tool.message", attribute("content", "{\"q\":1}")))
            .addEvents(event("gen_ai.choice", attribute("message", "[{\"text\":\"sunny\"}]")))
            .build();

    assertThat(read(call))
        .singleElement()
        .satisfies(
            span -> {
              assertThat(span.tool()).isEqualTo("look_up");
              assertThat(span.arguments()).isEqualTo("{\"q\":1}");
              assertThat(span.result()).isEqualTo("sunny");
            });
  }

  private static List<GenAiSpan> read(Span span) throws IOException {
    TracesData request =
        TracesData.newBuilder()
            .addResourceSpans(
                ResourceSpans.newBuilder().addScopeSpans(ScopeSpans.newBuilder().addSpans(span)))
            .build();
    return SpansRead.by(SpanReader.TRUSTING_NONE, request.toByteArray());
  }

  private static Span.Event event(String name, KeyValue attribute) {
    return Span.Event.newBuilder().setName(name).addAttributes(attribute).build();
  }

  private static KeyValue attribute(String key, String value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }
}
