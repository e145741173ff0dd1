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
public record Message(
    Role role, List<String> texts, List<Requested> calls, List<Response> responses) {

  /** Who speaks. */
  public enum Role {
    USER,
    ASSISTANT,
    TOOL,
    OTHER;

    /** Frameworks call a tool's message by the tool's name, so what is no other's is a tool's. */
    public static Role of(String name) {
      return switch (name.toLowerCase(Locale.ROOT)) {
        case "user", "human", "humanmessage" -> USER;
        case "assistant", "ai", "model", "aimessage", "aimessagechunk", "reasoning" -> ASSISTANT;
        case "system", "developer", "systemmessage", "" -> OTHER;
        default -> CallForms.isCallItem(name) ? ASSISTANT : TOOL;
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
    read.takeContent(message.path("content"));
    if (CallForms.isCallItem(name)) {
      read.calls.add(CallForms.ofItem(name, message));
    } else {
      read.takeContent(message.path("output"));
    }
    for (JsonNode call : CallForms.callsBeside(message)) {
      read.calls.add(CallForms.call(call));
    }
    if (role == Role.TOOL && read.responses.isEmpty()) {
      read.responses.add(new Response(CallForms.idOfCall(message), String.join("\n", read.texts)));
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
      case "" -> {
        if (part.path("text").isTextual()) {
          texts.add(part.path("text").asText());
        }
      }
      default -> {
        // Thoughts, images and what is yet to come say nothing about progress.
      }
    }
    JsonNode call = CallForms.callIn(part);
    if (!call.isMissingNode()) {
      calls.add(CallForms.call(call));
    }
    JsonNode result = CallForms.resultIn(part);
    if (!result.isMissingNode()) {
      String said = Parts.textOf(CallForms.said(result));
      responses.add(new Response(CallForms.idOfCall(result), said));
    }
  }
}
