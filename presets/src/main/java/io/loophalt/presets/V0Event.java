package io.loophalt.presets;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.TextDigest;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What OpenHands 0.x compares of a step: the digest of its action, of its observation, and of a
 * message of the agent, which counts as an action.
 *
 * <p>The tool {@code shell} is its command tool: of its outcome only command and exit code are
 * compared, never the output. Thread-safe.
 */
final class V0Event {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String COMMAND_TOOL = "shell";
  private static final Pattern EXIT_CODE = Pattern.compile("exit code -?\\d++");

  private static final long MESSAGE = 1;
  private static final long EXIT = 2;
  private static final long RESULT = 3;
  private static final long ERROR = 4;

  private V0Event() {}

  static long action(Step step) {
    return TextDigest.combine(called(step), TextDigest.of(step.text()));
  }

  static long message(String text) {
    return TextDigest.combine(MESSAGE, TextDigest.of(text));
  }

  static long observation(Step step) {
    if (isError(step)) {
      return TextDigest.combine(ERROR, step.exactError());
    }
    long called = called(step);
    return isCommand(step)
        ? TextDigest.combine(TextDigest.combine(EXIT, called), step.exactError())
        : TextDigest.combine(TextDigest.combine(RESULT, called), step.result());
  }

  /** Whether the outcome is an error observation: a command's non-zero exit is none. */
  static boolean isError(Step step) {
    return step.failed() && !(isCommand(step) && EXIT_CODE.matcher(step.errorText()).matches());
  }

  private static long called(Step step) {
    String command = isCommand(step) ? command(step.argumentsText()) : null;
    return command == null
        ? step.action()
        : TextDigest.combine(TextDigest.of(COMMAND_TOOL), TextDigest.of(command));
  }

  private static boolean isCommand(Step step) {
    return step.tool().equals(COMMAND_TOOL);
  }

  /** The command, as plain text or as an argument of that name; null if there is none. */
  private static @Nullable String command(String arguments) {
    if (!arguments.startsWith("{")) {
      return arguments;
    }
    try {
      return JSON.readTree(arguments).path("command").asText(null);
    } catch (JsonProcessingException plainText) {
      return arguments;
    }
  }
}
