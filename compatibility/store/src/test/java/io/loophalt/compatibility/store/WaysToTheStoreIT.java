package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.server.FreePorts;
import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The store is reached over TLS, and through those who know which server is the master. */
@SpreadOverJdks
class WaysToTheStoreIT extends SharedJvms {

  @OnEveryJdk
  void overTlsTheServerIsTrustedByTheCertificatesOfTheFile(ForkedContainer container)
      throws Exception {
    Path tls = Files.createDirectory(folder.resolve("tls"));
    Certificates.make(tls, "127.0.0.1");
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
    Certificates.make(tls, "127.0.0.1");
    try (RedisServer secured = secured(tls)) {
      scheme = "rediss://";
      settingsOfStore =
          ", tls: {trust-store: \""
              + tls.resolve("key.p12")
              + "\", password: "
              + Certificates.PASSWORD
              + "}";
      start(container, secured.port());

      assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(5);
    }
  }

  /** As a Redis does by default. */
  @OnEveryJdk
  void aServerThatWantsACertificateGetsThatOfTheKeyStore(ForkedContainer container)
      throws Exception {
    Path tls = Files.createDirectory(folder.resolve("tls"));
    Certificates.make(tls, "127.0.0.1");
    Path own = Files.createDirectory(folder.resolve("own"));
    Certificates.make(own, "127.0.0.1");
    int port = FreePorts.next();
    List<String> more = new ArrayList<>(List.of("--port", "0"));
    more.addAll(Certificates.options(tls, port, own));
    try (RedisServer secured =
        new RedisServer(Files.createDirectory(folder.resolve("secured")), port, more)) {
      scheme = "rediss://";
      String trusting = ", tls: {trust-store: \"" + tls.resolve("cert.pem") + '"';
      settingsOfStore = trusting + '}';
      begin(container, secured.port(), 1);
      jvms.get(0).awaitErrorMatching(".*the store at .* is away \\(.*");

      settingsOfStore =
          trusting
              + ", key-store: \""
              + own.resolve("key.p12")
              + "\", key-store-password: "
              + Certificates.PASSWORD
              + '}';
      begin(container, secured.port(), 2);
      jvms.get(1).awaitErrorMatching(".*the store at .* is there");
      jvms.get(2).awaitErrorMatching(".*the store at .* is there");

      assertThat(stepsUntilHalted(1, 3, "job")).isEqualTo(5);
    }
  }

  @OnEveryJdk
  void aServerThatIsNotTrustedOrOfAnotherNameIsAway(ForkedContainer container) throws Exception {
    Path ofOther = Files.createDirectory(folder.resolve("other"));
    Certificates.make(ofOther, "10.1.2.3");
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
    int port = FreePorts.next();
    try (RedisServer replica =
            new RedisServer(
                Files.createDirectory(folder.resolve("replica")),
                FreePorts.next(),
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
    int port = FreePorts.next();
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

  @OnEveryJdk
  void overTlsAUserOfAClusterWhoMayDoWhatIsNeededIsEnough(ForkedContainer container)
      throws Exception {
    Path tls = Files.createDirectory(folder.resolve("tls"));
    Certificates.make(tls, "127.0.0.1");
    try (RedisNodes cluster = new RedisNodes(folder, tls)) {
      for (RedisServer each : cluster.all()) {
        each.command(
            ("acl setuser agents on >s3cret ~loophalt:* &loophalt:* -@all +ping +info +select +evalsha +eval"
                    + " +time +hmget +hget +hset +hdel +hincrby +pexpire +publish +subscribe"
                    + " +cluster|slots +asking")
                .split(" "));
      }
      scheme = "rediss://";
      login = "agents:s3cret@";
      settingsOfStore =
          ", cluster: [\"127.0.0.1:"
              + cluster.tlsPort(1)
              + "\"], tls: {trust-store: \""
              + tls.resolve("cert.pem")
              + "\"}";
      begin(container, cluster.tlsPort(0));
      for (ForkedJvm each : jvms) {
        for (int i = 0; i < cluster.masters().size(); i++) {
          each.awaitErrorMatching(".*the store at 127.0.0.1:" + cluster.tlsPort(i) + " is there");
        }
      }

      for (int i = 0; i < 6; i++) {
        assertThat(stepsUntilHalted(0, JVMS, "job" + i)).isEqualTo(5);
      }
      assertThat(cluster.masterOf("loophalt:digest-keys").ask("hget", "loophalt:digest-keys", "m"))
          .as("the mark of one digest key")
          .matches("[0-9a-f]{32} [0-9]{13}\\s*");
      assertThat(String.join("", jvms.get(0).stop().err()))
          .doesNotContain("is away")
          .doesNotContain("digest key")
          .doesNotContain("does not tell this JVM of halts")
          .doesNotContain("+info")
          .doesNotContain("s3cret");
    }
  }

  @OnEveryJdk
  void eachKindOfServerThatThisMachineHasWillDo(ForkedContainer container) throws Exception {
    assertThat(RedisServer.programs()).isNotEmpty();
    for (String program : RedisServer.programs()) {
      Path own = Files.createDirectory(folder.resolve(program));
      try (RedisServer other = new RedisServer(program, own, FreePorts.next(), List.of())) {
        int first = jvms.size();
        start(container, other.port());

        assertThat(stepsUntilHalted(first, first + JVMS, "job")).as(program).isEqualTo(5);
        assertThat(other.ask("--scan", "--pattern", "loophalt:run:{*")).as(program).isNotBlank();
      }
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
}
