package io.loophalt.recordings;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.CharArrayWriter;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Takes what the values of a recording say from a parser, without building trees of them, up to a
 * bound for one run, so that one endless line does not take all memory.
 *
 * <p>Each method stands at the first token of a value and leaves the parser at its last. Not
 * thread-safe.
 */
public final class JsonText {

  /** The most characters of all texts of one run, each of its parts counted as some. */
  public static final int MAX_CHARACTERS = 32_000_000;

  /** What a value costs in memory beside its text. */
  private static final int PART = 24;

  private static final JsonFactory JSON = new JsonFactory();

  private final CharArrayWriter copied = new CharArrayWriter();
  private long characters;

  /** Another run begins. */
  public void begin() {
    characters = 0;
  }

  /**
   * A text as it is, any other value as compact JSON in the order it has; null for JSON's null.
   *
   * @throws JsonParseException if the run is larger than {@value #MAX_CHARACTERS}
   */
  public @Nullable String orNull(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    String text = token == JsonToken.VALUE_STRING ? parser.getText() : json(parser);
    count(parser, text.length());
    return text;
  }

  /** The same, and empty for JSON's null. */
  public String orEmpty(JsonParser parser) throws IOException {
    String text = orNull(parser);
    return text == null ? "" : text;
  }

  /** A text or a number as it is; empty for values that are neither. */
  public String scalar(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token.isStructStart()) {
      parser.skipChildren();
      return "";
    }
    String text = token == JsonToken.VALUE_NULL ? "" : parser.getText();
    count(parser, text.length());
    return text;
  }

  /** Counts a part of the run that takes memory. */
  public void count(JsonParser parser, long more) throws JsonParseException {
    characters += PART + more;
    if (characters > MAX_CHARACTERS) {
      throw new JsonParseException(
          parser, "a single value is larger than " + MAX_CHARACTERS + " characters");
    }
  }

  /** A whole number, 0 for what is none. */
  public long number(JsonParser parser) throws IOException {
    if (parser.currentToken().isStructStart()) {
      parser.skipChildren();
      return 0;
    }
    return parser.getValueAsLong(0);
  }

  /** Whether it says true; what is no such value says false. */
  public boolean flag(JsonParser parser) throws IOException {
    if (parser.currentToken().isStructStart()) {
      parser.skipChildren();
      return false;
    }
    return parser.getValueAsBoolean(false);
  }

  /** A time in ISO form, without a zone taken as UTC; null if it is none. */
  public static @Nullable Long epochMillis(String text) {
    try {
      return Instant.parse(text).toEpochMilli();
    } catch (DateTimeException e) {
      return withoutZone(text);
    }
  }

  private static @Nullable Long withoutZone(String text) {
    try {
      return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toEpochMilli();
    } catch (DateTimeException e) {
      return null; // A run without times is still a run.
    }
  }

  private String json(JsonParser parser) throws IOException {
    copied.reset();
    try (JsonGenerator copy = JSON.createGenerator(copied)) {
      copy.copyCurrentStructure(parser);
    }
    return copied.toString();
  }
}
