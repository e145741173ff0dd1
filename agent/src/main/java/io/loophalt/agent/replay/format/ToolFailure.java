package io.loophalt.agent.replay.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a tool failed where the transcript has no flag for it, as in OpenAI's messages:
 * frameworks then write the exception's text, or an object with an {@code error}, in place of the
 * result. Thread-safe.
 */
final class ToolFailure {

  private static final Pattern BEGINS_LIKE_AN_ERROR =
      Pattern.compile("(?i:error|exception|traceback)\\b|[\\w.$]+(?:Error|Exception)\\b");

  private static final int LOOK_AT_CHARS = 200;
  private static final int LARGEST_OBJECT_CHARS = 100_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private ToolFailure() {}

  /** The error text, or null if the result does not look like a failure. */
  static @Nullable String in(String result) {
    String start = result.length() > LOOK_AT_CHARS ? result.substring(0, LOOK_AT_CHARS) : result;
    String trimmed = start.stripLeading();
    if (trimmed.startsWith("{")
        && result.length() <= LARGEST_OBJECT_CHARS
        && result.contains("\"error\"")) {
      return inObject(result);
    }
    return BEGINS_LIKE_AN_ERROR.matcher(trimmed).lookingAt() ? result : null;
  }

  private static @Nullable String inObject(String result) {
    JsonNode error;
    try {
      error = JSON.readTree(result).path("error");
    } catch (JsonProcessingException e) {
      return null; // Not an object after all: an ordinary text that begins with a brace.
    }
    if (error.isTextual()) {
      return error.asText().isEmpty() ? null : error.asText();
    }
    return error.isObject() ? error.toString() : null;
  }
}
