package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.Effect;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.configuration.schema.Quote;
import io.loophalt.configuration.settings.Defaults;
import io.loophalt.configuration.settings.FrameworkNames;
import io.loophalt.configuration.settings.PresetCatalog;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.policy.Ladder;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.policy.AgentPolicy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which file counts, and what is said when it cannot be read. */
class ConfigSourceTest {

  private final ConfigLoader loader = new ConfigLoader(new SampleCatalog(), new SampleFrameworks());

  private final Path directory;

  ConfigSourceTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void theAgentsOptionComesFirst() {
    assertThat(
            locate("a.yaml", Map.of("loophalt.config", "b.yaml"), Map.of("LOOPHALT_CONFIG", "c")))
        .extracting(ConfigSource::name)
        .isEqualTo("a.yaml");
  }

  @Test
  void theSystemPropertyComesBeforeTheEnvironment() {
    assertThat(locate(null, Map.of("loophalt.config", "b.yaml"), Map.of("LOOPHALT_CONFIG", "c")))
        .extracting(ConfigSource::name)
        .isEqualTo("b.yaml");
  }

  @Test
  void theEnvironmentComesBeforeTheWorkingDirectory() throws IOException {
    write("loophalt.yaml", "mode: observe");

    assertThat(locate(null, Map.of(), Map.of("LOOPHALT_CONFIG", "c.yaml")))
        .extracting(ConfigSource::name)
        .isEqualTo("c.yaml");
  }

  @Test
  void aFileInTheWorkingDirectoryIsTakenWhenNoneIsNamed() throws IOException {
    write("loophalt.yaml", "mode: observe");

    ConfigSource found = locate(null, Map.of(), Map.of());

    assertThat(found.file()).isEqualTo(directory.resolve("loophalt.yaml").toFile());
    assertThat(loader.load(found).source()).isEqualTo("loophalt.yaml");
  }

  @Test
  void withoutAnyFileTheDefaultsHold() {
    ConfigSource found = locate(" ", Map.of(), Map.of("LOOPHALT_CONFIG", ""));

    assertThat(found).isEqualTo(ConfigSource.NONE);
    assertThat(loader.load(found)).isEqualTo(Defaults.policy(new SampleCatalog()));
  }

  @Test
  void anEmptyFileMeansTheDefaults() throws IOException {
    for (String empty : new String[] {"", "\n\n", "# only a comment\n", "---\n", "{}", "\uFEFF"}) {
      write("loophalt.yaml", empty);

      assertThat(loader.load(locate(null, Map.of(), Map.of())))
          .as("a file that holds %s", Quote.of(empty))
          .usingRecursiveComparison()
          .ignoringFields("source")
          .isEqualTo(Defaults.policy(new SampleCatalog()));
    }
  }

  @Test
  void theDefaultsAreTheStandardPresetAndALadderFromThreeToFive() {
    assertThat(Defaults.policy(new BuiltInPresets()).defaults().detectors())
        .isEqualTo(StandardPreset.detectors());
    assertThat(Defaults.LADDER.rungs())
        .extracting(r -> r.at() + " " + r.intervention())
        .containsExactly("3 NUDGE", "5 HALT");
  }

  @Test
  void aNamedFileThatIsMissingIsToldAndNotPassedOver() {
    assertThatThrownBy(() -> loader.load(locate("gone.yaml", Map.of(), Map.of())))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "gone.yaml: no such file, but config= in the agent's options names it; create it or"
                + " correct the path, and if it has a blank, quote the whole option. Example:"
                + " ladder: [{at: 3, do: nudge}, {at: 5, do: halt}]");
    assertThatThrownBy(
            () -> loader.load(locate(null, Map.of("loophalt.config", "gone.yaml"), Map.of())))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "gone.yaml: no such file, but the system property loophalt.config names it; create it"
                + " or correct the path. Example: ladder: [{at: 3, do: nudge}, {at: 5, do:"
                + " halt}]");
  }

  @Test
  void whereTheLocaleMayNotWriteANameThatIsSaid() {
    assertThatThrownBy(() -> loader.load(locate("für/gone.yaml", Map.of(), Map.of())))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("or if it is there, start this JVM with LC_ALL=C.UTF-8");
  }

  @Test
  void aDirectoryIsRefused() {
    String name = directory.toString();

    assertThatThrownBy(() -> loader.load(locate(null, Map.of("loophalt.config", name), Map.of())))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            name
                + ": a directory, but the system property loophalt.config must name a file, such as"
                + " loophalt.yaml in it. Example: ladder: [{at: 3, do: nudge}, {at: 5, do:"
                + " halt}]");
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeIsRefusedAndNotOpened() throws Exception {
    Path pipe = directory.resolve("pipe.yaml");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThatThrownBy(() -> loader.load(locate("pipe.yaml", Map.of(), Map.of())))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(
            "pipe.yaml: a pipe or a device, but config= in the agent's options must name a regular"
                + " file");
  }

  @Test
  void aFileThatCannotBeReadIsTold() throws IOException {
    InputStream closed = InputStream.nullInputStream();
    closed.close();

    assertThatThrownBy(() -> SourceText.of("loophalt.yaml", closed))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "loophalt.yaml: cannot be read: Stream closed; check owner and permissions, for example"
                + " with: ls -l loophalt.yaml");
  }

  @Test
  void aFileThatIsNotUtf8IsToldWithItsByte() {
    byte[] latin1 = "mode: act\n# caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);

    assertThatThrownBy(() -> SourceText.of("loophalt.yaml", new ByteArrayInputStream(latin1)))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "loophalt.yaml:2:6: not UTF-8 at byte 15 (0xE9); save the file as UTF-8, for example"
                + " with: iconv -f ISO-8859-1 -t UTF-8 loophalt.yaml");
  }

  @Test
  void aFileInUtf16IsToldAsSuch() {
    byte[] utf16 = "mode: act\n".getBytes(StandardCharsets.UTF_16);

    assertThatThrownBy(() -> SourceText.of("loophalt.yaml", new ByteArrayInputStream(utf16)))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "loophalt.yaml:1:1: not UTF-8 at byte 0 (0xFE); save the file as UTF-8, for example"
                + " with: iconv -f UTF-16 -t UTF-8 loophalt.yaml");
  }

  @Test
  void aFileThatEndsInsideACharacterIsNotUtf8() {
    byte[] cut = {'a', ':', ' ', (byte) 0xE2, (byte) 0x82};

    assertThatThrownBy(() -> SourceText.of("loophalt.yaml", new ByteArrayInputStream(cut)))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("loophalt.yaml:1:4: not UTF-8 at byte 3 (0xE2); save the file");
  }

  @Test
  void aFileThatIsFarTooLargeIsNotReadToItsEnd() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return '#';
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            Arrays.fill(bytes, offset, offset + length, (byte) '#');
            return length;
          }
        };

    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> SourceText.of("loophalt.yaml", endless))
        .withMessage(
            "loophalt.yaml: larger than 1000000 bytes, which no configuration is; correct the path."
                + " Example: ladder: [{at: 3, do: nudge}, {at: 5, do: halt}]");
  }

  @Test
  void withoutAFileTheYamlLibraryIsNotEvenNeeded() throws Exception {
    URL[] parts = {
      locationOf(ConfigLoader.class),
      locationOf(Presets.class),
      locationOf(AgentPolicy.class),
      locationOf(Ladder.class),
      locationOf(Effect.class)
    };

    try (URLClassLoader withoutYaml =
        new URLClassLoader(parts, ClassLoader.getPlatformClassLoader())) {
      Class<?> presets = withoutYaml.loadClass(BuiltInPresets.class.getName());
      Class<?> catalog = withoutYaml.loadClass(PresetCatalog.class.getName());
      Class<?> frameworks = withoutYaml.loadClass(FrameworkNames.class.getName());
      Class<?> source = withoutYaml.loadClass(ConfigSource.class.getName());
      Class<?> loaderClass = withoutYaml.loadClass(ConfigLoader.class.getName());
      Object isolated =
          loaderClass
              .getConstructor(catalog, frameworks)
              .newInstance(presets.getConstructor().newInstance(), null);
      Object policy =
          loaderClass.getMethod("load", source).invoke(isolated, source.getField("NONE").get(null));

      assertThat(policy.toString()).contains("built-in defaults");
      assertThatExceptionOfType(ClassNotFoundException.class)
          .isThrownBy(() -> withoutYaml.loadClass("org.yaml.snakeyaml.events.Event"));
    }
  }

  private static URL locationOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  private ConfigSource locate(
      @Nullable String option, Map<String, String> properties, Map<String, String> environment) {
    return ConfigSource.locate(option, properties::get, environment::get, directory.toFile());
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }
}
