package io.loophalt.recordings.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a file: enough to see how it is laid out and what it holds. Tells its first
 * values one by one, since the first of them mostly says what the file is. Not thread-safe.
 */
final class Head {

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final byte[] bytes;
  private final boolean lines;
  private int from;

  /** Looks at the first bytes of a file. */
  Head(byte[] bytes) {
    this.bytes = bytes;
    this.lines = !firstValueSpansLines(bytes, bytes.length);
  }

  /** Whether each line is a value of its own; else one value spans lines. */
  boolean lines() {
    return lines;
  }

  /** The beginning of the next value: what is missing was cut off. Null if there is none. */
  @Nullable JsonNode next() {
    while (from < bytes.length) {
      int start = from;
      int to = from;
      while (to < bytes.length && (!lines || bytes[to] != '\n')) {
        to++;
      }
      from = to + 1;
      JsonNode value = beginning(bytes, start, to - start);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /**
   * Whether a line ends inside the first value. A value that breaks off at the end of its line does
   * not count: then the next line begins a value of its own, and not after a comma or bracket.
   */
  private static boolean firstValueSpansLines(byte[] bytes, int length) {
    int depth = 0;
    boolean inText = false;
    byte last = 0;
    for (int i = 0; i < length; i++) {
      byte b = bytes[i];
      if (b == '\n') {
        if (inText || (depth == 0 && last != 0)) {
          return false;
        }
        if (depth > 0) {
          byte next = i + 1 < length ? bytes[i + 1] : (byte) ' ';
          boolean beginsAnew = next == '{' || next == '[';
          return !beginsAnew || last == ',' || last == '[' || last == ':';
        }
      } else if (inText) {
        if (b == '\\') {
          i++;
        } else if (b == '"') {
          inText = false;
        }
      } else if (b == '"') {
        inText = true;
      } else if (b == '{' || b == '[') {
        depth++;
      } else if (b == '}' || b == ']') {
        depth--;
      }
      if (b > ' ' || b < 0) {
        last = b;
      }
    }
    return false;
  }

  /** Builds as much of a value as is there; null if nothing is. */
  private static @Nullable JsonNode beginning(byte[] bytes, int from, int length) {
    Deque<JsonNode> open = new ArrayDeque<>();
    JsonNode root = null;
    try (JsonParser parser = JSON.createParser(bytes, from, length)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME) {
          continue;
        }
        if (token.isStructEnd()) {
          open.pop();
          if (open.isEmpty()) {
            break;
          }
          continue;
        }
        JsonNode node = node(parser, token);
        JsonNode parent = open.peek();
        if (parent instanceof ObjectNode object) {
          object.set(parser.currentName(), node);
        } else if (parent instanceof ArrayNode array) {
          array.add(node);
        } else {
          root = node;
        }
        if (token.isStructStart()) {
          open.push(node);
        } else if (parent == null) {
          break;
        }
      }
    } catch (JsonProcessingException e) {
      return root; // Cut off or broken: what is there decides, and reading it again reports it.
    } catch (IOException e) {
      throw new IllegalStateException("reading an array of bytes", e);
    }
    return root;
  }

  private static JsonNode node(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> NODES.objectNode();
      case START_ARRAY -> NODES.arrayNode();
      case VALUE_STRING -> NODES.textNode(parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(token == JsonToken.VALUE_TRUE);
      case VALUE_NULL -> NODES.nullNode();
      default -> NODES.numberNode(parser.getDoubleValue());
    };
  }
}
