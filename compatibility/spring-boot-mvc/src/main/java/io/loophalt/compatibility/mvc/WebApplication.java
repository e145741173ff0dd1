package io.loophalt.compatibility.mvc;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Serves agents over HTTP with two threads, asks itself, and reports what the answers were. */
@SpringBootApplication
public class WebApplication {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    SpringApplication application = new SpringApplication(WebApplication.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", "0",
            "server.tomcat.threads.max", "2",
            "server.tomcat.threads.min-spare", "2",
            "spring.main.banner-mode", "off",
            "logging.level.root", "off"));
    ConfigurableApplicationContext context = application.run(args);
    WebServer server = ((WebServerApplicationContext) context).getWebServer();
    int port = Objects.requireNonNull(server, "no web server was started").getPort();

    Report.fact("idle", outcomes(port, "idle", 4));
    Report.fact("modest", outcomes(port, "ask?script=SAME_QUESTION", 24));
    Report.fact("stuck", outcomes(port, "ask?script=IDENTICAL_CALLS", 1));
    Report.fact("afterwards", outcomes(port, "ask?script=SAME_QUESTION", 8));
    Report.fact("own", outcomes(port, "own-run?script=SAME_QUESTION", 2));
    Report.fact("steps of a job", steps(port, 8, "X-Agent-Run", "job-7"));
    Report.fact("another job", steps(port, 2, "X-Agent-Run", "job-8"));
    Report.fact(
        "another tenant's id",
        steps(port, 8, "X-Agent-Run", "job-9", "X-Run", "job-8", "baggage", "run=job-8"));
    Report.fact("another job afterwards", steps(port, 2, "X-Agent-Run", "job-8"));
    Report.fact("no header", steps(port, 8, "X-Run", "job-8"));
    Report.fact("done", true);
    System.exit(0);
  }

  /** Sends one request after the other, each of which takes the same step. */
  private static String steps(int port, int requests, String... headers) throws Exception {
    for (int i = 1; i <= requests; i++) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/step"))
              .headers(headers)
              .build();
      String body = CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
      if (body.equals("halted")) {
        return "halted at " + i;
      }
    }
    return "not halted";
  }

  /** Sends requests at the same time; how many were answered, and how many were not. */
  private static String outcomes(int port, String path, int requests) {
    List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/" + path)).build();
      sent.add(CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
    }
    int answered = 0;
    int halted = 0;
    int failed = 0;
    for (CompletableFuture<HttpResponse<String>> each : sent) {
      HttpResponse<String> response = each.join();
      if (response.body().startsWith("halted")) {
        halted++;
      } else if (response.statusCode() == 200) {
        answered++;
      } else {
        failed++;
      }
    }
    return answered + " answered, " + halted + " halted, " + failed + " failed";
  }
}
