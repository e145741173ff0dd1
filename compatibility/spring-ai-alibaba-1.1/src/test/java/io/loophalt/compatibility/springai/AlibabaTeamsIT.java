package io.loophalt.compatibility.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What several agents of a team have in common is no repetition. */
class AlibabaTeamsIT {

  private static final Application TEAMS =
      Application.onClassPath(AlibabaTeams.class.getName(), Artifacts.applicationClassPath());

  private final Path folder;

  AlibabaTeamsIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @OnEveryJdk
  @SpreadOverJdks
  void withoutTheAgentAllTeamsAnswer(ForkedContainer container) {
    Outcome outcome = container.run(TEAMS, new Guard.Absent(), folder);

    for (String kind : List.of("sequential.", "parallel.")) {
      for (String script : List.of("SAME_QUESTION", "CONCURRENT_TOOLS", "IDENTICAL_CALLS")) {
        assertThat(outcome.facts())
            .as(outcome.describe())
            .containsEntry(kind + script + ".outcome", "answered");
      }
    }
  }

  @OnEveryJdk
  void membersThatDoTheSameAreLeftAloneAndAStuckOneIsStopped(ForkedContainer container) {
    Outcome outcome = container.run(TEAMS, new Guard.AtStart("preset: standard\n"), folder);

    for (String kind : List.of("sequential.", "parallel.")) {
      for (String script : List.of("SAME_QUESTION", "CONCURRENT_TOOLS")) {
        assertThat(outcome.facts())
            .as(outcome.describe())
            .containsEntry(kind + script + ".outcome", "answered")
            .containsEntry(kind + script + ".0.nudges", "0")
            .containsEntry(kind + script + ".1.nudges", "0")
            .containsEntry(kind + script + ".2.nudges", "0");
      }
      assertThat(outcome.facts())
          .as(outcome.describe())
          .containsEntry(kind + "IDENTICAL_CALLS.0.tool.calls", "5")
          .hasEntrySatisfying(
              kind + "IDENTICAL_CALLS.outcome",
              halt ->
                  assertThat(halt).startsWith("threw run stopped (no_progress) in task 'member0'"));
    }
  }
}
