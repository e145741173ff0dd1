package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars of users' extensions, and the frameworks whose names only they know. */
class ExtensionsKeyTest {

  private static final ConfigLoader LOADER =
      new ConfigLoader(new SampleCatalog(), new SampleFrameworks());

  private final Path folder;

  ExtensionsKeyTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void aRelativePathStartsFromTheFolderOfTheFile() throws IOException {
    Path jar = Files.createFile(Files.createDirectory(folder.resolve("lib")).resolve("acme.jar"));
    Path elsewhere = Files.createFile(folder.resolve("absolute.jar"));

    assertThat(check("extensions: [lib/acme.jar, " + elsewhere + "]\n").extensions())
        .containsExactly(jar.toFile(), elsewhere.toFile());
    assertThat(check("mode: act\n").extensions()).isEmpty();
  }

  @Test
  void aMissingJarIsAMistakeWithItsPlace() {
    assertThat(refusal("mode: act\nextensions: [acme.jar]\n"))
        .hasMessageEndingWith(
            "loophalt.yaml:2:14: the extension 'acme.jar' does not exist. Example: extensions:"
                + " [lib/my-framework.jar]");
  }

  @Test
  void aFolderIsAMistake() throws IOException {
    Files.createDirectory(folder.resolve("classes"));

    assertThat(refusal("extensions: [classes]\n"))
        .hasMessageContaining(":1:14: the extension 'classes' is a directory.");
  }

  /** Strangers write what is in a working directory, and so do tools of the agent. */
  @Test
  void aFileThatNobodyHasNamedLoadsNoCode() throws IOException {
    Files.createFile(folder.resolve("acme.jar"));
    Path file =
        Files.writeString(folder.resolve("loophalt.yaml"), "mode: act\nextensions: [acme.jar]\n");

    assertThatThrownBy(() -> LOADER.check(located(null)))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "loophalt.yaml:2:1: 'extensions' loads code, which a file that is only found in the"
                + " working directory may not; name the file: config=loophalt.yaml in the agent's"
                + " options, the system property loophalt.config, or the environment variable"
                + " LOOPHALT_CONFIG");
    assertThat(LOADER.check(located("loophalt.yaml")).extensions()).hasSize(1);
    Files.writeString(file, "mode: observe\n");
    assertThat(LOADER.check(located(null)).policy().mode()).isEqualTo(Mode.OBSERVE);
  }

  private ConfigSource located(@Nullable String agentOption) {
    return ConfigSource.locate(agentOption, name -> null, name -> null, folder.toFile());
  }

  @Test
  void extensionsBringNamesByWhichTheyAreSwitchedOff() throws IOException {
    Files.createFile(folder.resolve("acme.jar"));
    String switched = "weave: {frameworks: {acme: false, mcp: false, koog: true}}\n";

    assertThat(check(switched + "extensions: [acme.jar]\n").policy().weaving().frameworks().off())
        .isEqualTo(Set.of("acme", "mcp"));
    assertThat(refusal(switched)).hasMessageContaining(":1:22: unknown framework 'acme'");
  }

  private ConfigException refusal(String yaml) {
    ConfigException refused = catchThrowableOfType(ConfigException.class, () -> check(yaml));
    assertThat(refused).as("%s is refused", yaml).isNotNull();
    return refused;
  }

  private CheckedConfig check(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("loophalt.yaml"), yaml);
    return LOADER.check(new ConfigSource(file.toFile(), file.toString(), "the test"));
  }
}
