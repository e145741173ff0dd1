package io.loophalt.compatibility.quarkus;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.OperationsPage;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.contract.Capability;
import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import io.loophalt.compatibility.scenario.Script;
import io.loophalt.compatibility.scenario.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quarkus LangChain4j does what every framework must do under the agent. */
class QuarkusIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return QuarkusAgent.class;
  }

  /** As Quarkus has packed it, in class loaders of its own. */
  @Override
  protected Application packed() {
    return Application.onClassPath(
        "io.quarkus.bootstrap.runner.QuarkusEntryPoint", packedFolder().resolve("quarkus-run.jar"));
  }

  private static Path packedFolder() {
    return Artifacts.applications().resolveSibling("quarkus-app");
  }

  @Override
  protected String framework() {
    return "Quarkus LangChain4j";
  }

  @Override
  protected List<String> ways() {
    return List.of("ai service", "streaming", "event loop", "token stream");
  }

  @Override
  protected List<Excuse> excuses() {
    return List.of(
        Excuse.from(
                Capability.ROUNDS,
                "nobody waits on an event loop, so no scope is around several calls there: each is"
                    + " a run by its conversation")
            .in("event loop"));
  }

  /**
   * A scope around many calls is on the thread that waits for each; on an event loop nobody does.
   */
  @Override
  protected String moreConfiguration() {
    return """
        - method: io.loophalt.compatibility.quarkus.QuarkusAgent.work
          task: Stage.untilDone
          conversation: argument0
        - method: io.loophalt.compatibility.quarkus.QuarkusAgent.talk
          task: Stage.chat
          conversation: argument0
    """;
  }

  @OnEveryJdk
  void whoSubscribesOnceMoreAfterAHaltIsHaltedAtOnce(ForkedContainer container) {
    for (String way : List.of("retry.streaming.", "retry.event loop.")) {
      assertThat(factsWithoutTheAgent(container)).containsEntry(way + "model.calls", "21");
      assertThat(factsUnderTheAgent(container))
          .containsEntry(way + "model.calls", "5")
          .hasEntrySatisfying(
              way + "outcome", outcome -> assertThat(outcome).contains("LoopHaltException"));
    }
  }

  @OnEveryJdk
  void aStuckSubAgentHaltsAndItsParentGoesOn(ForkedContainer container) {
    assertThat(factsWithoutTheAgent(container)).containsEntry("sub-agent.child.model.calls", "22");
    assertThat(factsUnderTheAgent(container))
        .as("halted in both delegations, each of which is a run of its own")
        .containsEntry("sub-agent.child.model.calls", "10")
        .containsEntry("sub-agent.parent.model.calls", "3")
        .containsEntry("sub-agent.answer", "answer to SAME_QUESTION after 3 calls");
  }

  @Test
  void theLineOfTheOperationsPageGuardsWhatQuarkusHasPacked(@TempDir Path folder)
      throws IOException {
    try (Stream<Path> files = Files.list(packedFolder())) {
      for (Path each : files.toList()) {
        Files.createSymbolicLink(folder.resolve(each.getFileName()), each);
      }
    }
    OperationsPage.putAgentInto(folder);
    Map<String, String> onlyOneScript =
        Map.of(
            "JAVA_TOOL_OPTIONS",
            Stage.only(Script.IDENTICAL_CALLS) + ' ' + OperationsPage.FIRST_COMPILER_ONLY);

    try (ForkedJvm jvm =
        ForkedJvm.start(
            OperationsPage.javaCommand("Quarkus", Jdk.running()),
            folder,
            ForkedJvm.TIME_LIMIT,
            onlyOneScript)) {
      Outcome outcome = jvm.finish();
      assertThatRun(outcome).endedWell();
      assertThat(outcome.facts().get("ai service.IDENTICAL_CALLS.outcome")).startsWith("halted");
    }
  }
}
