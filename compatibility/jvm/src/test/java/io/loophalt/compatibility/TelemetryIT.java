package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.metered.MeteredAgent;
import io.loophalt.compatibility.telemetry.StuckWork;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.io.TempDir;

/** What a real agent tells the tracing and metrics libraries that an application has. */
@SpreadOverJdks
class TelemetryIT {

  private static final long A_MOMENT_NANOS = 50_000_000;
  private static final long MOST_NANOS = 90_000_000_000L;
  private static final String REPAIR = "loophalt.task=\"repair\"";

  @TempDir Path folder;

  @OnEveryJdk
  void whatIsDoneAboutARunIsOnTheSpanOfItsCallAndInTheMetricsOfTheApplicationsOwnSdk(
      ForkedContainer container) {
    Outcome outcome =
        container.run(
            Applications.openTelemetry("sdk"),
            new Guard.AtStart(PlantedKey.in(folder) + "ladder: {nudge: 3, escalate: 4, halt: 5}\n"),
            folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("stuck", "no_progress")
        .reports("seized call 2", "operator")
        .reports("seized call 3", "operator")
        .reports("span.stuck call 2", "{}");
    Map<String, String> facts = outcome.facts();
    assertThat(facts.get("span.stuck call 3"))
        .startsWith("{loophalt.run.id=stuck} loophalt.nudge{")
        .contains(
            "gen_ai.agent.name=\"repair\"",
            "gen_ai.operation.name=\"execute_tool\"",
            "gen_ai.tool.name=\"look\"",
            "loophalt.count=3",
            "loophalt.enforced=true",
            "loophalt.intervention=\"nudge\"",
            "loophalt.run.id=\"stuck\"",
            "loophalt.step=2",
            REPAIR)
        .doesNotContain("loophalt.stop_reason");
    assertThat(facts.get("span.stuck call 4")).contains("} loophalt.escalation{");
    assertThat(facts.get("span.stuck call 5"))
        .contains("} loophalt.halt{", "loophalt.stop_reason=\"no_progress\"");
    assertThat(facts.get("span.seized call 2"))
        .as("where what a person has decided takes effect first")
        .contains("} loophalt.halt{", "loophalt.stop_reason=\"operator\"");
    assertThat(facts).containsEntry("span.seized call 3", "{}");

    assertThat(outcome.out())
        .as("metrics")
        .anyMatch(line -> line.startsWith("metric.loophalt.steps{" + REPAIR + "}="))
        .anyMatch(line -> line.startsWith("metric.loophalt.agent.time{}="))
        .anyMatch(line -> line.startsWith("metric.loophalt.interventions{"))
        .anyMatch(
            line ->
                line.startsWith(
                        "metric.loophalt.runs{loophalt.stop_reason=\"no_progress\", "
                            + REPAIR
                            + "}=")
                    && line.contains("value=1.0"));
    assertHarmless(outcome);
  }

  @OnEveryJdk
  void withTracesAndMetricsOffTheApplicationsOwnSdkHearsNothing(ForkedContainer container) {
    Outcome outcome =
        container.run(
            Applications.openTelemetry("sdk").withOptions("-Dmoments=20"),
            new Guard.AtStart("traces: off\nmetrics: off\n"),
            folder);

    assertThatRun(outcome).endedWell().reports("span.stuck call 3", "{}");
    assertThat(outcome.facts().keySet()).noneMatch(name -> name.startsWith("metric."));
  }

  @OnEveryJdk
  void metricsAreAmongThoseThatTheApplicationPublishesByMicrometer(ForkedContainer container) {
    Outcome outcome =
        container.run(
            Applications.micrometer(),
            new Guard.AtStart("metrics: {prometheus: {port: 0}}\n"),
            folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("stuck", "no_progress")
        .warns(
            "\\[loophalt] metrics go through the application's Micrometer, and what 'metrics'"
                + " configures is not served; .*")
        .doesNotWarn("\\[loophalt] metrics are at .*");
    assertThat(outcome.out())
        .contains(
            "scraped=own_counter_total 1.0",
            "scraped=loophalt_runs_total{loophalt_stop_reason=\"no_progress\",loophalt_task=\"repair\"} 1.0",
            "scraped=loophalt_agent_enabled 1.0")
        .anyMatch(
            line -> line.startsWith("scraped=loophalt_steps_total{loophalt_task=\"repair\"} "))
        .anyMatch(line -> line.startsWith("scraped=loophalt_agent_time_seconds_total "))
        .anyMatch(line -> line.startsWith("scraped=loophalt_agent_info{loophalt_mode=\"act\""));
    assertHarmless(outcome);
  }

  @OnEveryJdk
  void metricsAreSentByOtlpWhereTheApplicationHasNoLibrary(ForkedContainer container)
      throws Exception {
    try (OtlpServer server = new OtlpServer();
        ForkedJvm jvm =
            container.start(
                Applications.metered().withOptions("-Dotel.service.name=support"),
                new Guard.AtStart(PlantedKey.in(folder) + otlp(server)),
                folder)) {
      jvm.awaitLine("ready=true");
      String live = "loophalt.runs.live{loophalt.run.state=going, loophalt.task=build}";
      await(() -> server.values().getOrDefault(live, 0.0) == 1);

      assertThat(server.values())
          .containsEntry(
              "loophalt.runs{loophalt.stop_reason=no_progress, loophalt.task=repair}", 1.0)
          .containsEntry(
              "loophalt.tokens{gen_ai.response.model=small-model, gen_ai.token.type=input,"
                  + " loophalt.task=build}",
              400.0)
          .containsEntry("loophalt.agent.enabled{}", 1.0)
          .containsEntry("loophalt.events.dropped{}", 0.0)
          .containsKey("loophalt.agent.time{}");
      assertThat(server.resource())
          .containsEntry("service.name", "support")
          .containsKey("service.instance.id");
      assertThat(server.latestHeaders()).containsEntry("X-tenant", List.of("agents"));
      assertThat(server.everything())
          .doesNotContain(
              MeteredAgent.PLANTED_ARGUMENT,
              MeteredAgent.PLANTED_RESULT,
              MeteredAgent.PLANTED_PROMPT,
              PlantedKey.TEXT);

      server.refuse(true);
      int before = server.requests();
      await(() -> server.requests() > before + 1);
      server.refuse(false);
      jvm.send("go");
      assertThatRun(jvm.finish())
          .endedWell()
          .warns(
              "\\[loophalt] WARNING metrics do not arrive at http://127\\.0\\.0\\.1:[0-9]+"
                  + " \\(HTTP 400\\); .*");
      assertThat(server.values())
          .as("sent when the JVM ended")
          .containsEntry("loophalt.runs{loophalt.stop_reason=done, loophalt.task=build}", 2.0);
    }
  }

  @OnEveryJdk
  void besideOpenTelemetrysAgentItExportsBoth(ForkedContainer container) throws Exception {
    try (OtlpServer server = new OtlpServer();
        ForkedJvm jvm =
            container.start(
                Applications.openTelemetry("agent")
                    .withOptions(
                        "-javaagent:" + Artifacts.openTelemetryAgent(),
                        "-Dotel.service.name=support",
                        "-Dotel.exporter.otlp.endpoint=" + server.url(),
                        "-Dotel.exporter.otlp.protocol=http/protobuf",
                        "-Dotel.logs.exporter=none",
                        "-Dotel.bsp.schedule.delay=200",
                        "-Dotel.metric.export.interval=500"),
                new Guard.AtStart(Guard.DEFAULTS),
                folder)) {
      jvm.awaitLine("ready=true");
      String runs = "loophalt.steps{loophalt.task=repair}";
      await(
          () ->
              server.values().containsKey(runs)
                  && server.spans().stream().anyMatch(each -> each.getName().endsWith("call 5")));
      Map<String, Span> spans = new TreeMap<>();
      server.spans().forEach(each -> spans.put(each.getName(), each));
      Span halted = spans.get("stuck call 5");
      assertThat(OtlpServer.texts(halted.getAttributesList()))
          .containsEntry("loophalt.run.id", "stuck");
      assertThat(halted.getEventsList())
          .anySatisfy(
              event -> {
                assertThat(event.getName()).isEqualTo("loophalt.halt");
                assertThat(OtlpServer.texts(event.getAttributesList()))
                    .containsEntry("gen_ai.tool.name", "look")
                    .containsEntry("loophalt.stop_reason", "no_progress")
                    .containsEntry("loophalt.count", "5")
                    .containsEntry("loophalt.enforced", "true");
              });
      assertThat(server.everything())
          .doesNotContain(StuckWork.PLANTED_ARGUMENT, StuckWork.PLANTED_RESULT);
      jvm.send("go");
      assertThatRun(jvm.finish()).endedWell().reports("stuck", "no_progress");
    }
  }

  private static String otlp(OtlpServer server) {
    return """
        metrics: {otlp: {endpoint: "%s/v1/metrics", interval: 1s, headers: {x-tenant: agents}}}
        prices: {"large-*": {input: 1000, output: 2000}}
        weave: {models: [{method: io.loophalt.compatibility.metered.MeteredAgent.complete,
          model: argument0, input-tokens: result.sent, output-tokens: result.received,
          tool-calls: result.calls, text: result.text, messages: argument1}]}
        """
        .formatted(server.url());
  }

  private static void assertHarmless(Outcome outcome) {
    assertThat(String.join("\n", outcome.out()))
        .doesNotContain(StuckWork.PLANTED_ARGUMENT, StuckWork.PLANTED_RESULT, PlantedKey.TEXT)
        .doesNotContain("\u001b");
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + MOST_NANOS;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      LockSupport.parkNanos(A_MOMENT_NANOS);
    }
  }
}
