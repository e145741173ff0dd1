package io.loophalt.compatibility;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** Takes metrics and traces by OTLP over HTTP, and reads them with the official classes. */
final class OtlpServer implements AutoCloseable {

  private static final int OK = 200;
  private static final int UNAVAILABLE = 400;

  private final HttpServer server;

  // Guarded by this.
  private final List<ExportMetricsServiceRequest> metrics = new ArrayList<>();
  private final List<Span> spans = new ArrayList<>();
  private final List<Map<String, List<String>>> headers = new ArrayList<>();
  private boolean refuses;

  OtlpServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/metrics", this::metrics);
    server.createContext("/v1/traces", this::traces);
    server.createContext("/", exchange -> answer(exchange, OK));
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** From now on nothing is taken. */
  synchronized void refuse(boolean all) {
    refuses = all;
  }

  private void metrics(HttpExchange exchange) throws IOException {
    ExportMetricsServiceRequest request;
    try (InputStream body = body(exchange)) {
      request = ExportMetricsServiceRequest.parseFrom(body);
    }
    int answer;
    synchronized (this) {
      headers.add(new TreeMap<>(exchange.getRequestHeaders()));
      answer = refuses ? UNAVAILABLE : OK;
      if (!refuses) {
        metrics.add(request);
      }
      notifyAll();
    }
    answer(exchange, answer);
  }

  private void traces(HttpExchange exchange) throws IOException {
    ExportTraceServiceRequest request;
    try (InputStream body = body(exchange)) {
      request = ExportTraceServiceRequest.parseFrom(body);
    }
    synchronized (this) {
      request
          .getResourceSpansList()
          .forEach(
              each ->
                  each.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList())));
      notifyAll();
    }
    answer(exchange, OK);
  }

  private static InputStream body(HttpExchange exchange) throws IOException {
    InputStream body = exchange.getRequestBody();
    return "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))
        ? new GZIPInputStream(body)
        : body;
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  /** The latest values of all metrics of ours, such as {@code loophalt.runs{loophalt.task=x}}. */
  synchronized Map<String, Double> values() {
    Map<String, Double> values = new TreeMap<>();
    for (ExportMetricsServiceRequest each : metrics) {
      each.getResourceMetricsList()
          .forEach(
              resource ->
                  resource
                      .getScopeMetricsList()
                      .forEach(
                          scope -> scope.getMetricsList().forEach(metric -> read(metric, values))));
    }
    return values;
  }

  /** What names the process that sent the latest of them. */
  synchronized Map<String, String> resource() {
    return texts(
        metrics.get(metrics.size() - 1).getResourceMetrics(0).getResource().getAttributesList());
  }

  synchronized List<Span> spans() {
    return List.copyOf(spans);
  }

  synchronized Map<String, List<String>> latestHeaders() {
    return headers.get(headers.size() - 1);
  }

  synchronized int requests() {
    return headers.size();
  }

  /** All that was sent, as text. */
  synchronized String everything() {
    return metrics + "\n" + spans;
  }

  private static void read(Metric metric, Map<String, Double> values) {
    List<NumberDataPoint> points =
        metric.hasSum()
            ? metric.getSum().getDataPointsList()
            : metric.getGauge().getDataPointsList();
    for (NumberDataPoint point : points) {
      values.put(
          metric.getName() + new TreeMap<>(texts(point.getAttributesList())), point.getAsDouble());
    }
  }

  static Map<String, String> texts(List<KeyValue> attributes) {
    Map<String, String> texts = new TreeMap<>();
    for (KeyValue each : attributes) {
      texts.put(
          each.getKey(),
          switch (each.getValue().getValueCase()) {
            case INT_VALUE -> String.valueOf(each.getValue().getIntValue());
            case BOOL_VALUE -> String.valueOf(each.getValue().getBoolValue());
            default -> each.getValue().getStringValue();
          });
    }
    return texts;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
