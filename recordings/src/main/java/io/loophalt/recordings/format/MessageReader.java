package io.loophalt.recordings.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.Effect;
import io.loophalt.recordings.assembly.RunAssembler;
import io.loophalt.recordings.assembly.RunAssembler.Reply;
import io.loophalt.recordings.assembly.Texts;
import io.loophalt.recordings.assembly.ToolFailure;
import org.jspecify.annotations.Nullable;

/**
 * Understands one message of a chat, in the shapes of OpenAI's Chat Completions ({@code
 * tool_calls}, role {@code tool}), OpenAI's Responses ({@code function_call}, {@code
 * function_call_output}) and Anthropic's Messages ({@code tool_use}, {@code tool_result}).
 */
final class MessageReader {

  private final RunAssembler run;

  /**
   * Responses come as a flat list of items. Those between two inputs are one answer of the model.
   */
  private int answers;

  private boolean inputSeen = true;

  MessageReader(RunAssembler run) {
    this.run = run;
  }

  /** Whether a value looks like a message of one of the shapes. */
  static boolean recognizes(JsonNode value) {
    if (value.path("role").isTextual()) {
      return value.has("content") || value.has("tool_calls") || value.has("function_call");
    }
    return switch (value.path("type").asText()) {
      case "function_call", "custom_tool_call" -> value.has("name") && value.has("call_id");
      case "function_call_output", "custom_tool_call_output" -> value.has("call_id");
      case "reasoning" -> value.has("summary");
      default -> false;
    };
  }

  /** Takes the next message. */
  void take(JsonNode message) {
    switch (message.path("type").asText()) {
      case "function_call", "custom_tool_call" -> {
        answer("", message);
        run.call(
            Texts.orNull(message.path("call_id")),
            message.path("name").asText(),
            Texts.of(message.path(message.has("arguments") ? "arguments" : "input")),
            Effect.UNKNOWN);
      }
      case "function_call_output", "custom_tool_call_output" ->
          input(message.path("call_id"), Texts.ofContent(message.path("output")), null);
      case "reasoning" -> {
        // Thoughts say nothing about progress.
      }
      default -> byRole(message);
    }
  }

  private void byRole(JsonNode message) {
    switch (message.path("role").asText()) {
      case "assistant" -> assistant(message);
      case "tool" ->
          input(message.path("tool_call_id"), Texts.ofContent(message.path("content")), null);
      case "function" ->
          input(message.path("none"), Texts.ofContent(message.path("content")), null);
      case "user" -> user(message);
      default -> {
        // Instructions of the system or the developer: neither a reply nor an outcome.
      }
    }
  }

  private void assistant(JsonNode message) {
    JsonNode content = message.path("content");
    StringBuilder text = new StringBuilder();
    if (content.isArray()) {
      for (JsonNode block : content) {
        if (block.path("text").isTextual()) {
          text.append(text.length() == 0 ? "" : "\n").append(block.path("text").asText());
        }
      }
    } else {
      text.append(Texts.of(content));
    }
    answer(text.toString(), message);
    for (JsonNode call : message.path("tool_calls")) {
      JsonNode function = call.has("function") ? call.path("function") : call.path("custom");
      run.call(
          Texts.orNull(call.path("id")),
          function.path("name").asText(),
          Texts.of(function.path(function.has("arguments") ? "arguments" : "input")),
          Effect.UNKNOWN);
    }
    if (message.path("function_call").isObject()) {
      JsonNode call = message.path("function_call");
      run.call(null, call.path("name").asText(), Texts.of(call.path("arguments")), Effect.UNKNOWN);
    }
    for (JsonNode block : content) {
      String type = block.path("type").asText();
      if (type.equals("tool_use") || type.equals("server_tool_use")) {
        run.call(
            Texts.orNull(block.path("id")),
            block.path("name").asText(),
            Texts.of(block.path("input")),
            Effect.UNKNOWN);
      } else if (type.endsWith("tool_result")) {
        result(block); // A tool of the provider: its result stands in the same answer.
      }
    }
  }

  private void user(JsonNode message) {
    boolean outcomes = false;
    for (JsonNode block : message.path("content")) {
      if (block.path("type").asText().equals("tool_result")) {
        result(block);
        outcomes = true;
      }
    }
    inputSeen = true;
    if (!outcomes) {
      run.userSpoke(Texts.ofContent(message.path("content")));
    }
  }

  private void result(JsonNode block) {
    String text = Texts.ofContent(block.path("content"));
    boolean failed = block.path("is_error").asBoolean(false);
    run.result(Texts.orNull(block.path("tool_use_id")), text, failed ? text : null, null);
  }

  private void input(JsonNode id, String text, @Nullable Long epochMillis) {
    inputSeen = true;
    run.result(Texts.orNull(id), text, ToolFailure.in(text), epochMillis);
  }

  private void answer(String text, JsonNode message) {
    // Only items of the Responses API have a type; elsewhere each message is an answer.
    if (inputSeen || !message.has("type")) {
      answers++;
      inputSeen = false;
    }
    JsonNode usage = message.path("usage");
    run.reply(
        new Reply(
            "answer " + answers,
            text,
            message.path("model").asText(""),
            TokenUsage.input(usage),
            TokenUsage.output(usage),
            null));
  }
}
