package io.loophalt.operations.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.loophalt.runtime.policy.OtlpPolicy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OtlpExportTest {

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private final BlockingQueue<String> complaints = new LinkedBlockingQueue<>();
  private final ApplicationsLog log = new ApplicationsLog();

  @BeforeEach
  void listen() {
    Logger.getLogger("").addHandler(log);
  }

  @AfterEach
  void listenNoMore() {
    Logger.getLogger("").removeHandler(log);
  }

  @Test
  void whereNobodyListensOneLineSaysSoWithoutWhatMayBeSecretAndTheApplicationsLogNothing()
      throws Exception {
    int port;
    try (ServerSocket nobody = new ServerSocket(0, 1, HERE)) {
      port = nobody.getLocalPort();
    }

    String told = complaintOf(port);

    assertThat(told)
        .isEqualTo(
            "metrics do not arrive at http://127.0.0.1:"
                + port
                + " (ConnectException); they are sent again at the next interval, and runs are"
                + " watched all the same");
  }

  @Test
  void aRefusalIsToldByItsStatus() throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(401, -1);
          exchange.close();
        });
    server.start();
    try {
      assertThat(complaintOf(server.getAddress().getPort())).contains(" (HTTP 401); ");
    } finally {
      server.stop(0);
    }
  }

  /** Of an export that fails more than once. */
  private String complaintOf(int port) throws InterruptedException {
    String endpoint = "http://127.0.0.1:" + port + "/v1/secret-path?api-key=secret-key";
    OtlpExport export =
        Objects.requireNonNull(
            OtlpExport.begin(
                new OtlpPolicy(endpoint, Duration.ofMillis(50), Map.of("x-key", "secret-header")),
                new LatestReading(new MeasuredRuns().reading),
                "1",
                complaints::add));
    String told = complaints.take();
    export.close(); // with the last values, which fail as well

    assertThat(complaints).as("is told once").isEmpty();
    assertThat(told).doesNotContain("secret");
    assertThat(log.messages).isEmpty();
    return told;
  }

  @Test
  void whatTheApplicationsOwnExporterLogsIsLeftAlone() throws Exception {
    aRefusalIsToldByItsStatus();

    Logger.getLogger("io.opentelemetry.exporter.otlp.internal.HttpExporter").warning("its own");

    assertThat(log.messages).containsExactly("its own");
  }

  /** Of which somebody sees what is logged. */
  private static final class ApplicationsLog extends Handler {

    final List<String> messages = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void publish(LogRecord logged) {
      messages.add(logged.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
