package io.loophalt.compatibility.mvc;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.JarBuilder;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.OperationsPage;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.harness.contract.Capability;
import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworksPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests of a Spring Boot application as runs, where nothing else draws a boundary. */
@Tag("contract")
class ServletRequestsIT {

  private static final String CONFIGURATION =
      """
      events: {file: events.jsonl}
      weave:
        tools: [io.loophalt.compatibility.mvc.Desk.carryOut]
        models:
          - method: io.loophalt.compatibility.mvc.Desk.complete
            tool-calls: result.calls
            text: result.text
        runs: [io.loophalt.compatibility.mvc.AgentController.bounded]
      """;

  /** Where the model is seen, its last answer is a boundary too. */
  private static final String TOOLS_ALONE_AND_NO_BOUNDARY =
      """
      weave:
        tools: [io.loophalt.compatibility.mvc.Desk.carryOut]
        servlet-requests: false
      """;

  private static final String NO_BOUNDARY_BY_THE_FRAMEWORKS_NAME =
      TOOLS_ALONE_AND_NO_BOUNDARY.replace(
          "servlet-requests: false", "frameworks: {servlet: false}");

  private static final String WITH_A_TRUSTED_HEADER =
      CONFIGURATION + "trusted-ids: {header: x-agent-run, task: order}\n";

  /** Requests with one step each, all of which are the same. */
  private static final int STEPS = 8 + 2 + 8 + 2 + 8;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;

  ServletRequestsIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @OnEveryJdk
  void eachRequestIsOneRunHoweverFewThreadsServeThem(ForkedContainer container) throws Exception {
    Outcome outcome = run(container, CONFIGURATION);

    assertThatRun(outcome)
        .endedWell()
        .reports("modest", "24 answered, 0 halted, 0 failed")
        .reports("stuck", "0 answered, 1 halted, 0 failed")
        .reports("afterwards", "8 answered, 0 halted, 0 failed")
        .reports("own", "2 answered, 0 halted, 0 failed");
    assertThat(outcome.err()).noneMatch(line -> line.contains("no run boundary is known"));
    assertThat(endedRuns())
        .as("a request in which no agent works opens no run, and a run of its own is not doubled")
        .hasSize(24 + 1 + 8 + 2 + STEPS)
        .allSatisfy(run -> assertThat(run.path("parent").isTextual()).isFalse())
        .filteredOn(run -> run.path("task").asText().equals("AgentController.bounded"))
        .hasSize(2);
  }

  @OnEveryJdk
  void requestsWithATrustedHeaderArePartsOfTheRunThatItNamesAndNoOtherHeaderNamesOne(
      ForkedContainer container) throws Exception {
    Outcome outcome = run(container, WITH_A_TRUSTED_HEADER);

    assertThatRun(outcome)
        .endedWell()
        .reports("steps of a job", "halted at 5")
        .reports("another job", "not halted")
        .reports("another tenant's id", "halted at 5")
        .reports("another job afterwards", "not halted")
        .reports("no header", "not halted")
        .reports("stuck", "0 answered, 1 halted, 0 failed");
    assertThat(endedRuns())
        .as("requests without the header are runs of their own; the jobs go on until the JVM ends")
        .hasSize(24 + 1 + 8 + 2 + 8 + 3)
        .extracting(run -> run.path("run").asText())
        .contains("order/job-7", "order/job-8", "order/job-9");
  }

  @OnEveryJdk
  void aHeaderThatNobodyTrustsNamesNoRun(ForkedContainer container) {
    assertThatRun(run(container, CONFIGURATION))
        .endedWell()
        .reports("steps of a job", "not halted")
        .reports("another tenant's id", "not halted");
  }

  @OnEveryJdk
  void withoutThatBoundaryTheRequestsOfAThreadAreTakenForOneRun(ForkedContainer container) {
    assertThatRequestsAreNoRuns(run(container, TOOLS_ALONE_AND_NO_BOUNDARY));
  }

  @OnEveryJdk
  void theBoundaryIsSwitchedOffByItsNameAmongFrameworks(ForkedContainer container) {
    assertThatRequestsAreNoRuns(run(container, NO_BOUNDARY_BY_THE_FRAMEWORKS_NAME));
  }

  private static void assertThatRequestsAreNoRuns(Outcome outcome) {
    assertThat(outcome.facts().get("modest"))
        .as("what the boundary is for: %s", outcome.describe())
        .doesNotContain(" 0 halted");
    assertThat(outcome.err()).anyMatch(line -> line.contains("no run boundary is known"));
  }

  @OnEveryJdk
  @SpreadOverJdks
  void withoutTheAgentNothingIsHalted(ForkedContainer container) {
    Outcome outcome = container.run(application(), new Guard.Absent(), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("modest", "24 answered, 0 halted, 0 failed")
        .reports("stuck", "1 answered, 0 halted, 0 failed");
  }

  @OnEveryJdk
  void theApplicationsOwnMetricsHaveItsRuns(ForkedContainer container) {
    Application measured =
        Application.onClassPath(
            MeasuredWebApplication.class.getName(), Artifacts.applicationClassPath());

    Outcome outcome = container.run(measured, new Guard.AtStart(CONFIGURATION), folder);

    assertThatRun(outcome).endedWell().reports("stuck", "halted");
    assertThat(outcome.facts().get("metric")).contains("loophalt_stop_reason=\"no_progress\"");
  }

  @Test
  void theDocumentationSaysWhyTheseAreNotTheCasesOfFrameworks() {
    FrameworksPage.saysOf(
        "servlet requests",
        List.of(
            Excuse.from(
                Capability.ALL_CASES,
                "a container has no model, tools or loop: `ServletRequestsIT` plays the boundary"
                    + " around a loop written by hand, which has a row of its own")));
  }

  @Test
  void theLineOfTheOperationsPageGuardsWhatSpringBootHasPacked() {
    pack(folder.resolve("app.jar"));
    OperationsPage.putAgentInto(folder);
    Map<String, String> environment =
        Map.of(
            "LOOPHALT_CONFIG",
            ForkedContainer.write(CONFIGURATION, folder).toString(),
            "JAVA_TOOL_OPTIONS",
            OperationsPage.FIRST_COMPILER_ONLY);

    try (ForkedJvm jvm =
        ForkedJvm.start(
            OperationsPage.javaCommand("Spring Boot", Jdk.running()),
            folder,
            ForkedJvm.TIME_LIMIT,
            environment)) {
      assertThatRun(jvm.finish()).endedWell().reports("stuck", "0 answered, 1 halted, 0 failed");
    }
  }

  /** The layout is in the appendix "The Executable Jar Format" of Spring Boot's reference. */
  private static void pack(Path jar) {
    JarBuilder packed =
        new JarBuilder()
            .attribute("Main-Class", "org.springframework.boot.loader.launch.JarLauncher")
            .attribute("Start-Class", WebApplication.class.getName())
            .attribute("Spring-Boot-Classes", "BOOT-INF/classes/")
            .attribute("Spring-Boot-Lib", "BOOT-INF/lib/")
            .entriesOf(Artifacts.springBootLoader(), name -> !name.startsWith("META-INF/maven"), "")
            .entriesOf(Artifacts.applications(), name -> true, "BOOT-INF/classes/");
    for (Path each : Artifacts.applicationClassPath()) {
      if (!each.equals(Artifacts.applications())) {
        packed.file(each, "BOOT-INF/lib/" + each.getFileName());
      }
    }
    packed.write(jar);
  }

  private Outcome run(ForkedContainer container, String configuration) {
    return container.run(application(), new Guard.AtStart(configuration), folder);
  }

  private static Application application() {
    return Application.onClassPath(
        WebApplication.class.getName(), Artifacts.applicationClassPath());
  }

  private List<JsonNode> endedRuns() throws IOException {
    List<JsonNode> runs = new ArrayList<>();
    for (String line : EventLog.lines(folder)) {
      JsonNode event = JSON.readTree(line);
      if (event.path("event").asText().equals("run_end")) {
        runs.add(event);
      }
    }
    return runs;
  }
}
