package io.loophalt.compatibility;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The published schemas let readers of an old one read what is newer. These let nothing by that is
 * not in them.
 */
final class StrictSchema {

  private static final ObjectMapper JSON = new ObjectMapper();

  private StrictSchema() {}

  /** Of a line of the event log. */
  static JsonSchema ofEvents() {
    ObjectNode root = read("events.schema.json");
    for (JsonNode kind : root.path("$defs")) {
      kind.path("properties").forEach(StrictSchema::close);
    }
    root.put("unevaluatedProperties", false);
    return schema(root);
  }

  /** Of what is posted. */
  static JsonSchema ofNotifications() {
    ObjectNode root = read("notify.schema.json");
    close(root);
    return schema(root);
  }

  /** Of what a command prints with {@code --json}. */
  static JsonSchema ofCommand(String name) {
    ObjectNode root = read("commands.schema.json");
    if (!root.path("$defs").has(name)) {
      throw new IllegalArgumentException("the schema does not have the command " + name);
    }
    close(root);
    root.put("$ref", "#/$defs/" + name);
    return schema(root);
  }

  /** The text of a published schema. */
  static ObjectNode read(String name) {
    Path file = Path.of(System.getProperty("loophalt.docs", "")).resolve(name);
    try {
      return (ObjectNode) JSON.readTree(Files.readString(file));
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  private static JsonSchema schema(ObjectNode root) {
    return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(root);
  }

  /** Objects have the fields that are named, and no others. */
  private static void close(JsonNode value) {
    if (value instanceof ObjectNode object) {
      if (object.has("properties") && !object.has("additionalProperties")) {
        object.put("additionalProperties", false);
      }
      object.forEach(StrictSchema::close);
    }
  }
}
