package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;

import io.loophalt.configuration.schema.ChoiceType;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.MapType;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.schema.ShortType;
import io.loophalt.runtime.policy.MetricsPolicy;
import io.loophalt.runtime.policy.OtlpPolicy;
import io.loophalt.runtime.policy.PrometheusPolicy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of what an application's monitoring hears of its runs. */
final class MetricsKeys {

  /** As often as OpenTelemetry's own exporters by default. */
  private static final Duration DEFAULT_INTERVAL = Duration.ofMinutes(1);

  /** The key of the events on spans. */
  static final Key<Boolean> TRACES =
      optional(
          "traces",
          Scalars.SWITCH,
          "`off` leaves out the events that nudges, escalations and halts become on the spans of the"
              + " application's own OpenTelemetry or Brave; `on` by default.",
          "traces: off");

  private static final Key<Boolean> APPLICATION =
      optional(
          "application",
          Scalars.SWITCH,
          "Whether they go through the application's own Micrometer or OpenTelemetry, if it has one;"
              + " `on` by default. What else is configured here serves where it has none, or where"
              + " this is `off`.",
          "metrics: {application: off}");
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
  private static final Key<PrometheusPolicy> PROMETHEUS =
      optional(
          "prometheus",
          ObjectType.of("prometheus", List.of(PORT, HOST), MetricsKeys::prometheus),
          "Serves them at `/metrics` for Prometheus, from the first run on.",
          "metrics: {prometheus: {port: 9464, host: 127.0.0.1}}");
  private static final Key<String> ENDPOINT =
      required(
          "endpoint",
          Scalars.HTTP_ADDRESS,
          "The address that takes them, with its path.",
          "metrics: {otlp: {endpoint: \"http://localhost:4318/v1/metrics\"}}");
  private static final Key<Duration> INTERVAL =
      optional(
          "interval",
          Scalars.DURATION,
          "How often they are sent; 1m by default.",
          "metrics: {otlp: {endpoint: \"http://localhost:4318/v1/metrics\", interval: 30s}}");
  private static final Key<Map<String, Located<String>>> HEADERS =
      optional(
          "headers",
          new MapType<>(Scalars.HEADER, Scalars.HEADER_VALUE, values -> values),
          "HTTP headers to send with them, such as a token; best from a variable.",
          "metrics: {otlp: {endpoint: \"http://localhost:4318/v1/metrics\", headers: {x-tenant:"
              + " agents}}}");
  private static final Key<OtlpPolicy> OTLP =
      optional(
          "otlp",
          ObjectType.of("otlp", List.of(ENDPOINT, INTERVAL, HEADERS), MetricsKeys::otlp),
          "Sends them by the OpenTelemetry Protocol over HTTP, from the first run on.",
          "metrics: {otlp: {endpoint: \"http://localhost:4318/v1/metrics\"}}");

  /** The key under which they stand. */
  static final Key<Optional<MetricsPolicy>> METRICS =
      optional(
          "metrics",
          new ChoiceType<>(
              List.of(
                  new ShortType<>(
                      Scalars.SWITCH,
                      on -> Optional.of(on.value() ? MetricsPolicy.DEFAULT : MetricsPolicy.OFF)),
                  ObjectType.of(
                      "metrics", List.of(APPLICATION, PROMETHEUS, OTLP), MetricsKeys::metrics))),
          "Metrics of the runs of this JVM: through the application's own Micrometer or"
              + " OpenTelemetry if it has one, else served by the agent itself where that is said"
              + " here; `off` for none.",
          "metrics: {prometheus: {port: 9464}}");

  private MetricsKeys() {}

  private static Optional<MetricsPolicy> metrics(Settings settings) {
    return Optional.of(
        new MetricsPolicy(
            settings.get(APPLICATION, true), settings.get(PROMETHEUS), settings.get(OTLP)));
  }

  private static PrometheusPolicy prometheus(Settings settings) {
    return new PrometheusPolicy(
        settings.get(HOST, PrometheusPolicy.DEFAULT_HOST),
        settings.get(PORT, PrometheusPolicy.DEFAULT_PORT));
  }

  private static OtlpPolicy otlp(Settings settings) {
    Map<String, String> headers = new LinkedHashMap<>();
    settings.get(HEADERS, Map.of()).forEach((name, value) -> headers.put(name, value.value()));
    return new OtlpPolicy(
        settings.require(ENDPOINT), settings.get(INTERVAL, DEFAULT_INTERVAL), headers);
  }
}
