package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.configuration.keys.FileKeys;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.YamlNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the pages say about the configuration is true and complete. */
class DocsTest {

  private static final ConfigLoader LOADER =
      new ConfigLoader(
          Docs.CATALOG,
          Docs.FRAMEWORKS,
          Map.of(
                  "AGENT_PRESET",
                  "standard",
                  "LOG_DIR",
                  "logs",
                  "OTLP_TOKEN",
                  "Bearer x",
                  "LOOPHALT_STORE_PASSWORD",
                  "x",
                  "LOOPHALT_KEY_STORE_PASSWORD",
                  "x")
              ::get);

  @ParameterizedTest
  @MethodSource
  void everyYamlBlockIsAValidConfigurationInWhichEverythingCanFire(Docs.Block block) {
    assertThat(LOADER.parse(block.name(), block.yaml()).findings()).isEmpty();
  }

  static List<Docs.Block> everyYamlBlockIsAValidConfigurationInWhichEverythingCanFire()
      throws IOException {
    return Docs.yamlBlocks();
  }

  @Test
  void theExampleFileIsValidAndShowsEveryKeyOfTheTopLevel() throws IOException {
    Path example = Docs.file("loophalt.example.yaml");
    String text = Files.readString(example);

    assertThat(LOADER.parse("loophalt.example.yaml", text).findings()).isEmpty();
    assertThat(YamlReader.read("loophalt.example.yaml", text, new Variables(name -> null)))
        .isInstanceOfSatisfying(
            YamlNode.Mapping.class,
            root ->
                assertThat(root.entries().stream().map(YamlNode.Entry::key))
                    .containsExactlyInAnyOrderElementsOf(
                        names(new FileKeys(Docs.CATALOG, Docs.FRAMEWORKS).type())));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void theReferenceListsEveryKeyOf(String object, List<String> keys) throws IOException {
    String section = section(Files.readString(Docs.file("configuration.md")), object);

    assertThat(section.lines().filter(line -> line.startsWith("| `")))
        .as("rows of the section '%s' of configuration.md", object)
        .extracting(row -> row.substring(3, row.indexOf('`', 3)))
        .containsExactlyElementsOf(keys);
  }

  static Stream<Arguments> theReferenceListsEveryKeyOf() {
    return Table.of(Docs.CATALOG, Docs.FRAMEWORKS).objects().entrySet().stream()
        .filter(e -> !e.getKey().startsWith("detector"))
        .map(e -> Arguments.of(e.getKey(), names(e.getValue().get(0))));
  }

  @Test
  void theReferenceNamesEveryPresetAndDetector() throws IOException {
    String page = Files.readString(Docs.file("configuration.md"));

    for (String name :
        Stream.concat(Docs.CATALOG.presets().stream(), Docs.CATALOG.detectorNames().stream())
            .toList()) {
      assertThat(page).as("configuration.md").contains("`" + name + "`");
    }
  }

  private static List<String> names(ObjectType<?> object) {
    return object.keys().stream().<String>map(Key::name).toList();
  }

  /** The part of a page under the heading that ends with a comment naming the object. */
  private static String section(String page, String object) {
    String marker = "<!-- keys of " + object + " -->";
    int begin = page.indexOf(marker);
    assertThat(begin).as("configuration.md has a table after '%s'", marker).isNotNegative();
    int end = page.indexOf("<!-- keys of ", begin + marker.length());
    return end < 0 ? page.substring(begin) : page.substring(begin, end);
  }
}
