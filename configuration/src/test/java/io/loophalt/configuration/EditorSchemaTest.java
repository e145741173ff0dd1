package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.loophalt.configuration.keys.FileKeys;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.YamlNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The published schema, the parser and each other. */
class EditorSchemaTest {

  private static final String REGENERATE = "loophalt.regenerate";

  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(VersionFlag.V7)
          .getSchema(
              new EditorSchema()
                  .of(new FileKeys(new SampleCatalog(), new SampleFrameworks()).type()));

  @Test
  void thePublishedSchemaFollowsFromTheTableOfKeys() throws IOException {
    Path published = Docs.file("loophalt.schema.json");
    String generated =
        pretty(new EditorSchema().of(new FileKeys(Docs.CATALOG, Docs.FRAMEWORKS).type()));
    if (Boolean.getBoolean(REGENERATE)) {
      Files.writeString(published, generated);
    }

    assertThat(Files.readString(published))
        .as(
            "%s is out of date; run mvn -pl agent -am test -Dtest=EditorSchemaTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -D%s=true and commit the file",
            published.getFileName(), REGENERATE)
        .isEqualTo(generated);
  }

  @ParameterizedTest
  @MethodSource
  void parserAndSchemaAcceptTheSameFiles(String yaml) {
    assertThat(parserAccepts(yaml)).as("the parser accepts %s", yaml).isTrue();
    assertThat(SCHEMA.validate(json(YamlReader.read("f", yaml, new Variables(name -> null)))))
        .as("the schema accepts %s", yaml)
        .isEmpty();
  }

  static Stream<String> parserAndSchemaAcceptTheSameFiles() {
    return Stream.concat(
        Table.of(new SampleCatalog(), new SampleFrameworks()).keys().stream()
            .<String>map(Key::example)
            .distinct(),
        Stream.of(
            "",
            "{}",
            "mode: observe",
            "ladder: []",
            "ladder: {halt: 5}",
            "ladder: {nudge: 2, escalate: {at: 3, model: big-one}, halt: 5}",
            "ladder: [{at: 3, do: nudge, message: \"two\\nlines\"}, {at: 1_000, do: halt}]",
            "ceilings: {steps: none, tool-calls: 9, cost: none, wall-clock: none}",
            "ceilings: {tool-calls: {total: 1_000, \"a*\": none}, warn-at: 75, cost: 0.5}",
            "detectors: {polling: off, identical-call: {mode: observe}}",
            "detectors: {polling: {window: 1_000, ladder: {halt: 3}}}",
            "tasks: {\"code search\": {preset: karimo, on-halt: finish}}",
            "tools: {\"*\": {effect: unknown, ignore: true}}",
            "weave: {tools: [\"a.B.c(int, java.lang.String[])\", {method: a.B.*}]}",
            "weave: {models: [a.B.c, {method: a.B.*, text: \"result[0][1].a_b\", model: this}]}",
            "weave: {runs: [{method: a.B.c, conversation: argument254}]}",
            "prices: {\"*\": {input: 0, output: 1_000.50}}",
            "events: {file: a, max-size: 5}",
            "idle-gap: PT5M",
            "tasks: {a: &a {preset: karimo}, b: *a}"));
  }

  @ParameterizedTest
  @MethodSource
  void parserAndSchemaRefuseTheSameFiles(String yaml) {
    assertThat(parserAccepts(yaml)).as("the parser accepts %s", yaml).isFalse();
    assertThat(SCHEMA.validate(json(YamlReader.read("f", yaml, new Variables(name -> null)))))
        .as("what the schema says against %s", yaml)
        .isNotEmpty();
  }

  static Stream<String> parserAndSchemaRefuseTheSameFiles() {
    return Stream.of(
        "presset: standard",
        "preset: standart",
        "mode: off",
        "weave: {models: [{method: a.B.c, text: results}]}",
        "weave: {models: [{method: a.B.c, text: result.}]}",
        "weave: {models: [{method: a.B.c, text: \"result[-1]\"}]}",
        "weave: {models: [{method: a.B.c, text: \"result[a]\"}]}",
        "weave: {models: [{method: a.B.c, text: argument.a}]}",
        "weave: {models: [{text: result}]}",
        "weave: {runs: [{method: a.B.c, conversation: result.id}]}",
        "mode: [act]",
        "- a",
        "hello",
        "5",
        "ceilings:",
        "ceilings: []",
        "ceilings: {steps: many}",
        "ceilings: {steps: 0}",
        "ceilings: {steps: -5}",
        "ceilings: {steps: 1.5}",
        "ceilings: {steps: 9999999999999}",
        "ceilings: {warn-at: 0%}",
        "ceilings: {warn-at: 101}",
        "ceilings: {cost: -0.5}",
        "ceilings: {cost: 1000001}",
        "ceilings: {wall-clock: 10}",
        "ceilings: {tool-calls: {\"\": 3}}",
        "ladder: 3",
        "ladder: {hatl: 5}",
        "ladder: {escalate: {model: big-one}}",
        "ladder: {halt: 0}",
        "ladder: [{at: 3}]",
        "ladder: [{do: halt}]",
        "ladder: [{at: 3, do: stop}]",
        "ladder: [{at: 3, do: nudge, message: 5}]",
        "ladder: [{at: 3, do: nudge, message: \" \"}]",
        "detectors: {poling: off}",
        "detectors: {polling: on}",
        "detectors: {polling: {windo: 3}}",
        "detectors: {identical-call: {window: 3}}",
        "detectors: {polling: {window: 0}}",
        "detectors: {polling: {window: 1001}}",
        "tasks: {\"*\": {preset: karimo}}",
        "tasks: {a: {mode: act}}",
        "tools: {\"\": {effect: read}}",
        "tools: {a: {effect: reed}}",
        "tools: {a: {files: path}}",
        "tools: {a: {ignore: yes}}",
        "weave: {tool-annotations: [MyTool]}",
        "weave: {tools: [{name: x}]}",
        "weave: {frameworks: 1}",
        "prices: {x: {input: 1}}",
        "prices: {x: {input: cheap, output: 1}}",
        "events: {max-size: 5}",
        "events: {file: a, max-size: 10XB}",
        "events: {file: a, max-size: 0}",
        "idle-gap: 5",
        "idle-gap: soon",
        "max-runs: 2000000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{mode: \"${VALUE}\"}",
        "{idle-gap: \"${VALUE}\"}",
        "{events: {file: \"${VALUE}/${VALUE}.jsonl\"}}",
        "{tasks: {a: {on-halt: \"${VALUE}\"}}}",
        "{detectors: {polling: \"${VALUE}\"}}",
        "{max-runs: \"${VALUE}\"}",
        "{ceilings: {cost: \"${VALUE}\"}}",
        "{weave: {servlet-requests: \"${VALUE}\"}}"
      })
  void parserAndSchemaTakeVariablesInTheSamePlaces(String yaml) {
    YamlNode asWritten =
        YamlReader.read("f", yaml.replace("${", "$${"), new Variables(name -> null));

    assertThat(SCHEMA.validate(json(asWritten)).isEmpty())
        .as("whether the schema accepts %s", yaml)
        .isEqualTo(
            Stream.of("act", "5m", "throw", "off", "5", "true")
                .anyMatch(value -> parserAccepts(yaml, name -> value)));
  }

  private static boolean parserAccepts(
      String yaml, Function<String, @Nullable String> environment) {
    try {
      new ConfigLoader(new SampleCatalog(), new SampleFrameworks(), environment)
          .parse("loophalt.yaml", yaml);
      return true;
    } catch (ConfigException refused) {
      return false;
    }
  }

  private static boolean parserAccepts(String yaml) {
    return parserAccepts(yaml, name -> null);
  }

  private static JsonNode json(@Nullable YamlNode node) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    if (node instanceof YamlNode.Listing listing) {
      ArrayNode array = json.arrayNode();
      listing.items().forEach(item -> array.add(json(item)));
      return array;
    }
    if (node instanceof YamlNode.Mapping mapping) {
      ObjectNode object = json.objectNode();
      mapping.entries().forEach(entry -> object.set(entry.key(), json(entry.value())));
      return object;
    }
    if (node instanceof YamlNode.Scalar scalar) {
      return switch (scalar.kind()) {
        case NOTHING -> json.nullNode();
        case TRUTH -> json.booleanNode(Boolean.parseBoolean(scalar.text()));
        case INTEGER -> json.numberNode(new BigInteger(scalar.text()));
        case DECIMAL -> json.numberNode(new BigDecimal(scalar.text()));
        case TEXT -> json.textNode(scalar.text());
      };
    }
    return json.nullNode();
  }

  private static String pretty(JsonNode schema) throws IOException {
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    printer.indentArraysWith(DefaultPrettyPrinter.FixedSpaceIndenter.instance);
    printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
    return new ObjectMapper().writer(printer).writeValueAsString(schema) + "\n";
  }
}
