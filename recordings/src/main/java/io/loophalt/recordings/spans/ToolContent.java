package io.loophalt.recordings.spans;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.recordings.assembly.Texts;

/**
 * What a tool was given and what it said, without what instrumentations put around it: ids that
 * differ from call to call would hide that a call was made before, or that the same came of it.
 *
 * @param text what the tool said
 * @param failed whether it says so itself
 * @param callId the call that it answers; empty if it names none
 */
record ToolContent(String text, boolean failed, String callId) {

  private static final String ERROR = "error";
  private static final String PRINTED = "content=";
  private static final String CALL_ID = " tool_call_id='";

  /** What a result says. */
  static ToolContent ofResult(String written) {
    if (written.startsWith(PRINTED)) {
      return ofPrinted(written);
    }
    boolean wrapped =
        written.startsWith("{")
            && (written.startsWith("{\"output\"") || written.contains("\"tool_call_id\""));
    return wrapped || written.startsWith("\"") || written.startsWith("[{\"text\"")
        ? unwrapped(SpanAttributes.read(written), written)
        : bare(written);
  }

  /** Nothing is put around it. */
  private static ToolContent bare(String text) {
    return new ToolContent(text, false, "");
  }

  /** LangChain's message as Python prints it: {@code content='…' name='f' tool_call_id='…'}. */
  private static ToolContent ofPrinted(String written) {
    int id = written.lastIndexOf(CALL_ID);
    if (id < 0) {
      return bare(written);
    }
    int idEnd = written.indexOf('\'', id + CALL_ID.length());
    String quoted =
        withoutLast(withoutLast(written.substring(PRINTED.length(), id), " id='"), " name='");
    int last = quoted.length() - 1;
    boolean closed = last > 0 && quoted.charAt(0) == quoted.charAt(last);
    return new ToolContent(
        closed ? quoted.substring(1, last) : quoted,
        written.indexOf("status='error'", id) > 0,
        idEnd < 0 ? "" : written.substring(id + CALL_ID.length(), idEnd));
  }

  /** Without a member at the very end: what looks like one before it is the tool's. */
  private static String withoutLast(String printed, String member) {
    int at = printed.lastIndexOf(member);
    boolean isLast = at >= 0 && printed.indexOf('\'', at + member.length()) == printed.length() - 1;
    return isLast ? printed.substring(0, at) : printed;
  }

  private static ToolContent unwrapped(JsonNode said, String written) {
    if (said.isTextual() || Parts.areAll(said)) {
      return bare(Parts.textOf(said));
    }
    JsonNode message = said.path("kwargs").has("tool_call_id") ? said.path("kwargs") : said;
    if (message.has("tool_call_id") && message.has("content")) {
      return new ToolContent(
          Parts.textOf(message.path("content")),
          message.path("status").asText().equals(ERROR),
          Texts.of(message.path("tool_call_id")));
    }
    if (said.has("output") && (said.size() == 1 || (said.size() == 2 && said.has("kwargs")))) {
      String output = Texts.of(said.path("output"));
      return said.path("output").isTextual()
          ? ofResult(output)
          : unwrapped(said.path("output"), output);
    }
    return bare(written);
  }

  /** What a tool was called with. */
  static String ofArguments(String written) {
    if (!written.startsWith("{") && !written.startsWith("\"")) {
      return written;
    }
    JsonNode given = SpanAttributes.read(written);
    if (given.isTextual()) {
      return given.asText();
    }
    if (given.has("input_str")) {
      return given.path("inputs").isObject()
          ? given.path("inputs").toString()
          : given.path("input_str").asText();
    }
    JsonNode positional = given.path("args");
    JsonNode named = given.path("kwargs");
    if (given.size() == 2 && positional.isArray() && named.isObject() && positional.isEmpty()) {
      return named.toString();
    }
    boolean wrapped = given.size() == 1 || (given.size() == 2 && named.isObject());
    boolean onlyOne = positional.isArray() && positional.size() == 1 && named.isEmpty();
    return wrapped && onlyOne ? Texts.of(positional.path(0)) : written;
  }

  /** A text that was written as JSON. */
  static String plain(String written) {
    JsonNode text = written.startsWith("\"") ? SpanAttributes.read(written) : null;
    return text != null && text.isTextual() ? text.asText() : written;
  }
}
