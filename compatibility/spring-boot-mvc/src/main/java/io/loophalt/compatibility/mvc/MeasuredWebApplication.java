package io.loophalt.compatibility.mvc;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Has one stuck agent, and asks its own metrics, which Spring Boot has set up, until it is in them.
 */
public final class MeasuredWebApplication {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private MeasuredWebApplication() {}

  /** Entry point. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Lifeline.hold();
    SpringApplication application = new SpringApplication(WebApplication.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", "0",
            "spring.main.banner-mode", "off",
            "logging.level.root", "off",
            "management.endpoints.web.exposure.include", "prometheus"));
    ConfigurableApplicationContext context = application.run(args);
    WebServer server = ((WebServerApplicationContext) context).getWebServer();
    int port = Objects.requireNonNull(server, "no web server was started").getPort();

    Report.fact("stuck", get(port, "ask?script=IDENTICAL_CALLS"));
    String metric = null;
    while (metric == null) {
      metric =
          get(port, "actuator/prometheus")
              .lines()
              .filter(line -> line.matches("loophalt_runs_total\\{.*no_progress.*} 1\\.0"))
              .findAny()
              .orElse(null);
    }
    Report.fact("metric", metric);
    Report.fact("done", true);
    System.exit(0);
  }

  private static String get(int port, String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/" + path)).build();
    return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
