package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.runtime.policy.NotifyPolicy;
import io.loophalt.runtime.policy.NotifyPolicy.Kind;
import io.loophalt.runtime.policy.WebhookSecret;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotifySettingsTest {

  private static final String URL = "https://hooks.example.com/T0/secret-path";

  private final Path folder;

  NotifySettingsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void nothingIsPostedByDefault() {
    assertThat(read("mode: act")).isEmpty();
  }

  @Test
  void allKindsArePostedUnsignedUnlessItSaysOtherwise() {
    assertThat(read("notify: {url: \"" + URL + "\"}"))
        .contains(
            new NotifyPolicy(
                URI.create(URL), null, EnumSet.allOf(Kind.class), Duration.ofSeconds(10), 60, 256));
    assertThat(
            read(
                "notify: {url: \""
                    + URL
                    + "\", on: [halt, budget], timeout: 2s, max-per-minute: 5, queue-length: 9}"))
        .contains(
            new NotifyPolicy(
                URI.create(URL),
                null,
                EnumSet.of(Kind.HALT, Kind.BUDGET),
                Duration.ofSeconds(2),
                5,
                9));
    assertThat(read("notify: {url: \"" + URL + "\", on: waiting}"))
        .hasValueSatisfying(each -> assertThat(each.kinds()).containsExactly(Kind.WAITING));
  }

  @Test
  void theSecretIsThatOfAVariableOrOfAFile() throws Exception {
    NotifyPolicy byVariable =
        read("notify: {url: \"" + URL + "\", secret: \"${HOOK}\"}").orElseThrow();
    Path file = folder.resolve("hook.secret");
    Files.writeString(file, "0123456789abcdef\r\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    NotifyPolicy byFile = ofFile("notify: {url: \"" + URL + "\", secret: {file: hook.secret}}");

    byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
    assertThat(signed(byVariable, body))
        .as("as Python's hmac has it")
        .isEqualTo("2715e361a2d9e07f18d1568c2ef7da53505294212e31a4574fa8caf233db6f79");
    assertThat(signed(byFile, body)).isEqualTo(signed(byVariable, body));
    assertThat(byVariable.toString() + byVariable.secret())
        .isEqualTo("notifications to https://hooks.example.coma secret");
  }

  private static String signed(NotifyPolicy policy, byte[] body) throws Exception {
    WebhookSecret secret = Objects.requireNonNull(policy.secret());
    return secret.sign(1_764_036_000, body);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | 1:9: 'url' is missing under 'notify'",
        "{url: ftp://h/secret-path} | 1:15: 'url': it does not begin with https:// or http://",
        "{url: 'https://u:secret-path@h/'} | 1:15: 'url': it holds a name or a password",
        "{url: 'https:///secret-path'} | 1:15: 'url': it has no host",
        "{url: 'https://h:70000/secret-path'} | 1:15: 'url': it has no host, or no port",
        "{url: 'https://h/secret-path x'} | 1:15: 'url': it is no address such as",
        "{url: 'https://h/', secret: secret-path-0123456789} | 1:37: 'secret' is not written out",
        "{url: 'https://h/', secret: '${SHORT}'} | 1:37: 'secret' must be a secret",
        "{url: 'https://h/', on: []} | 1:29: 'on' names nothing",
        "{url: 'https://h/', on: [halts]} | 1:34: unknown value 'halts'",
        "{url: 'https://h/', queue-length: 0} | 1:43: 'queue-length' must be a whole number from 1"
      })
  void aMistakeIsToldWithItsPlaceAndWithoutWhatMayBeSecret(String yaml, String told) {
    assertThatThrownBy(() -> read("notify: " + yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("loophalt.yaml:" + told)
        .hasMessageNotContaining("secret-path");
  }

  @Test
  void aFileThatOthersCanReadIsRefused() throws IOException {
    Path file = folder.resolve("hook.secret");
    Files.writeString(file, "0123456789abcdef");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    assertThatThrownBy(() -> ofFile("notify: {url: \"" + URL + "\", secret: {file: hook.secret}}"))
        .hasMessageContaining("the secret 'hook.secret' is open to others than its owner");

    Files.writeString(file, "too short\n\n\n\n\n\n\n\n\n\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> ofFile("notify: {url: \"" + URL + "\", secret: {file: hook.secret}}"))
        .hasMessageContaining("has 9 bytes before its line's end, and a secret has 16 at least");
  }

  @Test
  void whatIsInForceIsShownWithoutWhatMayBeSecret() {
    Provenance shown = new Provenance(new SampleCatalog());

    assertThat(shown.of("f", "notify: {url: \"" + URL + "\", secret: \"${HOOK}\"}"))
        .extracting(each -> each.key() + "=" + each.value())
        .contains("notify.url=https://hooks.example.com/…", "notify.secret=${HOOK}");
    assertThat(shown.of("f", "notify: {url: \"https://h?secret-path\"}"))
        .extracting(each -> each.key() + "=" + each.value())
        .contains("notify.url=https://h/…");
    assertThat(shown.of("f", ""))
        .extracting(each -> each.key() + "=" + each.value())
        .contains("notify=off", "budgets=none");
  }

  @Test
  void noPasswordOfAStoreIsShown() {
    Provenance shown = new Provenance(new SampleCatalog());

    assertThat(
            shown.of(
                "f",
                "store: {url: \"redis://agents:p@ss/w0rd@host:6379/0\", sentinel-password: hidden1,"
                    + " tls: {password: hidden2, key-store-password: hidden3, trust-store: ca.p12}}"))
        .extracting(each -> each.key() + "=" + each.value())
        .contains(
            "store.url=redis://(not shown)@host:6379/0",
            "store.sentinel-password=(not shown)",
            "store.tls.password=(not shown)",
            "store.tls.key-store-password=(not shown)",
            "store.tls.trust-store=ca.p12");
    assertThat(shown.of("f", "store: {url: \"redis://pass/word@host\"}"))
        .extracting(Provenance.Setting::value)
        .contains("redis://(not shown)@host");
    assertThat(shown.of("f", "store: {url: \"redis://host:6379\"}"))
        .extracting(Provenance.Setting::value)
        .contains("redis://host:6379");
  }

  private NotifyPolicy ofFile(String text) throws IOException {
    Path file = folder.resolve("loophalt.yaml");
    Files.writeString(file, text);
    ConfigSource source =
        ConfigSource.locate(file.toString(), name -> null, name -> null, folder.toFile());
    return loader().check(source).notifications().orElseThrow();
  }

  private static Optional<NotifyPolicy> read(String text) {
    return loader().parse("loophalt.yaml", text).notifications();
  }

  private static ConfigLoader loader() {
    Map<String, String> variables = Map.of("HOOK", "0123456789abcdef", "SHORT", "secret-path");
    return new ConfigLoader(new SampleCatalog(), new SampleFrameworks(), variables::get);
  }
}
