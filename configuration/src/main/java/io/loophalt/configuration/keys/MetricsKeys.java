package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;

import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.runtime.policy.MetricsPolicy;
import java.util.List;
import java.util.Optional;

/** The keys of the metrics that the agent serves itself. */
final class MetricsKeys {

  private static final Key<Integer> PORT =
      optional(
          "port",
          Scalars.PORT,
          "The port that Prometheus scrapes; 9464 by default. With 0 it is any that is free, and a"
              + " line says which.",
          "metrics: {prometheus: {port: 9464}}");
  private static final Key<String> HOST =
      optional(
          "host",
          Scalars.HOST,
          "The address to listen on; 127.0.0.1 by default, which this machine alone can reach."
              + " Whoever can reach it can read the metrics.",
          "metrics: {prometheus: {host: 127.0.0.1}}");
  private static final Key<MetricsPolicy> PROMETHEUS =
      required(
          "prometheus",
          ObjectType.of("prometheus", List.of(PORT, HOST), MetricsKeys::policy),
          "Serves them at `/metrics` for Prometheus, from the first run on.",
          "metrics: {prometheus: {port: 9464, host: 127.0.0.1}}");

  /** The key under which they stand. */
  static final Key<Optional<MetricsPolicy>> METRICS =
      optional(
          "metrics",
          ObjectType.of(
              "metrics",
              List.of(PROMETHEUS),
              settings -> Optional.of(settings.require(PROMETHEUS))),
          "Metrics of the runs of this JVM, served by the agent itself; there are none by default.",
          "metrics: {prometheus: {port: 9464}}");

  private MetricsKeys() {}

  private static MetricsPolicy policy(Settings settings) {
    return new MetricsPolicy(
        settings.get(HOST, MetricsPolicy.DEFAULT_HOST),
        settings.get(PORT, MetricsPolicy.DEFAULT_PORT));
  }
}
