package io.loophalt.recordings.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.recordings.RunSink;
import java.io.IOException;

/**
 * OpenTelemetry spans as OTLP JSON, one export request a line, as the collector's file exporter
 * writes them: {@code {"resourceSpans": [...]}}.
 *
 * <p>Runs are made of the spans of the GenAI conventions (in development): {@code chat} and its
 * like are turns, {@code execute_tool} steps. Older and other names are known, too: those of
 * OpenInference and of the conventions before 1.37.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/semconv/gen-ai/">GenAI conventions</a>
 * @see <a href="https://opentelemetry.io/docs/specs/otel/protocol/file-exporter/">OTLP files</a>
 */
final class OtlpFormat implements RecordingFormat {

  @Override
  public String name() {
    return "OpenTelemetry GenAI spans (OTLP JSON)";
  }

  @Override
  public boolean recognizes(JsonNode value) {
    return value.has("resourceSpans") || value.has("resource_spans");
  }

  @Override
  public Reading open(Source source, RunSink sink) {
    Traces traces = new Traces(source, sink);
    return new Reading() {
      @Override
      public void value(JsonParser parser, long number) throws IOException {
        JsonNode request = Streamed.object(parser, "an export request");
        for (JsonNode resource : either(request, "resourceSpans", "resource_spans")) {
          for (JsonNode scope : either(resource, "scopeSpans", "scope_spans")) {
            for (JsonNode span : scope.path("spans")) {
              traces.take(GenAiSpan.of(span));
            }
          }
        }
      }

      @Override
      public void end() {
        traces.end();
      }
    };
  }

  private static JsonNode either(JsonNode node, String name, String other) {
    return node.has(name) ? node.path(name) : node.path(other);
  }
}
