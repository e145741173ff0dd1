package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Runs of executions that many workers take part in. */
class JoinedRunsIT {

  private static final String CONFIGURATION =
      """
      events: {file: events.jsonl}
      trusted-ids: {baggage: agent.run, task: order}
      tasks: {capped: {ceilings: {steps: 1000}}}
      """;

  @TempDir Path folder;

  @OnEveryJdk
  void aJobIsOneRunWhoeverTakesItsSteps(ForkedContainer container) throws Exception {
    Outcome outcome =
        container.run(Applications.joinedWorkers(), new Guard.AtStart(CONFIGURATION), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("stuck", "halted at 5")
        .reports("tried again", "halted at 1")
        .reports("same id of another task", "not halted")
        .reports("after a reset", "halted at 5")
        .reports("ended each time", "not halted")
        .reports("by annotation", "halted at 5")
        .reports("by baggage", "halted at 5")
        .reports("by the baggage of anybody", "not halted")
        .reports("bodies of many at once", 1000);
    assertThat(EventLog.lines(folder))
        .as("told of the runs by their ids")
        .anyMatch(line -> line.contains("\"halt\"") && line.contains("\"order/7\""))
        .anyMatch(line -> line.contains("\"run_end\"") && line.contains("\"order/8\""))
        .noneMatch(line -> line.contains("\"other/7\"") && line.contains("\"halt\""));
  }

  @OnEveryJdk
  void anIdFromOutsideThatNobodyTrustsNamesNoRun(ForkedContainer container) {
    Outcome outcome =
        container.run(Applications.joinedWorkers(), new Guard.AtStart(Guard.DEFAULTS), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("stuck", "halted at 5")
        .reports("by baggage", "not halted")
        .reports("by the baggage of anybody", "not halted");
  }

  @OnEveryJdk
  @SpreadOverJdks
  void withoutTheAgentNothingIsHalted(ForkedContainer container) {
    Outcome outcome = container.run(Applications.joinedWorkers(), new Guard.Absent(), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("stuck", "not halted")
        .reports("by annotation", "not halted");
  }
}
