package io.loophalt.runtime.policy;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * Where the metrics of this JVM are sent by the OpenTelemetry Protocol over HTTP.
 *
 * @param endpoint the address that takes metrics, such as {@code http://localhost:4318/v1/metrics}
 * @param interval how often; above zero
 * @param headers that are sent with them, such as a token
 */
public record OtlpPolicy(String endpoint, Duration interval, Map<String, String> headers) {

  /** Copies the headers. */
  public OtlpPolicy {
    headers = Map.copyOf(headers);
  }

  /** Scheme, host and port: beside them there may be secrets. */
  public String shown() {
    URI url = URI.create(endpoint);
    return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
  }

  /** Without the headers, in which there may be secrets. */
  @Override
  public String toString() {
    return "OtlpPolicy[" + shown() + " each " + interval + ']';
  }
}
