package io.loophalt.recordings.format;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Set;

/** Reads a large value piece by piece. */
final class Streamed {

  private Streamed() {}

  /** Takes one element of an array. */
  interface Elements {
    void take(JsonNode element) throws IOException;
  }

  /** Takes one field of an object that is not an array of elements. */
  interface Fields {
    void take(String name, JsonNode value) throws IOException;
  }

  /** Reads an array's elements one at a time. The parser stands at its start. */
  static void elements(JsonParser parser, Elements each) throws IOException {
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      each.take(tree(parser));
    }
  }

  /**
   * Reads an object's fields one at a time, and the elements of the arrays under some names one by
   * one. The parser stands at the object's start.
   */
  static void fields(JsonParser parser, Fields other, Set<String> arrays, Elements each)
      throws IOException {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken start = parser.nextToken();
      if (start == JsonToken.START_ARRAY && arrays.contains(name)) {
        elements(parser, each);
      } else {
        other.take(name, tree(parser));
      }
    }
  }

  /** Reads the whole value that the parser stands at. */
  static JsonNode tree(JsonParser parser) throws IOException {
    JsonNode node = new BoundedValue(parser).readValueAsTree();
    return node == null ? JsonNodeFactory.instance.nullNode() : node;
  }

  /** Reads the value that the parser stands at, which must be an object. */
  static ObjectNode object(JsonParser parser, String what) throws IOException {
    JsonNode node = tree(parser);
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw broken(parser, what + " is expected to be an object");
  }

  /** Something is well-formed JSON but makes no sense. */
  static JsonParseException broken(JsonParser parser, String what) {
    return new JsonParseException(parser, what);
  }
}
