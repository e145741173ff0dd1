package io.loophalt.recordings.assembly;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.core.text.FailureText;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a tool failed where the transcript has no flag for it, as in OpenAI's messages:
 * frameworks then write the exception's text, or an object with an {@code error}, in place of the
 * result. What reads like an error is for {@link FailureText} to say. Thread-safe.
 */
public final class ToolFailure {

  private static final int LOOK_AT_CHARS = 200;
  private static final int LARGEST_OBJECT_CHARS = 100_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private ToolFailure() {}

  /** The error text, or null if the result does not look like a failure. */
  public static @Nullable String in(String result) {
    String start = result.length() > LOOK_AT_CHARS ? result.substring(0, LOOK_AT_CHARS) : result;
    String trimmed = start.stripLeading();
    if (trimmed.startsWith("{")
        && result.length() <= LARGEST_OBJECT_CHARS
        && result.contains("\"error\"")) {
      return inObject(result);
    }
    return FailureText.isErrorMessage(trimmed) ? result : null;
  }

  private static @Nullable String inObject(String result) {
    JsonNode error;
    try {
      error = JSON.readTree(result).path("error");
    } catch (JsonProcessingException e) {
      return null; // Not an object after all: an ordinary text that begins with a brace.
    }
    if (error.isTextual()) {
      return FailureText.saysNoError(error.asText()) ? null : error.asText();
    }
    return error.isObject() ? error.toString() : null;
  }
}
