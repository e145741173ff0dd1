package io.loophalt.configuration;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.configuration.schema.ChoiceType;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ListType;
import io.loophalt.configuration.schema.MapType;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.ScalarType;
import io.loophalt.configuration.schema.ShortType;
import io.loophalt.configuration.schema.Type;
import io.loophalt.configuration.schema.YamlNode.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The JSON Schema that follows from the description of the file. */
final class EditorSchema {

  private static final String VARIABLE = "\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}";

  private final ObjectMapper json = new ObjectMapper();
  private final Map<ObjectNode, String> names = new LinkedHashMap<>();
  private final Map<String, ObjectNode> definitions = new TreeMap<>();

  /** The whole schema. */
  ObjectNode of(ObjectType<?> file) {
    ObjectNode schema = json.createObjectNode();
    schema.put("$schema", "http://json-schema.org/draft-07/schema#");
    schema.put("title", "Loophalt configuration");
    ObjectNode body = object(file);
    body.putArray("type").add("object").add("null");
    schema.setAll(body);
    ObjectNode shared = schema.putObject("definitions");
    definitions.forEach(shared::set);
    return schema;
  }

  private ObjectNode schema(Type<?> type) {
    if (type instanceof ScalarType<?> scalar) {
      return scalar(scalar);
    }
    if (type instanceof ShortType<?, ?> shortForm) {
      return schema(shortForm.scalar());
    }
    if (type instanceof ObjectType<?> object) {
      return shared(object.name(), object(object));
    }
    ObjectNode schema = json.createObjectNode();
    if (type instanceof ListType<?, ?> list) {
      schema.put("type", "array").set("items", schema(list.itemType()));
    } else if (type instanceof MapType<?, ?> map) {
      schema.put("type", "object").set("additionalProperties", schema(map.valueType()));
      schema.set("propertyNames", text(map.keyType()));
    } else if (type instanceof ChoiceType<?> choice) {
      ArrayNode anyOf = schema.putArray("anyOf");
      choice.forms().forEach(form -> anyOf.add(schema(form)));
    }
    return schema;
  }

  private ObjectNode object(ObjectType<?> type) {
    ObjectNode schema = json.createObjectNode();
    schema.put("type", "object");
    schema.put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    for (Key<?> key : type.keys()) {
      ObjectNode property = schema(key.type());
      if (property.has("$ref")) {
        ObjectNode reference = property;
        property = json.createObjectNode();
        property.putArray("allOf").add(reference);
      }
      property.put("description", key.doc());
      properties.set(key.name(), property);
    }
    List<String> required =
        type.keys().stream().filter(Key::required).<String>map(Key::name).toList();
    if (!required.isEmpty()) {
      required.forEach(schema.putArray("required")::add);
    }
    return schema;
  }

  /** A reference, so that what is used in many places is written once. */
  private ObjectNode shared(String name, ObjectNode schema) {
    String unique = names.get(schema);
    if (unique == null) {
      unique = name;
      for (int i = 2; definitions.containsKey(unique); i++) {
        unique = name + "-" + i;
      }
      names.put(schema, unique);
      definitions.put(unique, schema);
    }
    return json.createObjectNode().put("$ref", "#/definitions/" + unique);
  }

  private ObjectNode scalar(ScalarType<?> type) {
    ObjectNode number = json.createObjectNode();
    if (type.kinds().contains(Kind.DECIMAL)) {
      number.put("type", "number");
    } else if (type.kinds().contains(Kind.INTEGER)) {
      number.put("type", "integer");
    } else if (type.kinds().contains(Kind.TRUTH)) {
      return number.put("type", "boolean");
    } else {
      return textOrVariable(type);
    }
    if (type.minimum() > Long.MIN_VALUE) {
      number.put("minimum", type.minimum());
      number.put("maximum", type.maximum());
    }
    ObjectNode schema = json.createObjectNode();
    schema.putArray("anyOf").add(number).add(text(type));
    return schema;
  }

  /** The values that texts may be, and a variable that may hold one of them. */
  private ObjectNode textOrVariable(ScalarType<?> type) {
    ObjectNode text = text(type);
    Pattern pattern = type.pattern();
    boolean matches = pattern == null || pattern.matcher("${VARIABLE}").matches();
    if (!type.takesVariables() || (type.choices().isEmpty() && matches)) {
      return text;
    }
    ObjectNode schema = json.createObjectNode();
    ObjectNode variable = json.createObjectNode().put("type", "string").put("pattern", VARIABLE);
    schema.putArray("anyOf").add(text).add(shared("variable", variable));
    return schema;
  }

  private ObjectNode text(ScalarType<?> type) {
    ObjectNode schema = json.createObjectNode();
    schema.put("type", "string");
    if (!type.choices().isEmpty()) {
      type.choices().forEach(schema.putArray("enum")::add);
    } else {
      schema.put("maxLength", type.maximumLength());
    }
    Pattern pattern = type.pattern();
    if (pattern != null) {
      schema.put("pattern", "^(?:" + pattern + ")$");
    }
    return schema;
  }
}
