package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** The store is reached over TLS, and through those who know which server is the master. */
@SpreadOverJdks
class WaysToTheStoreIT extends SharedJvms {

  private static final String PASSWORD = "changeit";

  @OnEveryJdk
  void overTlsTheServerIsTrustedByTheCertificatesOfTheFile(ForkedContainer container)
      throws Exception {
    Path tls = Files.createDirectory(folder.resolve("tls"));
    certificate(tls, "127.0.0.1");
    try (RedisServer secured = secured(tls)) {
      scheme = "rediss://";
      settingsOfStore = ", tls: {trust-store: \"" + tls.resolve("cert.pem") + "\"}";
      start(container, secured.port());

      assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(5);
    }
  }

  @OnEveryJdk
  void aTrustStoreOfJavaWillDo(ForkedContainer container) throws Exception {
    Path tls = Files.createDirectory(folder.resolve("tls"));
    certificate(tls, "127.0.0.1");
    try (RedisServer secured = secured(tls)) {
      scheme = "rediss://";
      settingsOfStore =
          ", tls: {trust-store: \"" + tls.resolve("key.p12") + "\", password: " + PASSWORD + "}";
      start(container, secured.port());

      assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(5);
    }
  }

  @OnEveryJdk
  void aServerThatIsNotTrustedOrOfAnotherNameIsAway(ForkedContainer container) throws Exception {
    Path ofOther = Files.createDirectory(folder.resolve("other"));
    certificate(ofOther, "10.1.2.3");
    try (RedisServer secured = secured(ofOther)) {
      scheme = "rediss://";
      begin(container, secured.port());
      jvms.get(0).awaitErrorMatching(".*the store at .* is away \\(.*[cC]ertif.*");

      settingsOfStore = ", tls: {trust-store: \"" + ofOther.resolve("cert.pem") + "\"}";
      begin(container, secured.port());
      jvms.get(JVMS)
          .awaitErrorMatching(
              ".*the store at .* is away \\(.*No subject alternative names matching IP address.*");
    }
  }

  @OnEveryJdk
  void afterAFailoverTheSentinelsLeadToTheNewMaster(ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "4";
    int port = RedisServer.freePort();
    try (RedisServer replica =
            new RedisServer(
                Files.createDirectory(folder.resolve("replica")),
                RedisServer.freePort(),
                List.of("--replicaof", "127.0.0.1", String.valueOf(server.port())));
        RedisServer sentinel = sentinel(port)) {
      replica.await("master_link_status:up", "info", "replication");
      sentinel.await("num-slaves\n1", "sentinel", "masters");
      settingsOfStore = ", sentinels: [\"127.0.0.1:" + port + "\"]";
      start(container, 0);
      for (int i = 0; i < 3; i++) {
        assertThat(step(i, "job", "the same")).isEqualTo("went on");
      }
      awaitCopy(replica);

      server.kill();
      for (ForkedJvm each : jvms) {
        stepsUntilAway(each);
      }
      for (ForkedJvm each : jvms) {
        each.awaitErrorMatching(".*the store at mymaster of 127.0.0.1:" + port + " is back");
      }

      assertThat(replica.ask("role")).startsWith("master");
      assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(2);
    }
  }

  @OnEveryJdk
  void sentinelsThatWantAPasswordAreToldThatOfTheirOwn(ForkedContainer container) throws Exception {
    int port = RedisServer.freePort();
    try (RedisServer sentinel =
        sentinel(port, "requirepass of-all\nuser agents on >s3cret -@all +sentinel\n")) {
      server.command("config", "set", "requirepass", "of-the-master");
      login = "default:of-the-master@";
      String sentinels = ", sentinels: [\"127.0.0.1:" + sentinel.port() + "\"]";
      settingsOfStore = sentinels;
      begin(container, 0);
      jvms.get(0).awaitErrorMatching(".*the store at mymaster of .* is away \\(NOAUTH\\).*");

      settingsOfStore = sentinels + ", sentinel-password: of-all";
      begin(container, 0);
      jvms.get(JVMS).awaitErrorMatching(".*the store at mymaster of .* is there");
      settingsOfStore = sentinels + ", sentinel-user: agents, sentinel-password: s3cret";
      begin(container, 0);
      jvms.get(2 * JVMS).awaitErrorMatching(".*the store at mymaster of .* is there");
      jvms.get(2 * JVMS + 1).awaitErrorMatching(".*the store at mymaster of .* is there");

      assertThat(stepsUntilHalted(2 * JVMS, 2 * JVMS + 2, "job")).isEqualTo(5);
      assertThat(String.join("", jvms.get(2 * JVMS).stop().err())).doesNotContain("s3cret");
    }
  }

  private RedisServer sentinel(int port) throws IOException {
    return sentinel(port, "");
  }

  private RedisServer sentinel(int port, String more) throws IOException {
    Path own = Files.createDirectory(folder.resolve("sentinel"));
    Path file = own.resolve("sentinel.conf");
    Files.writeString(
        file,
        "sentinel monitor mymaster 127.0.0.1 "
            + server.port()
            + " 1\nsentinel down-after-milliseconds mymaster 1000\n"
            + "sentinel failover-timeout mymaster 5000\n"
            + more);
    return RedisServer.sentinel(own, port, file);
  }

  private RedisServer secured(Path tls) throws IOException {
    int port = RedisServer.freePort();
    return new RedisServer(
        Files.createDirectory(folder.resolve("secured")),
        port,
        List.of(
            "--port",
            "0",
            "--tls-port",
            String.valueOf(port),
            "--tls-cert-file",
            tls.resolve("cert.pem").toString(),
            "--tls-key-file",
            tls.resolve("key.pem").toString(),
            "--tls-ca-cert-file",
            tls.resolve("cert.pem").toString(),
            "--tls-auth-clients",
            "no"));
  }

  /** One that is signed by itself, of a host with this address, for Java and for others. */
  private static void certificate(Path target, String address) throws Exception {
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
            .inheritIO()
            .start();
    assertThat(made.waitFor()).isZero();
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
