package io.loophalt.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.InvalidProtocolBufferException;
import io.loophalt.recordings.assembly.GenAiSpan;
import io.opentelemetry.proto.trace.v1.TracesData;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Reads an export request of spans as a collector writes it, in OTLP's JSON or in its binary form;
 * which of them it is, the first byte says. Thread-safe.
 */
final class SpanReader {

  private static final ObjectMapper JSON = new ObjectMapper();

  private SpanReader() {}

  /**
   * Reads one.
   *
   * @param request {@code ExportTraceServiceRequest} or {@code TracesData}, which are the same
   * @param taker is given each span as an entry of its trace
   * @throws IOException if it is neither
   */
  static void read(byte[] request, Consumer<Entry> taker) throws IOException {
    Consumer<GenAiSpan> spans = span -> taker.accept(RecordingEntries.entry(span));
    if (isJson(request)) {
      JsonNode json = JSON.readTree(request);
      if (!json.isObject()) {
        throw new IOException("an export request is expected to be an object");
      }
      GenAiSpan.each(json, spans);
      return;
    }
    try {
      OtlpSpans.each(TracesData.parseFrom(request), spans);
    } catch (InvalidProtocolBufferException e) {
      throw new IOException("neither OTLP's JSON nor its binary form: " + e.getMessage(), e);
    }
  }

  /** A binary request begins with the tag of its only field, which is a line feed: no brace. */
  private static boolean isJson(byte[] request) {
    int at = 0;
    while (at < request.length && Character.isWhitespace(request[at])) {
      at++;
    }
    return at < request.length && (request[at] == '{' || request[at] == '[');
  }
}
