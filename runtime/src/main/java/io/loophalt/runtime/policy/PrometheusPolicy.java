package io.loophalt.runtime.policy;

/**
 * Where Prometheus finds the metrics of this JVM.
 *
 * @param host on which address the agent listens: a name, or an address in numbers
 * @param port on which port, from 0 to 65535; 0 for any that is free
 */
public record PrometheusPolicy(String host, int port) {

  /** The port that exporters of OpenTelemetry listen on. */
  public static final int DEFAULT_PORT = 9464;

  /** This machine alone. */
  public static final String DEFAULT_HOST = "127.0.0.1";
}
