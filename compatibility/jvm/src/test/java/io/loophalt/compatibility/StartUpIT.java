package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.plain.PlainAgent;
import io.loophalt.compatibility.server.FreePorts;
import io.loophalt.compatibility.server.KeyOfDigests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What the agent loads before the application starts: every JVM pays for it, each time. */
class StartUpIT {

  /** As many as there are: who needs one more looks for one that can wait. */
  private static final int MOST_CLASSES = 195;

  @TempDir Path folder;

  @OnEveryJdk
  void withNothingToWeaveItLoadsFewClassesAndNoneThatIsMadeForAField(ForkedContainer container)
      throws IOException {
    Path log = folder.resolve("loading.log");
    Application application =
        Applications.plain()
            .withOptions("-javaagent:" + Artifacts.agent(), "-Xlog:class+load:file=" + log);

    Outcome outcome = container.run(application, new Guard.Absent(), folder);

    assertThatRun(outcome).endedWell();
    List<String> beforeTheApplication =
        Files.readAllLines(log).stream()
            .takeWhile(line -> !line.contains(PlainAgent.class.getName()))
            .toList();
    assertThat(beforeTheApplication)
        .as("the agent's own")
        .filteredOn(line -> line.contains(" io.loophalt."))
        .hasSizeBetween(1, MOST_CLASSES);
    assertThat(beforeTheApplication)
        .as("method handles and accessors, which the JDK makes for the first field that is read")
        .noneMatch(line -> line.contains("ObjectFieldAccessorImpl"));
  }

  @OnEveryJdk
  void aRunThatIsNudgedAndHaltedNeedsNoJsonLibraryAndNoOtherPresetsDetectors(
      ForkedContainer container) throws IOException {
    Path log = folder.resolve("loading.log");
    Application application =
        Applications.stuck()
            .withOptions("-javaagent:" + Artifacts.agent(), "-Xlog:class+load:file=" + log);

    Outcome outcome = container.run(application, new Guard.Absent(), folder);

    assertThatRun(outcome).endedWell();
    List<String> loaded = Files.readAllLines(log);
    assertThat(loaded)
        .as("a guarded call's own")
        .anyMatch(line -> line.contains(" io.loophalt.runtime.tool.ToolMethodHandler "));
    assertThat(loaded)
        .as("a third of a start that weaves something, when they were made ready for nobody")
        .noneMatch(line -> line.contains(" com.fasterxml.jackson."))
        .noneMatch(line -> line.contains(" io.loophalt.presets.KarimoError "));
  }

  @OnEveryJdk
  void theStoreAndItsClientAreLoadedOnlyWhereOneIsConfigured(ForkedContainer container)
      throws IOException {
    Path key = KeyOfDigests.writeTo(folder);
    String rest = "memory: {file: past.json}\ndigest-key: {file: " + key + "}\n";
    String nobodyThere = "store: {url: \"redis://127.0.0.1:" + FreePorts.next() + "\"}\n";

    assertThat(loadedForSharing(container, rest)).isEmpty();
    assertThat(loadedForSharing(container, nobodyThere + rest))
        .as("by their names")
        .anyMatch(line -> line.contains(" io.loophalt.store.SharedRun "))
        .anyMatch(line -> line.contains(" redis.clients.jedis."));
  }

  /** By workers that join runs, which is what a store is for. */
  private List<String> loadedForSharing(ForkedContainer container, String configuration)
      throws IOException {
    Path log = folder.resolve("loading.log");
    Application application =
        Applications.joinedWorkers().withOptions("-Xlog:class+load:file=" + log);

    Outcome outcome = container.run(application, new Guard.AtStart(configuration), folder);

    assertThatRun(outcome).endedWell().reports("done", true);
    return Files.readAllLines(log).stream()
        .filter(
            line ->
                line.contains(" io.loophalt.store.")
                    || line.contains(" redis.clients.")
                    || line.contains(" org.apache.commons.pool2."))
        .toList();
  }
}
