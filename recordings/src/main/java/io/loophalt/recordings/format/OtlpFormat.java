package io.loophalt.recordings.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.spans.GenAiSpans;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * OpenTelemetry spans as OTLP JSON, one export request a line, as the collector's file exporter
 * writes them: {@code {"resourceSpans": [...]}}.
 *
 * <p>Runs are made of the spans of the GenAI conventions (in development): {@code chat} and its
 * like are turns, {@code execute_tool} steps. {@link GenAiSpans} knows other names, too.
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
    Consumer<JsonNode> requests = sink.traces();
    return requests == null ? new Runs(new Traces(source, sink)) : new AsWritten(requests);
  }

  private record AsWritten(Consumer<JsonNode> requests) implements Reading {
    @Override
    public void value(JsonParser parser, long number) throws IOException {
      requests.accept(request(parser));
    }
  }

  private record Runs(Traces traces) implements Reading {
    @Override
    public void value(JsonParser parser, long number) throws IOException {
      GenAiSpans.each(request(parser), traces::take);
    }

    @Override
    public void end() {
      traces.end();
    }
  }

  private static JsonNode request(JsonParser parser) throws IOException {
    return Streamed.object(parser, "an export request");
  }
}
