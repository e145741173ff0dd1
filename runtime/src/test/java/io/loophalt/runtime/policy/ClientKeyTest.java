package io.loophalt.runtime.policy;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One that can be used is used against a real server. */
class ClientKeyTest {

  @Test
  void whyAFileIsOfNoUseIsSaid(@TempDir Path folder) throws Exception {
    File file = folder.resolve("agent.p12").toFile();
    assertThatIOException()
        .isThrownBy(() -> ClientKey.read(file, "changeit"))
        .withMessage("does not exist");
    assertThatIOException()
        .isThrownBy(() -> ClientKey.read(folder.toFile(), "changeit"))
        .withMessage("is no file");

    KeyStore empty = KeyStore.getInstance("PKCS12");
    empty.load(null, null);
    try (OutputStream out = Files.newOutputStream(file.toPath())) {
      empty.store(out, "changeit".toCharArray());
    }

    assertThatIOException()
        .isThrownBy(() -> ClientKey.read(file, "changeit"))
        .withMessage("holds no private key");
    assertThatIOException()
        .isThrownBy(() -> ClientKey.read(file, "another"))
        .withMessageStartingWith("cannot be read: ");
  }
}
