package io.loophalt.agent.startup;

import org.jspecify.annotations.Nullable;

/**
 * The text behind {@code -javaagent:loophalt-agent.jar=}: {@code name=value}, separated by commas.
 */
final class Options {

  private Options() {}

  /**
   * What is wrong with the options, or null. A misspelt one would otherwise leave the agent with
   * the wrong thresholds.
   */
  static @Nullable String refusal(@Nullable String options) {
    if (options == null || options.isEmpty()) {
      return null;
    }
    for (String option : options.split(",", -1)) {
      if (!option.startsWith("config=")) {
        return "agent option '" + option + "' is unknown; there is: config=FILE";
      }
    }
    return null;
  }

  /** The value of an option, or null if it is not given. */
  static @Nullable String value(@Nullable String options, String name) {
    if (options == null) {
      return null;
    }
    int from = 0;
    while (from < options.length()) {
      int comma = options.indexOf(',', from);
      int to = comma < 0 ? options.length() : comma;
      if (options.startsWith(name + '=', from)) {
        return options.substring(from + name.length() + 1, to);
      }
      from = to + 1;
    }
    return null;
  }
}
