package io.loophalt.recordings.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.Effect;
import io.loophalt.PrintableText;
import io.loophalt.recordings.assembly.GenAiSpan.Requested;
import io.loophalt.recordings.assembly.RunAssembler;
import io.loophalt.recordings.assembly.RunAssembler.Reply;
import io.loophalt.recordings.assembly.Texts;
import io.loophalt.recordings.assembly.ToolFailure;
import io.loophalt.recordings.spans.CallForms;
import io.loophalt.recordings.spans.Message.Role;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Understands one message of a chat, in the shapes of OpenAI's Chat Completions ({@code
 * tool_calls}, role {@code tool}), OpenAI's Responses ({@code function_call}, {@code
 * function_call_output} and other items), Anthropic's Messages ({@code tool_use}, {@code
 * tool_result}), Gemini's contents ({@code parts}) and LangChain's messages ({@code type}). Calls
 * and what came of them are read in all {@linkplain CallForms forms} that are known, and what is
 * not understood is named.
 */
final class MessageReader {

  /** Cursor's agent writes calls with such lines of their own, which are no messages. */
  private static final String CURSORS_CALL = "tool_call";

  /** Parts of a message that say nothing about progress. */
  private static final Set<String> OTHER_TYPES =
      Set.of(
          "thinking",
          "redacted_thinking",
          "reasoning",
          "refusal",
          "image",
          "image_url",
          "input_image",
          "audio",
          "input_audio",
          "video",
          "document",
          "file",
          "input_file",
          "search_result",
          "container_upload");

  /** The same of parts without a type. */
  private static final Set<String> OTHER_MEMBERS =
      Set.of(
          "reasoningContent",
          "cachePoint",
          "guardContent",
          "citationsContent",
          "image",
          "document",
          "video",
          "inline_data",
          "inlineData",
          "file_data",
          "fileData");

  /** Items of OpenAI's Responses that are neither calls nor messages. */
  private static final Set<String> OTHER_ITEMS =
      Set.of(
          "reasoning",
          "item_reference",
          "compaction",
          "mcp_list_tools",
          "mcp_approval_request",
          "mcp_approval_response");

  /** Roles in which tools speak. What is in no known role is a result only if that shows. */
  private static final Set<String> TOOL_ROLES =
      Set.of("tool", "function", "ipython", "observation", "environment");

  private static final String ROLE = "role";
  private static final String CONTENT = "content";

  /** As LangChain names the types of its messages, and their classes without {@code Message}. */
  private static final Set<String> LANG_CHAINS =
      Set.of("human", "ai", "system", "tool", "function");

  private final RunAssembler run;
  private final Consumer<String> unknown;

  /**
   * Responses come as a flat list of items. Those between two inputs are one answer of the model.
   */
  private int answers;

  private boolean inputSeen = true;

  /**
   * Makes one for a run.
   *
   * @param unknown hears what kind of thing was not understood, each time
   */
  MessageReader(RunAssembler run, Consumer<String> unknown) {
    this.run = run;
    this.unknown = unknown;
  }

  /**
   * A message with its role under {@code role} and what it says under {@code content}, where Gemini
   * or LangChain has written it in another way; anything else as it is.
   */
  static JsonNode plain(JsonNode written) {
    if (isGeminis(written)) {
      return plain(written, written.path(ROLE).asText("user"), written.path("parts"));
    }
    if (written.has(ROLE)) {
      return written;
    }
    JsonNode message = written;
    String type = written.path("type").asText();
    if (written.path("kwargs").isObject()) { // A dump: the class is the last of the names.
      message = written.path("kwargs");
      JsonNode names = written.path("id");
      type = names.path(names.size() - 1).asText();
    } else if (written.path("data").isObject()) {
      message = written.path("data");
    }
    String role = type.toLowerCase(Locale.ROOT).replaceFirst("message(chunk)?$", "");
    boolean isTold = !role.equals("tool") || message.has("tool_call_id");
    return LANG_CHAINS.contains(role) && isTold && message.has(CONTENT) && !message.has(ROLE)
        ? plain(message, role, message.path(CONTENT))
        : written;
  }

  /** Whether it has parts that are Gemini's: those of others have a type, or a kind. */
  private static boolean isGeminis(JsonNode written) {
    JsonNode first = written.path("parts").path(0);
    boolean isOfOthers = first.has("type") || first.has("kind") || written.has(CONTENT);
    return first.isObject()
        && !isOfOthers
        && (written.path(ROLE).isTextual() || first.path("text").isTextual());
  }

  /** Only items of OpenAI's Responses keep a type. */
  private static JsonNode plain(JsonNode written, String role, JsonNode content) {
    ObjectNode message = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> each : written.properties()) {
      message.set(each.getKey(), each.getValue());
    }
    message.remove("type");
    message.put(ROLE, role);
    message.set(CONTENT, content);
    return message;
  }

  /** Whether a value looks like a message of one of the shapes. */
  static boolean recognizes(JsonNode written) {
    JsonNode value = plain(written);
    if (value.path("role").isTextual()) {
      return value.has("content") || value.has("tool_calls") || value.has("function_call");
    }
    String type = value.path("type").asText();
    boolean hasId = value.has("call_id") || value.has("id");
    return switch (type) {
      case "function_call", "custom_tool_call" -> value.has("name") && value.has("call_id");
      case "reasoning" -> value.has("summary");
      case CURSORS_CALL -> false;
      default -> hasId && (CallForms.isCallItem(type) || CallForms.isOutputItem(type));
    };
  }

  /** Takes the next message. */
  void take(JsonNode written) {
    JsonNode message = plain(written);
    String type = message.path("type").asText();
    boolean isMessage = message.has("content") || message.has("tool_calls");
    if (!isMessage && CallForms.isCallItem(type)) {
      callItem(type, message);
    } else if (!isMessage && CallForms.isOutputItem(type)) {
      inputSeen = true;
      result(message);
    } else if (message.path("role").isTextual()) {
      byRole(message);
    } else if (!OTHER_ITEMS.contains(type)) {
      unknown("messages", type, message);
    }
  }

  private void byRole(JsonNode message) {
    switch (Role.of(message.path("role").asText())) {
      case ASSISTANT -> assistant(message);
      case TOOL -> tool(message);
      case USER -> user(message);
      case OTHER -> {
        // Instructions of the system or the developer: neither a reply nor an outcome.
      }
    }
  }

  private void assistant(JsonNode message) {
    JsonNode content = message.path("content");
    StringBuilder text = new StringBuilder();
    if (content.isArray()) {
      for (JsonNode block : content) {
        String said = textOf(block);
        text.append(text.length() == 0 || said.isEmpty() ? "" : "\n").append(said);
      }
    } else {
      text.append(Texts.of(content));
    }
    answer(text.toString(), message);
    Set<String> beside = new HashSet<>();
    for (JsonNode call : CallForms.callsBeside(message)) {
      Requested asked = CallForms.call(call);
      beside.add(asked.id());
      call(asked, call);
    }
    if (content.isArray()) {
      for (JsonNode block : content) {
        // LangChain has a call in both places. Results are those of the provider's own tools.
        String id = CallForms.call(block).id();
        if ((id.isEmpty() || !beside.contains(id)) && !takeResult(block)) {
          takeCall(block);
        }
      }
    }
  }

  private static String textOf(JsonNode block) {
    if (block.isTextual()) {
      return block.asText();
    }
    boolean isThought =
        block.path("type").asText().equals("reasoning") || block.path("thought").asBoolean();
    return isThought ? "" : block.path("text").asText("");
  }

  private void takeCall(JsonNode block) {
    JsonNode call = CallForms.callIn(block);
    if (call.isMissingNode()) {
      other(block);
    } else {
      call(CallForms.call(call), call);
    }
  }

  private void call(Requested call, JsonNode written) {
    String arguments = call.arguments();
    if (call.tool().isEmpty()) {
      unknown.accept("calls without a tool's name");
      arguments = Texts.of(written); // All of it: it must not be taken for another.
    }
    run.call(idOrNull(call.id()), call.tool(), arguments, Effect.UNKNOWN);
  }

  private void callItem(String type, JsonNode item) {
    answer("", item);
    Requested call = CallForms.ofItem(type, item);
    call(call, item);
    JsonNode output = CallForms.outputOfItem(item);
    if (!output.isMissingNode()) {
      result(idOrNull(call.id()), output, item);
    }
  }

  private void tool(JsonNode message) {
    JsonNode content = message.path("content");
    boolean inParts = false;
    for (JsonNode block : content) {
      inParts |= takeResult(block);
    }
    String role = message.path("role").asText();
    boolean isTools = TOOL_ROLES.contains(role.toLowerCase(Locale.ROOT));
    if (inParts) {
      inputSeen = true;
      if (!isTools) {
        unknownRole(role);
      }
      return;
    }
    String id = idOrNull(CallForms.idOfCall(message));
    boolean isItsOwn = id != null && id.equals(message.path("id").asText()) && !run.awaits(id);
    String named = isItsOwn ? null : id;
    JsonNode said = content.isMissingNode() ? CallForms.said(message) : content;
    if (isTools || (named != null && run.awaits(named))) {
      inputSeen = true;
      result(named, said, message);
    } else {
      ofUnknownRole(role, named, said, message);
    }
  }

  /**
   * Frameworks call a tool's message by the tool's name, but logs and thoughts have roles of their
   * own, too: these must not take the place of a result that is yet to come.
   */
  private void ofUnknownRole(String role, @Nullable String named, JsonNode said, JsonNode message) {
    if (named == null && run.awaitsTool(role)) {
      inputSeen = true;
      String text = Texts.ofContent(said);
      run.resultOf(role, text, errorIn(text, message));
      return;
    }
    unknownRole(role);
    if (named == null && run.awaitsUnnamed()) { // Nothing could name such a call.
      inputSeen = true;
      result(null, said, message);
    }
  }

  private void unknownRole(String role) {
    unknown.accept("messages of role '" + PrintableText.name(role) + "'");
  }

  private void user(JsonNode message) {
    boolean outcomes = false;
    for (JsonNode block : message.path("content")) {
      if (takeResult(block)) {
        outcomes = true;
      } else {
        other(block);
      }
    }
    inputSeen = true;
    if (!outcomes) {
      run.userSpoke(Texts.ofContent(message.path("content")));
    }
  }

  /** Takes what came of a call, if a part of a message is that. */
  private boolean takeResult(JsonNode block) {
    JsonNode result = CallForms.resultIn(block);
    if (result.isMissingNode()) {
      return false;
    }
    result(result);
    return true;
  }

  private void result(JsonNode result) {
    String id = idOrNull(CallForms.idOfCall(result));
    JsonNode said = CallForms.said(result);
    String tool = result.path("name").asText();
    if (id == null && run.awaitsTool(tool)) { // Gemini's parallel calls have no ids.
      String text = Texts.ofContent(said);
      run.resultOf(tool, text, errorIn(text, result));
    } else {
      result(id, said, result);
    }
  }

  private void result(@Nullable String id, JsonNode said, JsonNode result) {
    String text = Texts.ofContent(said);
    run.result(id, text, errorIn(text, result), null);
  }

  private static @Nullable String errorIn(String text, JsonNode result) {
    Boolean failed = CallForms.failed(result);
    return failed == null ? ToolFailure.in(text) : failed ? text : null;
  }

  /** Names a part that is neither a call nor an outcome, unless it is of a kind that is known. */
  private void other(JsonNode block) {
    boolean isKnown =
        !block.isObject()
            || block.path("text").isTextual()
            || OTHER_TYPES.contains(block.path("type").asText());
    if (!isKnown) {
      unknown("blocks", block.path("type").asText(), block);
    }
  }

  private void unknown(String what, String type, JsonNode node) {
    if (!type.isEmpty()) {
      unknown.accept(what + " of type '" + PrintableText.name(type) + "'");
      return;
    }
    String first = "";
    for (Iterator<String> names = node.fieldNames(); names.hasNext() && first.isEmpty(); ) {
      String name = names.next();
      first = node.path(name).isNull() ? "" : name; // Python's SDKs write what is not there, too.
    }
    if (!OTHER_MEMBERS.contains(first)) {
      unknown.accept(what + " with '" + PrintableText.name(first) + "'");
    }
  }

  private static @Nullable String idOrNull(String id) {
    return id.isEmpty() ? null : id;
  }

  private void answer(String text, JsonNode message) {
    // Only items of the Responses API have a type; elsewhere each message is an answer.
    if (inputSeen || !message.has("type")) {
      answers++;
      inputSeen = false;
    }
    JsonNode usage = message.path(message.has("usage") ? "usage" : "usage_metadata");
    JsonNode model = message.path("model");
    if (model.isMissingNode()) {
      model = message.path("response_metadata").path("model_name");
    }
    run.reply(
        new Reply(
            "answer " + answers,
            text,
            model.asText(""),
            TokenUsage.input(usage),
            TokenUsage.output(usage),
            null));
  }
}
