package io.loophalt.recordings.assembly;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.recordings.JsonText;
import org.jspecify.annotations.Nullable;

/** Texts, times and numbers as the formats' authors write them. */
public final class Texts {

  private Texts() {}

  /** A text; other values as JSON; empty if there is none. */
  public static String of(JsonNode node) {
    if (node.isTextual()) {
      return node.asText();
    }
    return node.isMissingNode() || node.isNull() ? "" : node.toString();
  }

  /** A text that is not empty, or null. */
  public static @Nullable String orNull(JsonNode node) {
    String text = of(node);
    return text.isEmpty() ? null : text;
  }

  /**
   * The text of a message's content: a text, or the texts of its parts; parts of other kinds, such
   * as images, as JSON.
   */
  public static String ofContent(JsonNode content) {
    if (!content.isArray()) {
      return of(content);
    }
    StringBuilder text = new StringBuilder();
    for (JsonNode part : content) {
      String piece;
      if (part.isTextual()) {
        piece = part.asText();
      } else if (part.path("text").isTextual()) {
        piece = part.path("text").asText();
      } else if (part.path("content").isTextual()) {
        piece = part.path("content").asText();
      } else {
        piece = part.toString();
      }
      text.append(text.length() == 0 || piece.isEmpty() ? "" : "\n").append(piece);
    }
    return text.toString();
  }

  /** A time in ISO form, without a zone taken as UTC; null if it is none. */
  public static @Nullable Long epochMillis(JsonNode node) {
    return node.isTextual() ? JsonText.epochMillis(node.asText()) : null;
  }
}
