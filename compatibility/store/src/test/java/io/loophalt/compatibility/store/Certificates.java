package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** By which a server is known over TLS. */
final class Certificates {

  /** Of the file for Java. */
  static final String PASSWORD = "changeit";

  private Certificates() {}

  /** What tells a server to take TLS on a port, by what {@link #make} has made. */
  static List<String> options(Path made, int port) {
    return List.of(
        "--tls-port",
        String.valueOf(port),
        "--tls-cert-file",
        made.resolve("cert.pem").toString(),
        "--tls-key-file",
        made.resolve("key.pem").toString(),
        "--tls-ca-cert-file",
        made.resolve("cert.pem").toString(),
        "--tls-auth-clients",
        "no");
  }

  /** The same of a server that wants a certificate of who connects: that of another folder. */
  static List<String> options(Path made, int port, Path ofClients) {
    List<String> options = new ArrayList<>(options(made, port));
    options.set(
        options.indexOf("--tls-ca-cert-file") + 1, ofClients.resolve("cert.pem").toString());
    options.set(options.indexOf("--tls-auth-clients") + 1, "yes");
    return options;
  }

  /** One that is signed by itself, of a host with this address, for Java and for others. */
  static void make(Path target, String address) throws Exception {
    Path file = target.resolve("key.p12");
    Process made =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "redis",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=redis",
                "-ext",
                "SAN=ip:" + address,
                "-keystore",
                file.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(made.waitFor()).as(said).isZero();
    KeyStore keys = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
    pem(
        target.resolve("key.pem"),
        "PRIVATE KEY",
        keys.getKey("redis", PASSWORD.toCharArray()).getEncoded());
    byte[] certificate = keys.getCertificate("redis").getEncoded();
    pem(target.resolve("cert.pem"), "CERTIFICATE", certificate);
    keys.setCertificateEntry("trusted", keys.getCertificate("redis"));
    try (var out = Files.newOutputStream(file)) {
      keys.store(out, PASSWORD.toCharArray());
    }
  }

  private static void pem(Path file, String what, byte[] bytes) {
    try {
      Files.writeString(
          file,
          "-----BEGIN "
              + what
              + "-----\n"
              + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes)
              + "\n-----END "
              + what
              + "-----\n");
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }
}
