package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.loophalt.configuration.Provenance.Setting;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.runtime.policy.MetricsPolicy;
import io.loophalt.runtime.policy.OtlpPolicy;
import io.loophalt.runtime.policy.PrometheusPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsSettingsTest {

  private static final String ENDPOINT = "http://localhost:4318/v1/metrics";

  @Test
  void byDefaultTheApplicationsOwnLibraryHasThemAndItsSpansHear() {
    assertThat(metrics("mode: act")).isEmpty();
    assertThat(metrics("metrics: on")).contains(MetricsPolicy.DEFAULT);
    assertThat(parse("mode: act").traces()).isTrue();
  }

  @Test
  void bothCanBeLeftOut() {
    assertThat(metrics("metrics: off")).contains(MetricsPolicy.OFF);
    assertThat(metrics("metrics: {application: off}")).contains(MetricsPolicy.OFF);
    assertThat(parse("traces: off").traces()).isFalse();
    assertThat(parse("traces: on").traces()).isTrue();
  }

  @Test
  void theyAreServedToThisMachineAloneUnlessItSaysOtherwise() {
    assertThat(metrics("metrics: {prometheus: {}}")).contains(served("127.0.0.1", 9464, true));
    assertThat(metrics("metrics: {application: off, prometheus: {port: 0, host: \"::1\"}}"))
        .contains(served("::1", 0, false));
    assertThat(metrics("metrics: {prometheus: {port: 65_535, host: 0.0.0.0}}"))
        .contains(served("0.0.0.0", 65_535, true));
  }

  @Test
  void theyAreSentEachMinuteUnlessItSaysOtherwise() {
    assertThat(metrics("metrics: {otlp: {endpoint: \"" + ENDPOINT + "\"}}"))
        .contains(
            new MetricsPolicy(
                true, null, new OtlpPolicy(ENDPOINT, Duration.ofMinutes(1), Map.of())));
    assertThat(
            metrics(
                "metrics: {otlp: {endpoint: \"https://[::1]/x?y=1\", interval: 5s, headers: {a-b: c"
                    + " d}}}"))
        .contains(
            new MetricsPolicy(
                true,
                null,
                new OtlpPolicy(
                    "https://[::1]/x?y=1", Duration.ofSeconds(5), Map.of("a-b", "c d"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "metrics: none",
        "metrics: {application: micrometer}",
        "metrics: {prometheus: {port: 65536}}",
        "metrics: {prometheus: {port: -1}}",
        "metrics: {prometheus: {host: \"http://localhost\"}}",
        "metrics: {prometheus: {host: \"a b\"}}",
        "metrics: {otlp: {}}",
        "metrics: {otlp: {endpoint: \"localhost:4317\"}}",
        "metrics: {otlp: {endpoint: \"http://user:secret@localhost/v1/metrics\"}}",
        "metrics: {otlp: {endpoint: \"http://a_b:c/v1\"}}",
        "metrics: {otlp: {endpoint: \"http://localhost\", interval: 0s}}",
        "metrics: {otlp: {endpoint: \"http://localhost\", headers: {\"a b\": c}}}",
        "metrics: {otlp: {endpoint: \"http://localhost\", headers: {a: \"b\\nc\"}}}",
        "traces: {otlp: x}"
      })
  void whatIsNoAddressAndNoNumberIsAMistake(String yaml) {
    assertThatThrownBy(() -> metrics(yaml)).isInstanceOf(ConfigException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tracing: off | 2:1: unknown key 'tracing'",
        "traces: of | 2:9: ",
        "metrics: {otlp: {interval: 5s}} | 2:17: 'endpoint' is missing",
        "metrics: {otlp: {endpoint: \"http://localhost\", headers: {Host: x}}} | 2:58: "
      })
  void aMistakeNamesItsPlace(String yaml, String message) {
    assertThatThrownBy(() -> metrics("mode: act\n" + yaml)).hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "metrics: {otlp: {endpoint: \"http://hidden-1:hidden-2@localhost/v1/metrics\"}}",
        "metrics: {otlp: {endpoint: \"localhost:4318/v1/metrics?key=hidden-1\"}}",
        "metrics: {otlp: {endpoint: \"http://a_b:c/v1?key=hidden-1\"}}",
        "metrics: {otlp: {endpoint: \"http://localhost\", headers: {a: \"hidden-1\\nc\"}}}",
        "metrics: {otlp: {endpoint: \"http://localhost\", headers: {a: 4318004318}}}",
        "store: {url: \"redis://h\", sentinel-password: 4318004318}",
        "store: {url: \"redis://h\", tls: {trust-store: x, password: 4318004318}}",
        "store: {url: 4318004318}",
        "notify: {url: \"https://h\", secret: 4318004318}",
        "notify: {url: 4318004318}",
        "notify: https://hooks.example/services/hidden-1",
        "notify:https://hooks.example/services/hidden-1",
        "store: \"redis://:hidden-1@h\"",
        "store: {url: \"redis://h\", tls: hidden-1}",
        "metrics: {otlp: \"https://h/?api-key=hidden-1\"}",
        "metrics: {otlp: {endpoint: \"http://localhost\", headers: \"authorization: Bearer hidden-1\"}}"
      })
  void noMistakeQuotesWhatMayBeSecret(String yaml) {
    assertThatThrownBy(() -> metrics(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(", not what is written there.")
        .hasMessageNotContaining("hidden")
        .hasMessageNotContaining("4318004318");
  }

  @Test
  void whatMayBeSecretIsNotQuotedWhereOneOfSomeWordsIsWantedEither() {
    assertThatThrownBy(() -> metrics("metrics: \"https://h/?api-key=hidden-1\""))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("unknown value for 'metrics'; choose from")
        .hasMessageNotContaining("hidden");
    assertThatThrownBy(() -> metrics("metrics: onn"))
        .hasMessageContaining("unknown value 'onn' for 'metrics'; did you mean 'on'?");
  }

  @Test
  void aWordInBracesInAPasswordIsAPartOfIt() {
    assertThatThrownBy(
            () -> metrics("store: {url: \"redis://h\", sentinel-password: 'x{hidden}y'}"))
        .as("the key of digests is missed")
        .hasMessageNotContaining("hidden");
  }

  @Test
  void noneOfAnEndpointsSecretsIsShownByThePolicy() {
    assertThat(
            new OtlpPolicy(
                "https://u:hidden@[::1]:4318/hidden?hidden", Duration.ofSeconds(1), Map.of()))
        .hasToString("OtlpPolicy[https://[::1]:4318 each PT1S]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "metrics: {otlp: {endpoint: 'http://h/v1?key=hidden'}} | metrics.otlp.endpoint=http://h/v1?…",
        "metrics: {otlp: {endpoint: 'http://h/v1?k=hidden&t=${T}'}} | metrics.otlp.endpoint=http://h/v1?…",
        "metrics: {otlp: {endpoint: '${T}'}} | metrics.otlp.endpoint=${T}",
        "metrics: {otlp: {headers: {a: 'hidden ${T}'}}} | metrics.otlp.headers.a=(not shown)",
        "metrics: {otlp: {headers: {a: '${T}${T}'}}} | metrics.otlp.headers.a=${T}${T}",
        "store: {url: 'redis://hidden@${T}:1'} | store.url=redis://(not shown)@${T}:1",
        "notify: {url: 'https://h/hidden/${T}'} | notify.url=https://h/…"
      })
  void whoeverAsksWhatIsInForceReadsNoSecretBesideAVariable(String yaml, String shown) {
    assertThat(new Provenance(new SampleCatalog()).of("f", yaml))
        .extracting(each -> each.key() + "=" + each.value())
        .contains(shown)
        .noneMatch(each -> each.contains("hidden"));
  }

  @Test
  void whoeverAsksWhatIsInForceReadsNoHeader() {
    String text =
        "metrics: {otlp: {endpoint: \""
            + ENDPOINT
            + "\", headers: {authorization: secret, other: \"${TOKEN}\"}}}";

    List<Setting> settings = new Provenance(new SampleCatalog()).of("loophalt.yaml", text);

    assertThat(settings)
        .extracting(Setting::key, Setting::value)
        .contains(
            tuple("metrics.otlp.endpoint", ENDPOINT),
            tuple("metrics.otlp.headers.authorization", "(not shown)"),
            tuple("metrics.otlp.headers.other", "${TOKEN}"),
            tuple("traces", "on"));
  }

  private static MetricsPolicy served(String host, int port, boolean application) {
    return new MetricsPolicy(application, new PrometheusPolicy(host, port), null);
  }

  private static Optional<MetricsPolicy> metrics(String text) {
    return parse(text).metrics();
  }

  private static CheckedConfig parse(String text) {
    return new ConfigLoader(new SampleCatalog(), new SampleFrameworks())
        .parse("loophalt.yaml", text);
  }
}
