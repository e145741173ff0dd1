package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.runtime.policy.MetricsPolicy;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsSettingsTest {

  @Test
  void noneAreServedByDefault() {
    assertThat(metrics("mode: act")).isEmpty();
  }

  @Test
  void theyAreServedToThisMachineAloneUnlessItSaysOtherwise() {
    assertThat(metrics("metrics: {prometheus: {}}")).contains(new MetricsPolicy("127.0.0.1", 9464));
    assertThat(metrics("metrics: {prometheus: {port: 0, host: \"::1\"}}"))
        .contains(new MetricsPolicy("::1", 0));
    assertThat(metrics("metrics: {prometheus: {port: 65_535, host: 0.0.0.0}}"))
        .contains(new MetricsPolicy("0.0.0.0", 65_535));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "metrics: {}",
        "metrics: {prometheus: {port: 65536}}",
        "metrics: {prometheus: {port: -1}}",
        "metrics: {prometheus: {host: \"http://localhost\"}}",
        "metrics: {prometheus: {host: \"a b\"}}"
      })
  void whatIsNoPortAndNoHostIsAMistake(String yaml) {
    assertThatThrownBy(() -> metrics(yaml)).isInstanceOf(ConfigException.class);
  }

  private static Optional<MetricsPolicy> metrics(String text) {
    return new ConfigLoader(new SampleCatalog(), new SampleFrameworks())
        .parse("loophalt.yaml", text)
        .metrics();
  }
}
