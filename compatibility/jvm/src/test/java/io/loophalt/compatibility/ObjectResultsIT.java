package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** What a tool returns as a record, a map or another object is read like a text. */
class ObjectResultsIT {

  @TempDir Path folder;

  @OnEveryJdk
  void aRunThatGetsNowhereIsHaltedAndOneThatDoesIsNot(ForkedContainer container) {
    Outcome outcome =
        container.run(Applications.objectResults(), new Guard.AtStart(Guard.DEFAULTS), folder);

    assertThatRun(outcome).endedWell();
    Map<String, String> runs = new TreeMap<>(outcome.facts());
    runs.keySet().removeIf(name -> !name.startsWith("stuck.") && !name.startsWith("well."));
    assertThat(runs).as(outcome::describe).hasSize(17);
    runs.entrySet().removeIf(run -> run.getValue().equals("0") == run.getKey().startsWith("well."));
    assertThat(runs).as(outcome::describe).isEmpty();
    assertThat(outcome.err())
        .as(outcome::describe)
        .filteredOn(line -> line.contains("was to be told that it is stuck"))
        .filteredOn(line -> line.contains("its tool 'shell'"))
        .singleElement()
        .asString()
        .contains("returns a io.loophalt.compatibility.objects.Service$Ran, and no text");
  }
}
