package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.runtime.policy.MemoryPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemorySettingsTest {

  private final Path folder;

  MemorySettingsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void nothingIsRememberedByDefault() throws IOException {
    assertThat(config("mode: act")).isEmpty();
  }

  @Test
  void itIsKeptForNinetyDaysBesideTheConfigurationUnlessThatSaysOtherwise() throws IOException {
    assertThat(config("memory: {file: loops.json}"))
        .contains(new MemoryPolicy(folder.resolve("loops.json"), Duration.ofDays(90)));
    assertThat(config("memory: {file: /var/lib/loops.json, keep: 7d}"))
        .contains(new MemoryPolicy(Path.of("/var/lib/loops.json"), Duration.ofDays(7)));
  }

  @Test
  void aFolderIsNoFileForIt() throws IOException {
    Files.createDirectory(folder.resolve("loops"));

    assertThatThrownBy(() -> config("memory: {file: loops}"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("loophalt.yaml:1:10")
        .hasMessageContaining("'loops' is a directory; the memory of past loops is a regular file");
  }

  private Optional<MemoryPolicy> config(String text) throws IOException {
    Path yaml = Files.writeString(folder.resolve("loophalt.yaml"), text);
    return new ConfigLoader(new SampleCatalog(), new SampleFrameworks())
        .check(ConfigSource.locate(yaml.toString(), name -> null, name -> null, folder.toFile()))
        .memory();
  }
}
