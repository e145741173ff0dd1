package io.loophalt.presets;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.core.fingerprint.TextDigest;
import org.jspecify.annotations.Nullable;

/**
 * A call as gptme compares it: tool, positional arguments, and a body whose ends are trimmed.
 *
 * <p>An object with no other keys than {@code args} and {@code body} gives both. Everything else is
 * the body as it is written, so the order of keys counts. Thread-safe.
 */
final class GptmeCall {

  private static final ObjectMapper JSON = new ObjectMapper();

  private GptmeCall() {}

  /** The digest of a call. */
  static long digest(String tool, String arguments) {
    long positional = 0;
    String body = arguments;
    JsonNode both = argsAndBody(arguments);
    if (both != null) {
      body = both.path("body").asText();
      for (JsonNode argument : both.path("args")) {
        positional = TextDigest.combine(positional, TextDigest.of(argument.asText()));
      }
    }
    return TextDigest.combine(
        TextDigest.of(tool), TextDigest.combine(positional, TextDigest.of(body.strip())));
  }

  private static @Nullable JsonNode argsAndBody(String arguments) {
    // Spares every other call the parsing: the text is compact.
    if (!arguments.startsWith("{\"args\":") && !arguments.startsWith("{\"body\":")) {
      return null;
    }
    try {
      JsonNode object = JSON.readTree(arguments);
      int known = (object.has("args") ? 1 : 0) + (object.has("body") ? 1 : 0);
      return object.size() == known ? object : null;
    } catch (JsonProcessingException plainText) {
      return null;
    }
  }
}
