package io.loophalt.recordings.spans;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.recordings.assembly.Texts;
import java.util.Iterator;
import java.util.Set;

/**
 * Tells the parts of a message from what a tool answers: rows of data are lists of objects, too,
 * and one that loses a member looks like another.
 */
final class Parts {

  private static final Set<String> TEXTS = Set.of("text", "output_text", "input_text");

  private static final Set<String> TYPES =
      Set.of("reasoning", "thinking", "redacted_thinking", "image", "image_url", "input_image");

  /** Bedrock's and Gemini's, whose parts have no type. */
  private static final Set<String> ONLY_MEMBERS = Set.of("reasoningContent", "cachePoint");

  private static final Set<String> BESIDE_A_TEXT = Set.of("text", "thought", "thought_signature");

  private Parts() {}

  /** Whether a list holds parts of a message and nothing else. */
  static boolean areAll(JsonNode list) {
    for (JsonNode each : list) {
      if (!each.isTextual() && !isPart(each)) {
        return false;
      }
    }
    return list.isArray() && !list.isEmpty();
  }

  /** Whether an object is one. */
  static boolean isPart(JsonNode node) {
    JsonNode part = of(node);
    String type = part.path("type").asText();
    if (TEXTS.contains(type)) {
      return isText(part);
    }
    if (!CallForms.callIn(part).isMissingNode() || !CallForms.resultIn(part).isMissingNode()) {
      return true;
    }
    return type.isEmpty() ? isUntyped(part) : TYPES.contains(type);
  }

  /** Whether an object is a part that is a text, with nothing else that could be data. */
  static boolean isText(JsonNode part) {
    String type = part.path("type").asText();
    return type.isEmpty()
        ? part.path("text").isTextual() && hasOnly(part, BESIDE_A_TEXT)
        : TEXTS.contains(type)
            && (part.path("text").isTextual() || part.path("content").isTextual());
  }

  /** Without what OpenInference puts around it. */
  static JsonNode of(JsonNode node) {
    return node.has("message_content") ? node.path("message_content") : node;
  }

  /** What a tool said: its text, the texts of parts, or the JSON as it stands. */
  static String textOf(JsonNode said) {
    boolean texts = areAll(said);
    for (JsonNode each : said) {
      texts &= each.isTextual() || isText(each);
    }
    return texts ? Texts.ofContent(said) : Texts.of(said);
  }

  private static boolean isUntyped(JsonNode part) {
    if (isText(part)) {
      return true;
    }
    for (String member : ONLY_MEMBERS) {
      if (part.path(member).isObject()) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasOnly(JsonNode object, Set<String> names) {
    for (Iterator<String> each = object.fieldNames(); each.hasNext(); ) {
      if (!names.contains(each.next())) {
        return false;
      }
    }
    return true;
  }
}
