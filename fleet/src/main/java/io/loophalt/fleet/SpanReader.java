package io.loophalt.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.InvalidProtocolBufferException;
import io.loophalt.recordings.assembly.GenAiSpan;
import io.loophalt.recordings.spans.GenAiSpans;
import io.loophalt.runtime.runs.JoinedName;
import io.opentelemetry.proto.trace.v1.TracesData;
import java.io.IOException;
import java.io.Serializable;
import java.util.function.Consumer;

/**
 * Reads an export request of spans as a collector writes it, in OTLP's JSON or in its binary form;
 * which of them it is, the first byte says. Thread-safe.
 *
 * @param attribute of a span, which names the joined run that it is of; empty for none
 * @param task of these runs
 */
record SpanReader(String attribute, String task) implements Serializable {

  /** No attribute is trusted to name a run. */
  static final SpanReader TRUSTING_NONE = new SpanReader("", "");

  private static final long serialVersionUID = 1L;

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads one.
   *
   * @param request {@code ExportTraceServiceRequest} or {@code TracesData}, which are the same
   * @param taker is given each span as an entry of its trace
   * @throws IOException if it is neither
   */
  void read(byte[] request, Consumer<Entry> taker) throws IOException {
    Consumer<JsonNode> spans = span -> taker.accept(RecordingEntries.entry(read(span)));
    if (isJson(request)) {
      JsonNode json = JSON.readTree(request);
      if (!json.isObject()) {
        throw new IOException("an export request is expected to be an object");
      }
      GenAiSpans.eachUnread(json, spans);
      return;
    }
    try {
      OtlpSpans.each(TracesData.parseFrom(request), spans);
    } catch (InvalidProtocolBufferException e) {
      throw new IOException("neither OTLP's JSON nor its binary form: " + e.getMessage(), e);
    }
  }

  private GenAiSpan read(JsonNode span) {
    GenAiSpan read = GenAiSpans.of(span);
    String id = attribute.isEmpty() ? "" : GenAiSpans.nameIn(span, attribute);
    boolean isId = !id.isBlank() && id.chars().noneMatch(Character::isISOControl);
    return isId ? read.ofOwnRun(JoinedName.of(task, id)) : read;
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
