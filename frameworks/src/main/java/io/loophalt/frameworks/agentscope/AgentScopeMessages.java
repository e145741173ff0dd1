package io.loophalt.frameworks.agentscope;

import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.ToolCalls.Reply;
import io.loophalt.extension.reflect.Getter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what models and tools have answered from AgentScope's messages. */
final class AgentScopeMessages {

  private static final String TEXT_BLOCK = "io.agentscope.core.message.TextBlock";
  private static final String TOOL_USE = "io.agentscope.core.message.ToolUseBlock";

  /** How a piece of a tool call that has begun in another piece is called. */
  private static final String FRAGMENT = "__";

  /** What AgentScope puts before an error, which it has no other mark for. */
  private static final String ERROR = "Error: ";

  private static final Getter CONTENT = new Getter("getContent");
  private static final Getter OUTPUT = new Getter("getOutput");
  private static final Getter TEXT = new Getter("getText");
  private static final Getter NAME = new Getter("getName");
  private static final Getter USAGE = new Getter("getUsage");
  private static final Getter CHAT_USAGE = new Getter("getChatUsage");
  private static final Getter INPUT_TOKENS = new Getter("getInputTokens");
  private static final Getter OUTPUT_TOKENS = new Getter("getOutputTokens");

  private AgentScopeMessages() {}

  /** Reads a piece of an answer as it comes from the model, or the message made of all pieces. */
  static ModelResponse read(Object returned) {
    int toolCalls = 0;
    for (Object block : blocks(CONTENT.of(returned))) {
      if (isA(block, TOOL_USE) && begins(NAME.text(block))) {
        toolCalls++;
      }
    }
    Object usage = USAGE.isOn(returned) ? USAGE.of(returned) : CHAT_USAGE.of(returned);
    return new ModelResponse(
        "",
        text(CONTENT.of(returned)),
        toolCalls,
        INPUT_TOKENS.number(usage),
        0,
        OUTPUT_TOKENS.number(usage));
  }

  private static boolean begins(String tool) {
    return !tool.isEmpty() && !tool.startsWith(FRAGMENT);
  }

  /** Reads the result of a tool. */
  static Reply result(Object returned) {
    Object output = OUTPUT.of(returned);
    String text = text(output);
    return new Reply(text, text.startsWith(ERROR), others(output));
  }

  /** What is no text in a result, such as a picture. */
  private static List<Object> others(@Nullable Object blocks) {
    List<Object> others = null;
    for (Object block : blocks(blocks)) {
      if (!isA(block, TEXT_BLOCK)) {
        others = others == null ? new ArrayList<>(1) : others;
        others.add(block);
      }
    }
    return others == null ? List.of() : others;
  }

  private static String text(@Nullable Object blocks) {
    StringBuilder text = new StringBuilder();
    for (Object block : blocks(blocks)) {
      if (isA(block, TEXT_BLOCK)) {
        text.append(TEXT.text(block));
      }
    }
    return text.toString();
  }

  private static boolean isA(Object block, String type) {
    return block.getClass().getName().equals(type);
  }

  private static List<?> blocks(@Nullable Object list) {
    return list instanceof List<?> blocks ? blocks : List.of();
  }
}
