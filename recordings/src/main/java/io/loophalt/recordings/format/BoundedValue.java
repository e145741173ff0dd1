package io.loophalt.recordings.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import io.loophalt.recordings.JsonText;
import java.io.IOException;

/** Lets a value through up to a size, so that one endless line does not take all memory. */
final class BoundedValue extends JsonParserDelegate {

  /** The most characters of all texts of one value, each of its parts counted as some. */
  static final int MAX_CHARACTERS = JsonText.MAX_CHARACTERS;

  /** What a number, a bracket or a name costs in memory beside its text. */
  private static final int PART = 24;

  private long characters;

  BoundedValue(JsonParser parser) {
    super(parser);
  }

  @Override
  public JsonToken nextToken() throws IOException {
    JsonToken token = super.nextToken();
    characters += PART;
    if (token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME) {
      characters += getTextLength();
    }
    if (characters > MAX_CHARACTERS) {
      throw Streamed.broken(
          delegate, "a single value is larger than " + MAX_CHARACTERS + " characters");
    }
    return token;
  }
}
