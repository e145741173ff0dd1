package io.loophalt.recordings.spans;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.recordings.assembly.GenAiSpan.Requested;
import io.loophalt.recordings.assembly.GenAiSpan.Response;
import io.loophalt.recordings.assembly.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A message to a model or from it, in whichever form it is written: the parts of the conventions,
 * chat messages of the providers and SDKs, LangChain's objects, OpenInference's members.
 *
 * @param role who speaks
 * @param texts what is said, one for each part
 * @param calls what an assistant asks for; ids may be empty
 * @param responses what tools have answered; ids may be empty
 */
record Message(Role role, List<String> texts, List<Requested> calls, List<Response> responses) {

  /** How the types of those items of OpenAI's Responses end that are calls. */
  private static final String CALL = "_call";

  /** Who speaks. */
  enum Role {
    USER,
    ASSISTANT,
    TOOL,
    OTHER;

    /** Frameworks call a tool's message by the tool's name, so what is no other's is a tool's. */
    static Role of(String name) {
      return switch (name.toLowerCase(Locale.ROOT)) {
        case "user", "human", "humanmessage" -> USER;
        case "assistant", "ai", "model", "aimessage", "aimessagechunk", "reasoning" -> ASSISTANT;
        case "system", "developer", "systemmessage", "" -> OTHER;
        default -> name.endsWith(CALL) ? ASSISTANT : TOOL;
      };
    }
  }

  /** One in any of the forms. */
  static Message of(JsonNode written) {
    JsonNode message = body(written);
    String name = message.path("role").asText(message.path("type").asText());
    Role role = Role.of(name.isEmpty() ? className(whole(written)) : name);
    Message read = new Message(role, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (String member : List.of("parts", "contents")) {
      message.path(member).forEach(read::takePart);
    }
    for (String member : List.of("content", "output")) {
      read.takeContent(message.path(member));
    }
    if (name.endsWith(CALL)) {
      read.takeItem(name, message);
    }
    JsonNode calls =
        message.has("tool_calls")
            ? message.path("tool_calls")
            : message.path("additional_kwargs").path("tool_calls");
    for (JsonNode call : calls) {
      read.takeCall(call.has("tool_call") ? call.path("tool_call") : call);
    }
    if (role == Role.TOOL && read.responses.isEmpty()) {
      String id = Texts.of(first(message, "tool_call_id", "call_id", "id"));
      read.responses.add(new Response(id, String.join("\n", read.texts)));
    }
    return read;
  }

  /** An answer in the form of a chat message. */
  static JsonNode ofAssistant(String text, JsonNode calls) {
    ObjectNode message = JsonNodeFactory.instance.objectNode();
    message.put("role", "assistant").put("content", text);
    return calls.isMissingNode() ? message : message.set("tool_calls", calls);
  }

  /** A message without what OpenInference, LangChain and Gemini put around its members. */
  private static JsonNode body(JsonNode written) {
    JsonNode message = whole(written);
    if (message.path("kwargs").isObject()) {
      return message.path("kwargs");
    }
    return message.path("content").has("parts") ? message.path("content") : message;
  }

  private static JsonNode whole(JsonNode written) {
    return written.path("message").isObject() ? written.path("message") : written;
  }

  /** LangChain's: the last of the names under {@code id}. */
  private static String className(JsonNode written) {
    JsonNode names = written.path("id");
    return names.isArray() ? names.path(names.size() - 1).asText() : "";
  }

  /** A text, a list of parts as such or in a text, or whatever else a tool answers. */
  private void takeContent(JsonNode content) {
    boolean mayHold = content.isTextual() && content.asText().startsWith("[{\"");
    JsonNode list = mayHold ? SpanAttributes.read(content.asText()) : content;
    if (Parts.areAll(list) || isListed(content)) {
      list.forEach(this::takePart);
    } else if (Parts.isPart(content)) {
      takePart(content);
    } else if (!Texts.of(content).isEmpty()) {
      texts.add(Texts.of(content));
    }
  }

  /** Whether it is a list whose members stood in attributes of their own. */
  private static boolean isListed(JsonNode content) {
    return content.path("0").isObject();
  }

  private void takePart(JsonNode written) {
    JsonNode part = Parts.of(written);
    if (part.isTextual()) {
      texts.add(part.asText());
      return;
    }
    switch (part.path("type").asText()) {
      case "text", "output_text", "input_text" ->
          texts.add(Texts.of(part.has("content") ? part.path("content") : part.path("text")));
      case "tool_call", "tool_use", "tool-call" -> takeCall(part);
      case "tool_call_response", "tool_result", "tool-result" -> takeResponse(part);
      case "" -> takeUntyped(part);
      default -> {
        // Thoughts, images and what is yet to come say nothing about progress.
      }
    }
  }

  /** A part of Bedrock's or Gemini's, whose only member says what it is. */
  private void takeUntyped(JsonNode part) {
    if (part.path("text").isTextual()) {
      texts.add(part.path("text").asText());
    }
    for (String member : List.of("toolUse", "function_call", "functionCall")) {
      if (part.has(member)) {
        takeCall(part.path(member));
      }
    }
    for (String member : List.of("toolResult", "function_response", "functionResponse")) {
      if (part.has(member)) {
        takeResponse(part.path(member));
      }
    }
  }

  /** A call of a tool; one of the provider's own, as a search in the web, is known by its type. */
  private void takeItem(String type, JsonNode item) {
    if (item.has("name")) {
      takeCall(item);
      return;
    }
    JsonNode what = first(item, "action", "queries", "code");
    calls.add(
        new Requested(
            Texts.of(item.path("id")), type, Texts.of(what.isMissingNode() ? item : what)));
  }

  private void takeCall(JsonNode call) {
    JsonNode function = call.path("function").isObject() ? call.path("function") : call;
    calls.add(
        new Requested(
            Texts.of(first(call, "call_id", "id", "toolCallId", "toolUseId")),
            Texts.of(first(function, "name", "toolName")),
            Texts.of(first(function, "arguments", "args", "input"))));
  }

  private void takeResponse(JsonNode part) {
    JsonNode said = first(part, "response", "result", "output", "content");
    responses.add(
        new Response(
            Texts.of(first(part, "id", "toolCallId", "tool_use_id", "toolUseId")),
            Parts.textOf(isTyped(said) ? said.path("value") : said)));
  }

  /** Vercel's: {@code {"type": "json", "value": …}}. */
  private static boolean isTyped(JsonNode said) {
    return said.size() == 2 && said.path("type").isTextual() && said.has("value");
  }

  private static JsonNode first(JsonNode node, String... names) {
    for (String name : names) {
      if (node.has(name)) {
        return node.path(name);
      }
    }
    return node.path(names[0]);
  }
}
