package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.core.fingerprint.DigestKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DigestKeyFileTest {

  private final Path folder;

  DigestKeyFileTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void theBytesOfAFileThatItsOwnerAloneCanReadAreTheKey() throws IOException {
    Path file = keyFile(32, "rw-------");

    DigestKey read = config(file.getFileName().toString()).orElseThrow();

    assertThat(read.id()).isEqualTo(DigestKey.of(Files.readAllBytes(file)).id());
    assertThat(config(file.toString()).orElseThrow().id()).isEqualTo(read.id());
  }

  @Test
  void aFileThatOthersCanReadIsRefused() throws IOException {
    keyFile(32, "rw-r-----");

    assertMistake(
        "digest.key", "the digest key 'digest.key' is open to others than its owner: chmod 600 it");
  }

  @Test
  void aShortFileIsRefused() throws IOException {
    keyFile(15, "rw-------");

    assertMistake(
        "digest.key", "the digest key 'digest.key' has 15 bytes, and a key has 16 at least");
  }

  @Test
  void aFileThatIsNoneIsRefused() throws IOException {
    Files.createDirectory(folder.resolve("keys"));

    assertMistake("keys", "the digest key 'keys' is a directory");
    assertMistake("none", "the digest key 'none' does not exist");
  }

  private void assertMistake(String path, String problem) {
    assertThatThrownBy(() -> config(path))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(problem)
        .hasMessageContaining("loophalt.yaml:1:14");
  }

  private Path keyFile(int bytes, String permissions) throws IOException {
    Path file = Files.write(folder.resolve("digest.key"), new byte[bytes]);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private Optional<DigestKey> config(String path) throws IOException {
    Path yaml =
        Files.writeString(folder.resolve("loophalt.yaml"), "digest-key: {file: " + path + "}");
    return new ConfigLoader(new SampleCatalog(), new SampleFrameworks())
        .check(ConfigSource.locate(yaml.toString(), name -> null, name -> null, folder.toFile()))
        .digestKey();
  }
}
