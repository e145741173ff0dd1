package io.loophalt.frameworks.openai;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.reflect.Property;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the items of responses, and of the requests behind them, that ask for calls of tools, and
 * those that say what came of them: functions, and the tools that OpenAI knows and the application
 * executes. These are called as requests offer them, such as {@code local_shell}.
 */
final class OpenAiItems {

  static final Property CALL_ID = new Property("callId");
  static final Property OUTPUT = new Property("output");
  static final Property FUNCTION_OUTPUT = new Property("functionCallOutput");
  static final Property PARTS =
      new Property("responseFunctionCallOutputItemList", "betaResponseFunctionCallOutputItemList");

  private static final Property FUNCTION_CALL = new Property("functionCall");
  private static final Property CUSTOM_CALL = new Property("customToolCall");
  private static final Property COMPUTER_CALL = new Property("computerCall");
  private static final Property LOCAL_SHELL_CALL = new Property("localShellCall");
  private static final Property SHELL_CALL = new Property("shellCall");
  private static final Property PATCH_CALL = new Property("applyPatchCall");
  private static final Property APPROVAL = new Property("mcpApprovalRequest");

  private static final Property CUSTOM_OUTPUT = new Property("customToolCallOutput");
  private static final Property COMPUTER_OUTPUT = new Property("computerCallOutput");
  private static final Property LOCAL_SHELL_OUTPUT = new Property("localShellCallOutput");
  private static final Property SHELL_OUTPUT = new Property("shellCallOutput");
  private static final Property PATCH_OUTPUT = new Property("applyPatchCallOutput");

  /** All else that a response may consist of, which OpenAI has executed itself. */
  private static final List<Property> NO_CALLS =
      properties(
          "message",
          "reasoning",
          "fileSearchCall",
          "webSearchCall",
          "codeInterpreterCall",
          "imageGenerationCall",
          "mcpCall",
          "mcpListTools",
          "toolSearchCall",
          "toolSearchOutput",
          "additionalTools",
          "compaction",
          "program",
          "programOutput",
          "agentMessage",
          "multiAgentCall",
          "multiAgentCallOutput",
          "functionCallOutput",
          "customToolCallOutput",
          "computerCallOutput",
          "localShellCallOutput",
          "shellCallOutput",
          "applyPatchCallOutput",
          "mcpApprovalResponse");

  private static final Property ID = new Property("id");
  private static final Property NAME = new Property("name");
  private static final Property ARGUMENTS = new Property("arguments");
  private static final Property INPUT = new Property("input");
  private static final Property ACTION = new Property("action");
  private static final Property ACTIONS = new Property("actions");
  private static final Property COMMAND = new Property("command");
  private static final Property COMMANDS = new Property("commands");
  private static final Property OPERATION = new Property("operation");
  private static final Property STRING = new Property("string");
  private static final Property CONTENT_LIST = new Property("contentList");
  private static final Property INPUT_TEXT = new Property("inputText");
  private static final Property TEXT = new Property("text");
  private static final Property STDOUT = new Property("stdout");
  private static final Property STDERR = new Property("stderr");
  private static final Property OUTCOME = new Property("outcome");
  private static final Property EXIT = new Property("exit");
  private static final Property EXIT_CODE = new Property("exitCode");
  private static final Property STATUS = new Property("status");

  private OpenAiItems() {}

  private static List<Property> properties(String... names) {
    List<Property> properties = new ArrayList<>(names.length);
    for (String name : names) {
      properties.add(new Property(name));
    }
    return properties;
  }

  /** The call that an item asks for; null if it asks for none that the application executes. */
  static ChatMessage.@Nullable Call call(Object item) {
    Object function = FUNCTION_CALL.of(item);
    if (function != null) {
      return asked(function, NAME.text(function), ARGUMENTS.text(function));
    }
    Object custom = CUSTOM_CALL.of(item);
    if (custom != null) {
      return asked(custom, NAME.text(custom), Map.of("input", INPUT.text(custom)));
    }
    Object computer = COMPUTER_CALL.of(item);
    if (computer != null) {
      Object one = ACTION.of(computer);
      Object actions = one == null ? ACTIONS.of(computer) : one;
      return asked(computer, "computer", Map.of("action", String.valueOf(actions)));
    }
    Object local = LOCAL_SHELL_CALL.of(item);
    if (local != null) {
      String command = joined(" ", COMMAND.list(ACTION.of(local)));
      return asked(local, "local_shell", Map.of("command", command));
    }
    Object shell = SHELL_CALL.of(item);
    if (shell != null) {
      String commands = joined("\n", COMMANDS.list(ACTION.of(shell)));
      return asked(shell, "shell", Map.of("command", commands));
    }
    Object patch = PATCH_CALL.of(item);
    return patch == null
        ? null
        : asked(patch, "apply_patch", Map.of("operation", OPERATION.text(patch)));
  }

  private static ChatMessage.Call asked(Object call, String tool, Object arguments) {
    return new ChatMessage.Call(CALL_ID.text(call), tool, arguments);
  }

  private static String joined(String between, List<?> words) {
    StringBuilder whole = new StringBuilder();
    for (Object word : words) {
      whole.append(whole.length() == 0 ? "" : between).append(word);
    }
    return whole.toString();
  }

  /** The call, of a tool that OpenAI executes, for which an item asks leave; null if for none. */
  static ChatMessage.@Nullable Call approval(Object item) {
    Object asked = APPROVAL.of(item);
    return asked == null
        ? null
        : new ChatMessage.Call(ID.text(asked), NAME.text(asked), ARGUMENTS.text(asked));
  }

  /**
   * How many calls an item of an answer asks for that the application executes or allows; of a kind
   * that is not known one, because it is not idle.
   */
  static int calls(Object item) {
    if (FUNCTION_CALL.of(item) != null) {
      return 1;
    }
    for (Property each : NO_CALLS) {
      if (each.of(item) != null) {
        return 0;
      }
    }
    return 1;
  }

  /** What a tool gave, if an item of a request says that; null if not. */
  static @Nullable ToolResult result(Object item) {
    Object function = FUNCTION_OUTPUT.of(item);
    if (function != null) {
      Object output = OUTPUT.of(function);
      return given(function, STRING.of(output), PARTS.list(output));
    }
    Object custom = CUSTOM_OUTPUT.of(item);
    if (custom != null) {
      Object output = OUTPUT.of(custom);
      return given(custom, STRING.of(output), CONTENT_LIST.list(output));
    }
    Object computer = COMPUTER_OUTPUT.of(item);
    if (computer != null) {
      Object screen = OUTPUT.of(computer);
      return new ToolResult(
          CALL_ID.text(computer), "", null, screen == null ? List.of() : List.of(screen));
    }
    Object local = LOCAL_SHELL_OUTPUT.of(item);
    if (local != null) {
      // It has the id of its call under another name.
      return new ToolResult(ID.text(local), OUTPUT.text(local), null);
    }
    Object shell = SHELL_OUTPUT.of(item);
    if (shell != null) {
      return new ToolResult(CALL_ID.text(shell), printed(OUTPUT.list(shell)), null);
    }
    Object patch = PATCH_OUTPUT.of(item);
    if (patch == null) {
      return null;
    }
    String status = STATUS.text(patch);
    String said = OUTPUT.text(patch);
    return new ToolResult(
        CALL_ID.text(patch), said.isEmpty() ? status : said, status.equals("failed"));
  }

  /** The format has no mark for errors: they are what the application words as such. */
  private static ToolResult given(Object output, @Nullable Object whole, List<?> parts) {
    String callId = CALL_ID.text(output);
    if (whole != null) {
      return new ToolResult(callId, whole.toString(), null);
    }
    StringBuilder text = new StringBuilder();
    List<Object> others = null;
    for (Object part : parts) {
      Object said = INPUT_TEXT.of(part);
      if (said == null) {
        others = others == null ? new ArrayList<>(1) : others;
        others.add(part);
      } else {
        text.append(TEXT.text(said));
      }
    }
    return new ToolResult(callId, text.toString(), null, others == null ? List.of() : others);
  }

  private static String printed(List<?> commands) {
    StringBuilder text = new StringBuilder();
    for (Object command : commands) {
      text.append(text.length() == 0 ? "" : "\n").append(STDOUT.text(command));
      text.append(STDERR.text(command));
      long code = EXIT_CODE.number(EXIT.of(OUTCOME.of(command)));
      text.append(code == 0 ? "" : "\nexit code " + code);
    }
    return text.toString();
  }
}
