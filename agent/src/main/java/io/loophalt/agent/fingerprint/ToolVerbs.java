package io.loophalt.agent.fingerprint;

import io.loophalt.Effect;

/**
 * Guesses from a tool's name, and for a shell from the command, what a call does.
 *
 * <p>Only for calls whose effect nobody declared. A name is split at case changes and at what is
 * not a letter; a verb of writing outweighs one of reading, because taking a write for a read could
 * end in a false halt and the reverse cannot. Thread-safe; allocates nothing.
 */
public final class ToolVerbs {

  private static final String[] READING = {
    "read", "get", "list", "search", "lookup", "find", "fetch", "view", "grep", "glob",
    "ls", "cat", "show", "describe", "head", "tail", "select", "count", "status", "check",
    "inspect", "browse", "retrieve", "load", "open", "scan", "output"
  };
  private static final String[] WRITING = {
    "write",
    "edit",
    "update",
    "create",
    "delete",
    "remove",
    "insert",
    "put",
    "post",
    "set",
    "send",
    "append",
    "replace",
    "move",
    "rename",
    "add",
    "patch",
    "apply",
    "save",
    "cancel",
    "book",
    "modify",
    "close",
    "commit",
    "push",
    "upload",
    "return",
    "transfer"
  };
  private static final String[] EDITING = {
    "edit", "editor", "write", "insert", "replace", "patch", "append", "apply"
  };
  private static final String[] WAITING = {"sleep", "wait", "delay"};
  private static final String[] EDITING_COMMANDS = {
    "sed -i", "edit ", "insert ", "str_replace ", "create ", "tee ", "patch "
  };
  private static final String[] PRINTING_COMMANDS = {"cat ", "echo ", "printf "};

  private ToolVerbs() {}

  /** What the tool's name says about its effect. */
  public static Effect effectOf(String tool) {
    if (anyWordOf(tool, WRITING)) {
      return Effect.WRITE;
    }
    return anyWordOf(tool, READING) ? Effect.READ : Effect.UNKNOWN;
  }

  /** Whether the call changes a text: an editing tool, or a shell command that edits a file. */
  public static boolean edits(String tool, CharSequence arguments) {
    if (anyWordOf(tool, EDITING)) {
      return !asksToView(arguments);
    }
    int command = startOfCommand(arguments);
    for (String each : EDITING_COMMANDS) {
      if (Words.regionMatches(arguments, command, each)) {
        return true;
      }
    }
    for (String each : PRINTING_COMMANDS) {
      if (Words.regionMatches(arguments, command, each)) {
        return redirectsOutput(arguments, command);
      }
    }
    return false;
  }

  /** Whether the call does nothing but let time pass first. */
  public static boolean waits(String tool, CharSequence arguments) {
    return anyWordOf(tool, WAITING)
        || Words.regionMatches(arguments, startOfCommand(arguments), "sleep ");
  }

  /** Tools that view and edit name the view in an argument such as {@code "command": "view"}. */
  private static boolean asksToView(CharSequence arguments) {
    int length = arguments.length();
    for (int at = 0; at < length; at++) {
      if (arguments.charAt(at) == '"' && Words.regionMatches(arguments, at, "\"view\"")) {
        return true;
      }
    }
    return false;
  }

  /** The first value of a JSON object, or the beginning of a plain text. */
  private static int startOfCommand(CharSequence arguments) {
    int length = arguments.length();
    int at = 0;
    if (length > 0 && arguments.charAt(0) == '{') {
      while (at < length && arguments.charAt(at) != ':') {
        at++;
      }
      at++;
    }
    while (at < length && " \"".indexOf(arguments.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private static boolean redirectsOutput(CharSequence arguments, int from) {
    for (int at = from; at < arguments.length(); at++) {
      char c = arguments.charAt(at);
      if (c == '|' || c == '\n') {
        return false;
      }
      if (c == '>') {
        return true;
      }
    }
    return false;
  }

  private static boolean anyWordOf(String name, String[] words) {
    int length = name.length();
    int at = 0;
    while (at < length) {
      if (!Character.isLetter(name.charAt(at))) {
        at++;
        continue;
      }
      int end = at + 1;
      while (end < length
          && Character.isLetter(name.charAt(end))
          && !(Character.isUpperCase(name.charAt(end))
              && Character.isLowerCase(name.charAt(end - 1)))) {
        end++;
      }
      if (Words.isOneOf(name, at, end, words)) {
        return true;
      }
      at = end;
    }
    return false;
  }
}
