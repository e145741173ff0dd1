package io.loophalt.recordings.spans;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.recordings.assembly.GenAiSpan;
import io.loophalt.recordings.assembly.GenAiSpan.Operation;
import io.loophalt.recordings.assembly.OwnRun;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads spans in OTLP's JSON form.
 *
 * <p>What a thing is called follows the conventions where they have a name, and else whoever wrote
 * the span. Thread-safe.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/semconv/gen-ai/">GenAI conventions</a>
 * @see <a href="https://arize-ai.github.io/openinference/spec/">OpenInference</a>
 */
public final class GenAiSpans {

  /** Google ADK's, where it has none. */
  private static final String NOT_SPECIFIED = "<not specified>";

  private GenAiSpans() {}

  /**
   * Reads the spans of an export request.
   *
   * @param request {@code {"resourceSpans": [...]}}
   * @param taker is given each of them
   */
  public static void each(JsonNode request, Consumer<GenAiSpan> taker) {
    eachUnread(request, span -> taker.accept(of(span)));
  }

  /**
   * The spans of such a request as they stand there.
   *
   * @param taker is given each of them, for {@link #of}
   */
  public static void eachUnread(JsonNode request, Consumer<JsonNode> taker) {
    for (JsonNode resource : either(request, "resourceSpans", "resource_spans")) {
      for (JsonNode scope : either(resource, "scopeSpans", "scope_spans")) {
        for (JsonNode span : scope.path("spans")) {
          taker.accept(span);
        }
      }
    }
  }

  /**
   * An attribute of a span that names something.
   *
   * @return empty if it has none, or it is neither a text nor a whole number
   */
  public static String nameIn(JsonNode span, String key) {
    for (JsonNode attribute : span.path("attributes")) {
      if (attribute.path("key").asText().equals(key)) {
        JsonNode value = SpanAttributes.value(attribute.path("value"));
        return value.isTextual() || value.isIntegralNumber() ? value.asText() : "";
      }
    }
    return "";
  }

  private static JsonNode either(JsonNode node, String name, String other) {
    return node.has(name) ? node.path(name) : node.path(other);
  }

  /** Reads a span. */
  public static GenAiSpan of(JsonNode span) {
    SpanAttributes attributes = SpanAttributes.ofSpan(span);
    String spanName = span.path("name").asText();
    Operation operation = Operations.of(spanName, attributes);
    boolean ofTool = operation == Operation.TOOL;
    boolean isRecorded = ofTool && !isHiddenByAdk(attributes);
    String arguments = isRecorded ? arguments(attributes, span) : null;
    String written = isRecorded ? result(attributes, span) : null;
    ToolContent result = written == null ? null : ToolContent.ofResult(written);
    String spanId = span.path("spanId").asText(span.path("span_id").asText());
    Exchange exchange =
        operation == Operation.MODEL ? Exchange.of(attributes, span) : Exchange.NONE;
    JsonNode answer = attributes.json("gcp.vertex.agent.llm_response");
    long start = nanos(span, "startTimeUnixNano", "start_time_unix_nano");
    long end = nanos(span, "endTimeUnixNano", "end_time_unix_nano");
    return new GenAiSpan(
        OwnRun.untrusted(span.path("traceId").asText(span.path("trace_id").asText())),
        spanId,
        span.path("parentSpanId").asText(span.path("parent_span_id").asText()),
        start == 0 ? end : start,
        end == 0 ? start : end,
        operation,
        OwnRun.untrusted(conversation(attributes)),
        attributes.text("gen_ai.agent.name", "agent.name", "ai.telemetry.functionId"),
        ofTool ? tool(attributes, spanName) : "",
        callId(attributes, result),
        arguments == null ? null : ToolContent.ofArguments(arguments),
        result == null ? null : result.text(),
        error(span, attributes, result),
        attributes.text(
            "gen_ai.response.model",
            "gen_ai.request.model",
            "llm.model_name",
            "ai.response.model",
            "langfuse.observation.model.name"),
        tokens(
            attributes,
            "input",
            answer.path("usage_metadata").path("prompt_token_count"),
            "gen_ai.usage.input_tokens",
            "gen_ai.usage.prompt_tokens",
            "llm.token_count.prompt",
            "ai.usage.inputTokens"),
        tokens(
            attributes,
            "output",
            answer.path("usage_metadata").path("candidates_token_count"),
            "gen_ai.usage.output_tokens",
            "gen_ai.usage.completion_tokens",
            "llm.token_count.completion",
            "ai.usage.outputTokens"),
        operation == Operation.MODEL && !exchange.isSeen()
            ? GenAiSpan.NOT_RECORDED
            : exchange.userSaid(),
        exchange.responses(),
        exchange.text(),
        exchange.requested(spanId));
  }

  private static String conversation(SpanAttributes attributes) {
    return attributes.text(
        "gen_ai.conversation.id",
        "session.id",
        "gcp.vertex.agent.session_id",
        "langfuse.session.id",
        "traceloop.association.properties.session_id",
        "ai.telemetry.metadata.sessionId");
  }

  private static String tool(SpanAttributes attributes, String spanName) {
    String named =
        attributes.text(
            "gen_ai.tool.name",
            "tool.name",
            "ai.toolCall.name",
            "spring.ai.tool.definition.name",
            "traceloop.entity.name");
    return named.isEmpty() ? spanName.replaceFirst("^(execute_tool|tool_call) ", "") : named;
  }

  /** As an attribute says it, or else the message in which the result stands. */
  private static String callId(SpanAttributes attributes, @Nullable ToolContent result) {
    String id =
        attributes.text(
            "gen_ai.tool.call.id",
            "tool_call.id",
            "tool.id",
            "ai.toolCall.id",
            "spring.ai.tool.call.id");
    String named = id.equals(NOT_SPECIFIED) ? "" : id;
    return named.isEmpty() && result != null ? result.callId() : named;
  }

  /** Told to record no contents, it writes the same in place of all of them. */
  private static boolean isHiddenByAdk(SpanAttributes attributes) {
    return attributes.text("gcp.vertex.agent.tool_call_args").equals("{}")
        && attributes.text("gcp.vertex.agent.tool_response").equals("{}");
  }

  /** Not {@code tool.parameters} first: some write the tool's schema there, the same each time. */
  private static @Nullable String arguments(SpanAttributes attributes, JsonNode span) {
    String arguments =
        attributes.textOrNull(
            "gen_ai.tool.call.arguments",
            "gen_ai.tool.arguments",
            "gen_ai.tool.args",
            "tool_arguments",
            "ai.toolCall.args",
            "gcp.vertex.agent.tool_call_args",
            "spring.ai.tool.call.arguments",
            "traceloop.entity.input",
            "langfuse.observation.input",
            "mlflow.spanInputs",
            "input.value",
            "tool.parameters");
    if (arguments != null) {
      return arguments;
    }
    String told = MessageEvents.content(span, "gen_ai.tool.message", "content");
    return told.isEmpty() ? null : told;
  }

  private static @Nullable String result(SpanAttributes attributes, JsonNode span) {
    String result =
        attributes.textOrNull(
            "gen_ai.tool.call.result",
            "gen_ai.tool.result",
            "gen_ai.output",
            "tool_response",
            "ai.toolCall.result",
            "gcp.vertex.agent.tool_response",
            "spring.ai.tool.call.result",
            "traceloop.entity.output",
            "langfuse.observation.output",
            "mlflow.spanOutputs",
            "output.value");
    if (result != null) {
      return result;
    }
    String told = MessageEvents.content(span, "gen_ai.choice", "message");
    return told.isEmpty() ? null : told;
  }

  private static long tokens(
      SpanAttributes attributes, String side, JsonNode ofAdk, String... names) {
    long tokens = attributes.number(names);
    if (tokens != 0) {
      return tokens;
    }
    JsonNode ofLangfuse = attributes.json("langfuse.observation.usage_details").path(side);
    JsonNode ofMlflow = attributes.json("mlflow.chat.tokenUsage").path(side + "_tokens");
    return ofAdk.asLong(ofLangfuse.asLong(ofMlflow.asLong(0)));
  }

  private static @Nullable String error(
      JsonNode span, SpanAttributes attributes, @Nullable ToolContent result) {
    String code = span.path("status").path("code").asText();
    String type = attributes.text("error.type", "exception.type");
    boolean failed =
        code.equals("2")
            || code.equals("STATUS_CODE_ERROR")
            || !type.isEmpty()
            || attributes.text("langfuse.observation.level").equals("ERROR");
    if (!failed) {
      return result != null && result.failed() ? result.text() : null;
    }
    String message = span.path("status").path("message").asText();
    if (message.isEmpty()) {
      message = attributes.text("exception.message", "langfuse.observation.status_message");
    }
    if (message.isEmpty()) {
      message = MessageEvents.content(span, "exception", "exception.message");
    }
    if (message.isEmpty() && result != null) {
      message = result.text();
    }
    return type.isEmpty() ? message : message.isEmpty() ? type : type + ": " + message;
  }

  /** Nanoseconds are texts in OTLP's JSON form, as all 64-bit numbers. */
  private static long nanos(JsonNode span, String name, String other) {
    return span.path(span.has(name) ? name : other).asLong(0);
  }
}
