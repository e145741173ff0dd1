package io.loophalt.recordings.spans;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.loophalt.recordings.assembly.GenAiSpan.Requested;
import io.loophalt.recordings.assembly.Texts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The forms in which providers, SDKs and frameworks write a call of a tool and what came of it: as
 * a part of a message's content, in a list beside it, or as an item of its own. Builds nothing but
 * what it returns. Stateless.
 */
public final class CallForms {

  /** How the types of those items of OpenAI's Responses end that are calls. */
  private static final String CALL = "_call";

  private static final String OUTPUT = "_output";

  /** Bedrock's and Gemini's parts have no type: their only member says what they are. */
  private static final List<String> CALL_MEMBERS =
      List.of("toolUse", "function_call", "functionCall");

  private static final List<String> RESULT_MEMBERS =
      List.of("toolResult", "function_response", "functionResponse");

  private static final String[] ARGUMENTS = {"arguments", "args", "input", "parameters"};
  private static final String[] IDS = {"call_id", "id", "toolCallId", "toolUseId"};
  private static final String[] RESULT_IDS = {
    "tool_call_id", "call_id", "tool_use_id", "toolCallId", "toolUseId", "id"
  };
  private static final String[] SAID = {"response", "result", "output", "content", "error"};

  /** What an item of a tool of the provider's own is for. */
  private static final String[] ACTIONS = {"action", "actions", "operation", "queries", "code"};

  private static final String[] OUTPUTS = {"output", "outputs", "results"};

  private static final String[] FLAGS = {"is_error", "isError"};

  private static final String ERROR = "error";

  private CallForms() {}

  /** The call that a part of a message's content is; a missing node if it is none. */
  public static JsonNode callIn(JsonNode part) {
    return switch (part.path("type").asText()) {
      case "tool_call", "tool_use", "tool-call", "server_tool_use", "mcp_tool_use" -> part;
      case "" -> member(part, CALL_MEMBERS);
      default -> MissingNode.getInstance();
    };
  }

  /** What came of a call, if a part of a message's content is that; else a missing node. */
  public static JsonNode resultIn(JsonNode part) {
    String type = part.path("type").asText();
    return switch (type) {
      case "tool_call_response", "tool-result", "tool-error" -> part;
      case "" -> member(part, RESULT_MEMBERS);
      default -> type.endsWith("tool_result") ? part : MissingNode.getInstance();
    };
  }

  private static JsonNode member(JsonNode part, List<String> names) {
    for (String name : names) {
      if (part.path(name).isObject()) {
        return part.path(name);
      }
    }
    return MissingNode.getInstance();
  }

  /** The calls that a message has beside its content; often none. */
  public static Iterable<JsonNode> callsBeside(JsonNode message) {
    JsonNode calls = message.path("tool_calls");
    if (calls.isMissingNode() && message.has("additional_kwargs")) {
      calls = message.path("additional_kwargs").path("tool_calls");
    }
    return calls.isEmpty() && message.path("function_call").isObject()
        ? List.of(message.path("function_call"))
        : calls;
  }

  /** A call; its id is empty if it has none, and so is the tool's name. */
  public static Requested call(JsonNode written) {
    JsonNode call = written.path("tool_call").isObject() ? written.path("tool_call") : written;
    JsonNode function = call;
    for (String member : List.of("function", "custom")) {
      function = call.path(member).isObject() ? call.path(member) : function;
    }
    return new Requested(
        Texts.of(first(call, IDS)),
        Texts.of(first(function, "name", "toolName")),
        Texts.of(first(function, ARGUMENTS)));
  }

  /** Whether the type of an item of OpenAI's Responses says that it is a call. */
  public static boolean isCallItem(String type) {
    return type.endsWith(CALL);
  }

  /** Whether it says that the item is what came of one. */
  public static boolean isOutputItem(String type) {
    return type.endsWith(CALL + OUTPUT);
  }

  /** The call that an item is; a tool of the provider's own is known by the item's type. */
  public static Requested ofItem(String type, JsonNode item) {
    if (item.has("name")) {
      return call(item);
    }
    JsonNode what = first(item, ACTIONS);
    return new Requested(
        Texts.of(first(item, "call_id", "id")), type, Texts.of(what.isMissingNode() ? item : what));
  }

  /** What an item says that came of its call, where the provider made it; else a missing node. */
  public static JsonNode outputOfItem(JsonNode item) {
    for (String name : OUTPUTS) {
      if (item.hasNonNull(name)) {
        return item.path(name);
      }
    }
    return item.hasNonNull(ERROR) ? item.path(ERROR) : MissingNode.getInstance();
  }

  /** The id of the call of which a part is what came; empty if it names none. */
  public static String idOfCall(JsonNode result) {
    return Texts.of(first(result, RESULT_IDS));
  }

  /** What a tool has said, without what Vercel's SDK puts around it. */
  public static JsonNode said(JsonNode result) {
    JsonNode said = first(result, SAID);
    return isTyped(said) ? said.path("value") : said;
  }

  /** Whether a part, an item or a message says that the call failed; null if it does not say. */
  public static @Nullable Boolean failed(JsonNode result) {
    for (String flag : FLAGS) {
      if (result.path(flag).isBoolean()) {
        return result.path(flag).booleanValue();
      }
    }
    String type = result.path("type").asText();
    String status = result.path("status").asText();
    if (type.equals("tool-error")
        || status.equals(ERROR)
        || isSaid(result.path(ERROR))
        || first(result, SAID).path("type").asText().startsWith("error-")) {
      return true;
    }
    // Anthropic's flag is there where a call failed; Bedrock's status says both.
    boolean says = type.endsWith("tool_result") || (result.has("toolUseId") && !status.isEmpty());
    return says ? false : null;
  }

  private static boolean isSaid(JsonNode error) {
    return error.isTextual() ? !error.asText().isBlank() : !error.isEmpty() || error.asBoolean();
  }

  /** Vercel's: {@code {"type": "json", "value": …}}. */
  private static boolean isTyped(JsonNode said) {
    return said.size() == 2 && said.path("type").isTextual() && said.has("value");
  }

  /** The member of the first of the names that is there; a missing node if none is. */
  static JsonNode first(JsonNode node, String... names) {
    for (String name : names) {
      if (node.has(name)) {
        return node.path(name);
      }
    }
    return MissingNode.getInstance();
  }
}
