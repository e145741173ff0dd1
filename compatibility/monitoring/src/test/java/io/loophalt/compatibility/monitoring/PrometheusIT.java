package io.loophalt.compatibility.monitoring;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.NoProcessLeftBehind;
import io.loophalt.compatibility.server.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard and the alert rules, with a real Prometheus that scrapes a real agent. */
@ExtendWith(NoProcessLeftBehind.class)
class PrometheusIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path MONITORING =
      Path.of(System.getProperty("loophalt.docs", "docs"), "monitoring");
  private static final Path RULES = MONITORING.resolve("alerts.yml");

  private static final String METERED = "io.loophalt.compatibility.metered.MeteredAgent";
  private static final long A_MOMENT_NANOS = 250_000_000;

  @TempDir Path folder;

  private final HttpClient http = HttpClient.newHttpClient();
  private int prometheus;

  @Test
  void promtoolFindsNothingWrongWithTheRules() {
    try (ForkedJvm promtool =
        ForkedJvm.start(List.of("promtool", "check", "rules", RULES.toString()), folder)) {
      assertThatRun(promtool.finish()).exitedWith(0);
    }
  }

  @Test
  void everyQueryOfTheDashboardFindsDataAndAlertsFire() throws Exception {
    Map<String, String> queries = queries();
    assertThat(queries).as("queries of the dashboard").hasSizeGreaterThan(15);
    int agent = FreePorts.next();
    prometheus = FreePorts.next();
    try (ForkedJvm server = ForkedJvm.start(server(agent), folder)) {
      try (ForkedJvm jvm =
          new ForkedContainer(Jdk.running()).start(metered(), guard(agent), folder)) {
        for (Map.Entry<String, String> query : queries.entrySet()) {
          assertThat(await(() -> answers(query.getValue())))
              .as("data for '%s': %s", query.getKey(), query.getValue())
              .isTrue();
        }
        assertThat(
                await(
                    () ->
                        firing()
                            .containsAll(Set.of("LoophaltBudgetBurn", "LoophaltMoreRunsStuck"))))
            .as("alerts that fire: %s", firing())
            .isTrue();
        assertThat(firing())
            .as("alerts that fire while the agent is well")
            .doesNotContain("LoophaltAbsent", "LoophaltDisabled", "LoophaltErrors");
        assertThat(jvm.isAlive()).as("the application").isTrue();
      }
      assertThat(await(() -> firing().contains("LoophaltAbsent")))
          .as("alerts that fire once the application is gone: %s", firing())
          .isTrue();
      assertThat(server.isAlive()).as("Prometheus").isTrue();
    }
  }

  @Test
  void theDemoThatStaysIsScraped() throws Exception {
    int metrics = FreePorts.next();
    prometheus = FreePorts.next();
    Path demo = MONITORING.resolve("../../demo").toAbsolutePath().normalize();
    try (ForkedJvm server = ForkedJvm.start(server(metrics), folder);
        ForkedJvm agents =
            ForkedJvm.start(
                List.of("sh", demo.toString(), "stay", "10"),
                folder,
                ForkedJvm.TIME_LIMIT,
                Map.of(
                    "LOOPHALT_DEMO_METRICS_PORT",
                    Integer.toString(metrics),
                    "LOOPHALT_CONTROL_FOLDER",
                    folder.resolve("sockets").toString(),
                    "TMPDIR",
                    folder.toString()))) {
      for (String metric :
          List.of(
              "loophalt_runs_live{loophalt_task=\"repair\"} > 0",
              "loophalt_runs_total{loophalt_task=\"repair\",loophalt_stop_reason=\"done\"} > 0",
              "loophalt_interventions_total{loophalt_intervention=\"halt\"} > 0",
              "sum(loophalt_tokens_total) > 0")) {
        assertThat(await(() -> answers(metric))).as(metric).isTrue();
      }
      assertThat(server.isAlive()).as("Prometheus").isTrue();
      assertThat(agents.isAlive()).as("the demo").isTrue();
    }
  }

  /** By the panel in which each of them is; the variables of Grafana have values. */
  private static Map<String, String> queries() throws IOException {
    Map<String, String> queries = new LinkedHashMap<>();
    JsonNode dashboard = JSON.readTree(MONITORING.resolve("grafana-dashboard.json").toFile());
    for (JsonNode panel : dashboard.path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        queries.put(
            panel.path("title").asText() + ' ' + target.path("refId").asText(),
            target
                .path("expr")
                .asText()
                .replace("$__rate_interval", "15s")
                .replace("$__range", "1m")
                .replace("$task", ".*"));
      }
    }
    return queries;
  }

  private static Application metered() {
    return Application.onClassPath(
            METERED, Artifacts.applications(), Artifacts.shared(), Artifacts.annotations())
        .with("endless");
  }

  private static Guard guard(int port) {
    return new Guard.AtStart(
        """
        metrics: {prometheus: {port: %d}}
        budgets:
          plenty: {match: {task: "*"}, cost: 1000000, per: month}
        prices: {"*-model": {input: 1000, output: 2000}}
        weave: {models: [{method: io.loophalt.compatibility.metered.MeteredAgent.complete,
          model: argument0, input-tokens: result.sent, output-tokens: result.received,
          tool-calls: result.calls, text: result.text, messages: argument1}]}
        """
            .formatted(port));
  }

  /** The rules as they are, but that nothing has to last. */
  private List<String> server(int agent) throws IOException {
    Files.writeString(
        folder.resolve("alerts.yml"),
        Files.readString(RULES).replaceAll("(?m)^( *)for: .*$", "$1for: 0s"));
    Path configuration =
        Files.writeString(
            folder.resolve("prometheus.yml"),
            """
            global: {scrape_interval: 1s, evaluation_interval: 1s}
            rule_files: [alerts.yml]
            scrape_configs:
              - job_name: loophalt
                static_configs: [{targets: ["127.0.0.1:%d"]}]
            """
                .formatted(agent));
    return List.of(
        "prometheus",
        "--config.file=" + configuration,
        "--storage.tsdb.path=" + folder.resolve("data"),
        "--web.listen-address=127.0.0.1:" + prometheus);
  }

  private boolean answers(String query) throws Exception {
    return !get("query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
        .path("result")
        .isEmpty();
  }

  private Set<String> firing() throws Exception {
    Set<String> names = new TreeSet<>();
    for (JsonNode alert : get("alerts").path("alerts")) {
      if (alert.path("state").asText().equals("firing")) {
        names.add(alert.path("labels").path("alertname").asText());
      }
    }
    return names;
  }

  private JsonNode get(String what) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + prometheus + "/api/v1/" + what);
    JsonNode answer =
        JSON.readTree(
            http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body());
    assertThat(answer.path("status").asText()).as("%s: %s", uri, answer).isEqualTo("success");
    return answer.path("data");
  }

  /** Whether it becomes true in time; that the server does not listen yet is no answer. */
  private static boolean await(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + ForkedJvm.TIME_LIMIT.toNanos();
    while (System.nanoTime() < deadline) {
      try {
        if (condition.call()) {
          return true;
        }
      } catch (IOException notYet) {
        // It is asked again.
      }
      LockSupport.parkNanos(A_MOMENT_NANOS);
    }
    return false;
  }
}
