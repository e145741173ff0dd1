package io.loophalt.agent.startup;

import io.loophalt.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * The text behind {@code -javaagent:loophalt-agent.jar=}: nothing, or {@code config=FILE}, where
 * the file's name goes to the end, whatever is in it.
 */
final class Options {

  private static final String CONFIG = "config=";

  /** What is left where jcmd takes {@code config=FILE} for an argument of its own. */
  private static final String CONFIG_CUT_BY_JCMD = "config";

  private Options() {}

  /**
   * What is wrong with the options, or null. A misspelt one would otherwise leave the agent with
   * the wrong thresholds.
   */
  static @Nullable String refusal(@Nullable String options) {
    if (options == null || options.isEmpty()) {
      return null;
    }
    if (options.equals(CONFIG_CUT_BY_JCMD)) {
      return "agent option 'config' names no file; there is: config=FILE. jcmd cuts it at the '='"
          + " unless it has quotes of its own inside those of the shell: '\"config=FILE\"'";
    }
    if (!options.startsWith(CONFIG)) {
      return "agent option '" + PrintableText.name(options) + "' is unknown; there is: config=FILE";
    }
    return options.length() == CONFIG.length()
        ? "agent option 'config=' names no file; leave it out to look in the usual places"
        : null;
  }

  /** The configuration file that the options name, or null. */
  static @Nullable String config(@Nullable String options) {
    return options != null && options.startsWith(CONFIG)
        ? options.substring(CONFIG.length())
        : null;
  }
}
