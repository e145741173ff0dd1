package io.loophalt.compatibility.embabel;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SinceJdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** Halts where Embabel makes something else of an exception, and many requests in one process. */
@SinceJdk(21)
class CornersIT {

  private static final String CONFIGURATION =
      """
      tasks:
        Clerk: {ceilings: {total-tokens: 20_000}}
      """;

  private final Path folder;

  CornersIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @OnEveryJdk
  void withoutTheAgentEverythingRunsToAnEndOfItsOwn(ForkedContainer container) {
    assertThat(play(container, new Guard.Absent()).facts())
        .containsEntry("twins.model.calls", "21")
        .containsEntry("no such tool.model.calls", "13")
        .containsEntry("no such tools.model.calls", "21")
        .containsEntry("thoughts.model.calls", "20")
        .containsEntry("stream.model.calls", "21")
        .containsEntry("at once.model.calls", "16")
        .containsEntry("one by one.model.calls", "30")
        .allSatisfy((fact, value) -> assertThat(value).as(fact).doesNotStartWith("halted"));
  }

  @OnEveryJdk
  void aHaltReachesTheCallerAlsoWhereEmbabelMakesSomethingElseOfExceptions(
      ForkedContainer container) {
    Outcome outcome = play(container, new Guard.AtStart(CONFIGURATION));
    Map<String, String> facts = outcome.facts();

    for (String stuck : List.of("twins", "no such tool", "no such tools", "thoughts", "stream")) {
      assertThat(facts.get(stuck + ".outcome"))
          .as("%s%s", stuck, outcome.describe())
          .startsWith("halted: run stopped (no_progress)");
    }
    assertThat(facts)
        .containsEntry("twins.model.calls", "5")
        .containsEntry("no such tool.model.calls", "5")
        .containsEntry("no such tools.model.calls", "5")
        .containsEntry("thoughts.model.calls", "5")
        .containsEntry("stream.model.calls", "6");
    // A call is a step once, whatever the next request says of it.
    assertThat(facts.get("no such tool.outcome")).contains("[5 steps, 5 turns");
    assertThat(facts.get("no such tools.outcome")).contains("[10 steps, 5 turns");
  }

  @OnEveryJdk
  void requestsOfOneProcessThatLookUpTheSameAreLeftAloneAndItsCeilingHoldsForAll(
      ForkedContainer container) {
    Outcome outcome = play(container, new Guard.AtStart(CONFIGURATION));

    assertThat(outcome.facts())
        .as(outcome.describe())
        .containsEntry("at once.outcome", "content ".repeat(8).strip())
        .containsEntry("at once.model.calls", "16")
        .containsEntry("at once.tool.calls", "8")
        .containsEntry("one by one.model.calls", "20")
        .hasEntrySatisfying(
            "one by one.outcome",
            halt -> assertThat(halt).startsWith("halted: run stopped (token_cap) in task 'Clerk'"));
    assertThat(outcome.err())
        .as("nudges of the requests that look up the same")
        .noneMatch(line -> line.contains("nudge") && line.contains("Clerk"));
  }

  @OnEveryJdk
  void aHaltedRequestMayFinishAlsoWhereItsToolsRunInParallelOrAreNotThere(
      ForkedContainer container) {
    Outcome outcome = play(container, new Guard.AtStart("on-halt: finish\n"));

    assertThat(outcome.facts())
        .as(outcome.describe())
        .containsEntry("twins.outcome", "content")
        .containsEntry("twins.model.calls", "6")
        .containsEntry("no such tool.outcome", "content")
        .containsEntry("no such tool.model.calls", "6");
  }

  private Outcome play(ForkedContainer container, Guard guard) {
    return container.run(Compiled.application("Corners"), guard, folder);
  }
}
