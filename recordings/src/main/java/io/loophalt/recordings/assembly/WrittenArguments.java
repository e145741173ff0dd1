package io.loophalt.recordings.assembly;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of one call as two have written them: the model that asks for it, and who makes it.
 * Thread-safe.
 */
final class WrittenArguments {

  /** Longer ones are the same only letter by letter. */
  private static final int LONGEST_CHARS = 100_000;

  /** Python prints a dictionary with single quotes. */
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private WrittenArguments() {}

  /** Whether they are the same text, or the same value whatever the order and the white space. */
  static boolean areSame(String one, String other) {
    if (one.equals(other)) {
      return true;
    }
    JsonNode value = value(one);
    return value != null && value.equals(value(other));
  }

  private static @Nullable JsonNode value(String written) {
    if (written.length() > LONGEST_CHARS || !written.stripLeading().startsWith("{")) {
      return null;
    }
    try {
      return JSON.readTree(written);
    } catch (JsonProcessingException e) {
      return null; // A text that only begins like an object.
    }
  }
}
