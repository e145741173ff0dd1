package io.loophalt.recordings.assembly;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.core.detect.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a span says about an agent's work.
 *
 * @param traceId the trace
 * @param spanId the span
 * @param parentId its parent in the trace, empty if it is the first
 * @param startNanos when it began, since the epoch
 * @param endNanos when it ended, since the epoch
 * @param operation what kind of work it is
 * @param conversation the conversation it says it belongs to, empty if it does not say
 * @param agent the agent's name, empty if unknown
 * @param tool the tool's name, empty for other operations
 * @param callId the tool call's id, empty if unknown
 * @param arguments the tool call's, null if not recorded
 * @param result the tool call's, null if not recorded
 * @param error null if the work did not fail
 * @param model the model's name, empty if unknown
 * @param inputTokens tokens sent, 0 if unknown
 * @param outputTokens tokens received, 0 if unknown
 * @param userSaid what the user said since the model's last answer, empty if the text is not
 *     recorded; null if the user said nothing, as far as recorded
 * @param responses results of tools that the model was sent since then, as far as recorded
 * @param text the model's answer, empty if not recorded
 * @param requested the calls that the answer asks for, as far as recorded
 */
public record GenAiSpan(
    String traceId,
    String spanId,
    String parentId,
    long startNanos,
    long endNanos,
    Operation operation,
    String conversation,
    String agent,
    String tool,
    String callId,
    @Nullable String arguments,
    @Nullable String result,
    @Nullable String error,
    String model,
    long inputTokens,
    long outputTokens,
    @Nullable String userSaid,
    List<Response> responses,
    String text,
    List<Requested> requested) {

  /** A call that a model's answer asks for. */
  public record Requested(String id, String tool, String arguments) {}

  /** A tool's result as the model was told it. */
  public record Response(String id, String text) {}

  /** Copies the lists. */
  public GenAiSpan {
    responses = List.copyOf(responses);
    requested = List.copyOf(requested);
  }

  /** The kinds of work that matter here. */
  public enum Operation {
    /** A model is called. */
    MODEL(0),
    /** A tool is called. */
    TOOL(1),
    /** An agent is at work, whose calls are inside. */
    AGENT(2),
    /** Nothing of these. */
    OTHER(3);

    /** Its number where spans are saved. */
    private final int saved;

    Operation(int saved) {
      this.saved = saved;
    }

    /** Its number where spans are saved. */
    int saved() {
      return saved;
    }

    static Operation restored(byte saved) throws IOException {
      for (Operation each : values()) {
        if (each.saved == saved) {
          return each;
        }
      }
      throw new IOException("no operation has the number " + saved);
    }
  }

  private static final Set<String> MODEL_OPERATIONS =
      Set.of("chat", "text_completion", "generate_content", "completion", "llm");
  private static final Set<String> TOOL_OPERATIONS = Set.of("execute_tool", "tool");
  private static final Set<String> AGENT_OPERATIONS =
      Set.of("invoke_agent", "create_agent", "agent");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /**
   * Reads the spans of an export request in OTLP's JSON form.
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
   * An attribute of a span in OTLP's JSON form that names something.
   *
   * @return empty if it has none, or it is neither a text nor a whole number
   */
  public static String nameIn(JsonNode span, String key) {
    for (JsonNode attribute : span.path("attributes")) {
      if (attribute.path("key").asText().equals(key)) {
        JsonNode value = value(attribute.path("value"));
        return value.isTextual() || value.isIntegralNumber() ? value.asText() : "";
      }
    }
    return "";
  }

  /**
   * The same as a part of a run that the span names itself, which may have several traces; what is
   * in one trace may be of several such runs.
   *
   * @param run in which no control character is
   */
  public GenAiSpan ofOwnRun(String run) {
    return new GenAiSpan(
        traceId,
        spanId,
        parentId,
        startNanos,
        endNanos,
        operation,
        OwnRun.of(run),
        agent,
        tool,
        callId,
        arguments,
        result,
        error,
        model,
        inputTokens,
        outputTokens,
        userSaid,
        responses,
        text,
        requested);
  }

  private static JsonNode either(JsonNode node, String name, String other) {
    return node.has(name) ? node.path(name) : node.path(other);
  }

  /** Reads a span in OTLP's JSON form. */
  public static GenAiSpan of(JsonNode span) {
    Map<String, JsonNode> attributes = new HashMap<>();
    for (JsonNode attribute : span.path("attributes")) {
      attributes.put(attribute.path("key").asText(), value(attribute.path("value")));
    }
    Operation operation = operation(span.path("name").asText(), attributes);
    String tool = "";
    String arguments = null;
    String result = null;
    if (operation == Operation.TOOL) {
      tool = text(attributes, "gen_ai.tool.name", "tool.name");
      if (tool.isEmpty()) {
        tool = span.path("name").asText().replaceFirst("^execute_tool ", "");
      }
      arguments =
          textOrNull(
              attributes,
              "gen_ai.tool.call.arguments",
              "gen_ai.tool.arguments",
              "tool.parameters",
              "input.value");
      result =
          textOrNull(attributes, "gen_ai.tool.call.result", "gen_ai.tool.result", "output.value");
    }
    List<JsonNode> asked = sinceLastAnswer(messages(attributes, "gen_ai.input.messages"));
    JsonNode answered = messages(attributes, "gen_ai.output.messages");
    return new GenAiSpan(
        OwnRun.untrusted(span.path("traceId").asText(span.path("trace_id").asText())),
        span.path("spanId").asText(span.path("span_id").asText()),
        span.path("parentSpanId").asText(span.path("parent_span_id").asText()),
        nanos(span, "startTimeUnixNano", "start_time_unix_nano"),
        nanos(span, "endTimeUnixNano", "end_time_unix_nano"),
        operation,
        OwnRun.untrusted(text(attributes, "gen_ai.conversation.id", "session.id")),
        text(attributes, "gen_ai.agent.name"),
        tool,
        text(attributes, "gen_ai.tool.call.id", "tool_call.id"),
        arguments,
        result,
        error(span.path("status"), attributes, result),
        text(attributes, "gen_ai.response.model", "gen_ai.request.model", "llm.model_name"),
        number(
            attributes,
            "gen_ai.usage.input_tokens",
            "gen_ai.usage.prompt_tokens",
            "llm.token_count.prompt"),
        number(
            attributes,
            "gen_ai.usage.output_tokens",
            "gen_ai.usage.completion_tokens",
            "llm.token_count.completion"),
        userSaid(asked),
        responses(asked),
        String.join("\n", texts(answered)),
        requested(answered));
  }

  /** The messages after the model's last answer: those before were told with earlier spans. */
  private static List<JsonNode> sinceLastAnswer(JsonNode messages) {
    List<JsonNode> since = new ArrayList<>();
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.path(i).path("role").asText().equals("assistant")) {
        break;
      }
      since.add(0, messages.path(i));
    }
    return since;
  }

  private static @Nullable String userSaid(List<JsonNode> asked) {
    List<JsonNode> ofUser =
        asked.stream().filter(message -> message.path("role").asText().equals("user")).toList();
    return ofUser.isEmpty() ? null : String.join("\n", texts(ofUser));
  }

  private static List<Response> responses(List<JsonNode> asked) {
    List<Response> responses = new ArrayList<>();
    for (JsonNode message : asked) {
      for (JsonNode part : message.path("parts")) {
        if (part.path("type").asText().equals("tool_call_response")) {
          JsonNode text = part.has("response") ? part.path("response") : part.path("result");
          responses.add(new Response(part.path("id").asText(), Texts.of(text)));
        }
      }
    }
    return responses;
  }

  private static List<Requested> requested(JsonNode answered) {
    List<Requested> calls = new ArrayList<>();
    for (JsonNode message : answered) {
      for (JsonNode part : message.path("parts")) {
        if (part.path("type").asText().equals("tool_call")) {
          calls.add(
              new Requested(
                  part.path("id").asText(),
                  part.path("name").asText(),
                  Texts.of(part.path("arguments"))));
        }
      }
    }
    return calls;
  }

  private static List<String> texts(Iterable<JsonNode> messages) {
    List<String> texts = new ArrayList<>();
    for (JsonNode message : messages) {
      for (JsonNode part : message.path("parts")) {
        if (part.path("type").asText().equals("text")) {
          texts.add(Texts.of(part.path("content")));
        }
      }
    }
    return texts;
  }

  /** The same without contents, as far as they decide nothing about the spans around it. */
  public GenAiSpan outline() {
    return new GenAiSpan(
        traceId,
        spanId,
        parentId,
        startNanos,
        endNanos,
        operation,
        conversation,
        agent,
        "",
        "",
        null,
        null,
        null,
        "",
        0,
        0,
        null,
        List.of(),
        "",
        List.of());
  }

  /** Writes it; {@link #restored} reads it back. */
  public void save(DataOutput out) throws IOException {
    SavedText.write(out, traceId);
    SavedText.write(out, spanId);
    SavedText.write(out, parentId);
    out.writeLong(startNanos);
    out.writeLong(endNanos);
    out.writeByte(operation.saved);
    SavedText.write(out, conversation);
    SavedText.write(out, agent);
    SavedText.write(out, tool);
    SavedText.write(out, callId);
    SavedText.writeOrNull(out, arguments);
    SavedText.writeOrNull(out, result);
    SavedText.writeOrNull(out, error);
    SavedText.write(out, model);
    SmallNumbers.write(out, inputTokens);
    SmallNumbers.write(out, outputTokens);
    SavedText.writeOrNull(out, userSaid);
    SmallNumbers.writeUnsigned(out, responses.size());
    for (Response response : responses) {
      SavedText.write(out, response.id());
      SavedText.write(out, response.text());
    }
    SavedText.write(out, text);
    SmallNumbers.writeUnsigned(out, requested.size());
    for (Requested call : requested) {
      SavedText.write(out, call.id());
      SavedText.write(out, call.tool());
      SavedText.write(out, call.arguments());
    }
  }

  /** The span that {@link #save} wrote. */
  public static GenAiSpan restored(DataInput in) throws IOException {
    return new GenAiSpan(
        SavedText.read(in),
        SavedText.read(in),
        SavedText.read(in),
        in.readLong(),
        in.readLong(),
        Operation.restored(in.readByte()),
        SavedText.read(in),
        SavedText.read(in),
        SavedText.read(in),
        SavedText.read(in),
        SavedText.readOrNull(in),
        SavedText.readOrNull(in),
        SavedText.readOrNull(in),
        SavedText.read(in),
        SmallNumbers.read(in),
        SmallNumbers.read(in),
        SavedText.readOrNull(in),
        restoredResponses(in),
        SavedText.read(in),
        restoredRequests(in));
  }

  private static List<Response> restoredResponses(DataInput in) throws IOException {
    List<Response> responses = new ArrayList<>();
    for (int left = SavedText.count(in); left > 0; left--) {
      responses.add(new Response(SavedText.read(in), SavedText.read(in)));
    }
    return responses;
  }

  private static List<Requested> restoredRequests(DataInput in) throws IOException {
    List<Requested> requested = new ArrayList<>();
    for (int left = SavedText.count(in); left > 0; left--) {
      requested.add(new Requested(SavedText.read(in), SavedText.read(in), SavedText.read(in)));
    }
    return requested;
  }

  /** About how much memory it holds, in bytes. */
  public long weight() {
    long chars = length(arguments) + length(result) + length(error) + length(text);
    for (Requested call : requested) {
      chars += 50 + length(call.arguments());
    }
    for (Response response : responses) {
      chars += 50 + length(response.text());
    }
    return 500 + 2 * chars;
  }

  private static long length(@Nullable String text) {
    return text == null ? 0 : text.length();
  }

  private static Operation operation(String spanName, Map<String, JsonNode> attributes) {
    String named =
        text(attributes, "gen_ai.operation.name", "openinference.span.kind", "traceloop.span.kind")
            .toLowerCase(Locale.ROOT);
    if (named.isEmpty()) {
      int blank = spanName.indexOf(' ');
      named = blank < 0 ? "" : spanName.substring(0, blank);
    }
    if (TOOL_OPERATIONS.contains(named)) {
      return Operation.TOOL;
    }
    if (MODEL_OPERATIONS.contains(named)) {
      // A span of any kind may be called "chat …"; one of a model says which.
      return attributes.keySet().stream()
              .anyMatch(key -> key.startsWith("gen_ai.") || key.startsWith("llm."))
          ? Operation.MODEL
          : Operation.OTHER;
    }
    return AGENT_OPERATIONS.contains(named) ? Operation.AGENT : Operation.OTHER;
  }

  private static @Nullable String error(
      JsonNode status, Map<String, JsonNode> attributes, @Nullable String result) {
    String code = status.path("code").asText();
    String type = text(attributes, "error.type", "exception.type");
    if (!code.equals("2") && !code.equals("STATUS_CODE_ERROR") && type.isEmpty()) {
      return null;
    }
    String message = status.path("message").asText();
    if (message.isEmpty()) {
      message = text(attributes, "exception.message");
    }
    if (message.isEmpty() && result != null) {
      message = result;
    }
    return type.isEmpty() ? message : message.isEmpty() ? type : type + ": " + message;
  }

  private static JsonNode messages(Map<String, JsonNode> attributes, String name) {
    JsonNode value = attributes.getOrDefault(name, MissingNode.getInstance());
    if (!value.isTextual()) {
      return value;
    }
    try {
      return JSON.readTree(value.asText());
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance(); // Cut off by the exporter's length limit: not recorded.
    }
  }

  private static String text(Map<String, JsonNode> attributes, String... names) {
    String text = textOrNull(attributes, names);
    return text == null ? "" : text;
  }

  private static @Nullable String textOrNull(Map<String, JsonNode> attributes, String... names) {
    for (String name : names) {
      JsonNode value = attributes.get(name);
      if (value != null) {
        return Texts.of(value);
      }
    }
    return null;
  }

  private static long number(Map<String, JsonNode> attributes, String... names) {
    for (String name : names) {
      JsonNode value = attributes.get(name);
      if (value != null) {
        return value.asLong(0);
      }
    }
    return 0;
  }

  /** Nanoseconds are texts in OTLP's JSON form, as all 64-bit numbers. */
  private static long nanos(JsonNode span, String name, String other) {
    return span.path(span.has(name) ? name : other).asLong(0);
  }

  /** An attribute's value in plain JSON. */
  private static JsonNode value(JsonNode any) {
    if (any.has("stringValue")) {
      return any.path("stringValue");
    }
    if (any.has("intValue")) {
      return NODES.numberNode(any.path("intValue").asLong());
    }
    if (any.has("doubleValue")) {
      return any.path("doubleValue");
    }
    if (any.has("boolValue")) {
      return any.path("boolValue");
    }
    if (any.has("arrayValue")) {
      ArrayNode array = NODES.arrayNode();
      for (JsonNode each : any.path("arrayValue").path("values")) {
        array.add(value(each));
      }
      return array;
    }
    if (any.has("kvlistValue")) {
      ObjectNode object = NODES.objectNode();
      for (JsonNode each : any.path("kvlistValue").path("values")) {
        object.set(each.path("key").asText(), value(each.path("value")));
      }
      return object;
    }
    return NODES.nullNode();
  }
}
