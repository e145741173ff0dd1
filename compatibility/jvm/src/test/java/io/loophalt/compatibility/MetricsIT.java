package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.metered.MeteredAgent;
import io.loophalt.compatibility.server.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;

/** What a real agent in a JVM of its own tells a Prometheus server. */
class MetricsIT {

  private static final long A_MOMENT_NANOS = 50_000_000;
  private static final long MOST_NANOS = 60_000_000_000L;

  @TempDir Path folder;

  private final HttpClient http = HttpClient.newHttpClient();

  @OnEveryJdk
  void aScrapeTellsOfRunsThatAreOverAndOfOneThatIsNot(ForkedContainer container) throws Exception {
    int port = FreePorts.next();
    try (ForkedJvm jvm = container.start(Applications.metered(), guard(port), folder)) {
      jvm.awaitLine("ready=true");
      List<String> scraped = scrape(port);

      assertThat(scraped)
          .contains(
              "loophalt_runs_total{loophalt_stop_reason=\"no_progress\",loophalt_task=\"repair\"} 1.0",
              "loophalt_runs_total{loophalt_stop_reason=\"done\",loophalt_task=\"build\"} 1.0",
              "loophalt_runs_total{loophalt_stop_reason=\"stall\",loophalt_task=\"build\"} 0.0",
              "loophalt_runs_live{loophalt_run_state=\"going\",loophalt_task=\"build\"} 1.0",
              "loophalt_runs_live{loophalt_run_state=\"halted\",loophalt_task=\"build\"} 0.0")
          .as("interventions")
          .contains(
              "loophalt_interventions_judged_total{loophalt_intervention=\"nudge\",loophalt_intervention_effect=\"news\",loophalt_task=\"search\"} 1.0",
              "loophalt_interventions_judged_total{loophalt_intervention=\"nudge\",loophalt_intervention_effect=\"none\",loophalt_task=\"repair\"} 1.0")
          .anyMatch(
              line ->
                  line.startsWith("loophalt_interventions_total")
                      && line.contains("loophalt_enforced=\"true\"")
                      && line.contains("loophalt_intervention=\"halt\"")
                      && line.endsWith("} 1.0"))
          .anyMatch(line -> line.startsWith("loophalt_findings_total{loophalt_detector="));
      assertThat(scraped)
          .as("use, that of the open run included: three turns and one")
          .contains(
              "loophalt_turns_total{gen_ai_response_model=\"small-model\",loophalt_task=\"build\"} 4.0",
              "loophalt_tokens_total{gen_ai_response_model=\"small-model\",gen_ai_token_type=\"input\",loophalt_task=\"build\"} 400.0",
              "loophalt_tokens_total{gen_ai_response_model=\"small-model\",gen_ai_token_type=\"output\",loophalt_task=\"build\"} 40.0",
              "loophalt_steps_total{loophalt_task=\"build\"} 4.0")
          .anyMatch(
              line ->
                  line.startsWith("loophalt_cost_total")
                      && line.contains("large-model")
                      && line.contains("\"repair\"")
                      && value(line) > 0);
      double afterNudge = value(scraped, "loophalt_tokens_after_nudge_total", "repair");
      assertThat(afterNudge).as("of two more turns at least").isGreaterThanOrEqualTo(110);
      assertThat(value(scraped, "loophalt_tokens_saved_total", "repair")).isEqualTo(afterNudge);
      assertThat(scraped)
          .contains(
              "loophalt_agent_enabled 1.0",
              "loophalt_agent_errors_total 0.0",
              "loophalt_events_dropped_total 0.0",
              "loophalt_listener_dropped_total 0.0",
              "loophalt_store_alone_total 0.0")
          .anyMatch(line -> line.startsWith("loophalt_agent_info{loophalt_mode=\"act\""));

      assertThat(String.join("\n", scraped))
          .as("contents")
          .doesNotContain(
              MeteredAgent.PLANTED_ARGUMENT,
              MeteredAgent.PLANTED_RESULT,
              MeteredAgent.PLANTED_PROMPT);
      assertThat(scraped)
          .as("names are no lines and no labels of their own")
          .allMatch(MetricsIT::isHarmless)
          .noneMatch(line -> line.startsWith("# forged"))
          .anyMatch(
              line ->
                  line.contains("\"task\\\"} 1\\\\u000a# forged{\\\\ \\\\u001b[2J\\\\u202e<b>\""));
      assertThat(scraped.stream().filter(line -> line.startsWith("loophalt_steps_total")))
          .as("50 tasks and what stands for the others")
          .hasSize(51)
          .anyMatch(line -> line.startsWith("loophalt_steps_total{loophalt_task=\"other\"}"));

      jvm.send("go");
      Outcome outcome = jvm.finish();
      assertThatRun(outcome)
          .endedWell()
          .warns("\\[loophalt] metrics are at http://127\\.0\\.0\\.1:" + port + "/metrics");
    }
  }

  @OnEveryJdk
  void aPortThatIsTakenCostsALineAndNothingElse(ForkedContainer container) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ForkedJvm jvm =
            container.start(Applications.metered(), guard(taken.getLocalPort()), folder)) {
      jvm.awaitLine("ready=true");
      jvm.send("go");
      Outcome outcome = jvm.finish();

      assertThatRun(outcome)
          .endedWell()
          .reports("halted", "no_progress")
          .warns(
              "\\[loophalt] WARNING metrics are not served at 127\\.0\\.0\\.1:"
                  + taken.getLocalPort()
                  + ": .*; runs are watched all the same");
    }
  }

  @OnEveryJdk
  void onlyObservedHaltsAreFollowedByMeasuredTokens(ForkedContainer container) throws Exception {
    int port = FreePorts.next();
    try (ForkedJvm jvm =
        container.start(
            Applications.metered(), new Guard.AtStart("mode: observe\n" + yaml(port)), folder)) {
      jvm.awaitLine("ready=true");
      List<String> scraped = scrape(port);

      assertThat(value(scraped, "loophalt_tokens_after_observed_halt_total", "repair"))
          .isGreaterThanOrEqualTo(110);
      assertThat(value(scraped, "loophalt_tokens_after_nudge_total", "repair")).isZero();
      assertThat(value(scraped, "loophalt_tokens_saved_total", "repair")).isZero();

      jvm.send("go");
      assertThatRun(jvm.finish()).endedWell();
    }
  }

  private static Guard guard(int port) {
    return new Guard.AtStart(yaml(port));
  }

  private static String yaml(int port) {
    return """
        metrics: {prometheus: {port: %d}}
        prices: {"large-*": {input: 1000, output: 2000}}
        weave: {models: [{method: io.loophalt.compatibility.metered.MeteredAgent.complete,
          model: argument0, input-tokens: result.sent, output-tokens: result.received,
          tool-calls: result.calls, text: result.text, messages: argument1}]}
        """
        .formatted(port);
  }

  /** The endpoint is opened beside the first run, so it may come a moment later. */
  private List<String> scrape(int port) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build();
    long deadline = System.nanoTime() + MOST_NANOS;
    while (true) {
      try {
        var response = http.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body().lines().toList();
      } catch (IOException notYet) {
        if (System.nanoTime() > deadline) {
          throw notYet;
        }
        LockSupport.parkNanos(A_MOMENT_NANOS);
      }
    }
  }

  private static double value(List<String> scraped, String name, String task) {
    return scraped.stream()
        .filter(line -> line.startsWith(name + "{") && line.contains('"' + task + '"'))
        .mapToDouble(MetricsIT::value)
        .findFirst()
        .orElseThrow();
  }

  private static double value(String line) {
    return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
  }

  private static boolean isHarmless(String line) {
    return line.codePoints()
        .noneMatch(
            each -> Character.isISOControl(each) || Character.getType(each) == Character.FORMAT);
  }
}
