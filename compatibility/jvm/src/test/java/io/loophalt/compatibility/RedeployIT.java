package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** An application that is taken out of a JVM that goes on is not kept in memory by the agent. */
class RedeployIT {

  /** What the application does before it is taken out, and what it says of it. */
  private static final Map<String, String> WORK =
      Map.of(
          "tools", "called",
          "halted.run", "halted at 5",
          "halted.thread", "halted at 5",
          "open.run", "called",
          "listener", "halted at 5",
          "futures", "called");

  @TempDir Path folder;

  @OnEveryJdk
  void anApplicationsClassLoaderIsCollectedAfterItsToolsWereCalledAndItsRunWasHalted(
      ForkedContainer container) {
    Application server =
        Applications.server().with(WORK.keySet().stream().sorted().toArray(String[]::new));

    Outcome outcome = container.run(server, new Guard.AtStart(Guard.DEFAULTS), folder);

    assertGone(outcome, WORK);
  }

  @OnEveryJdk
  void soIsOneInWhoseLibrariesTheAgentHasMetricsAndWhoseSpansHaveHeardOfAHalt(
      ForkedContainer container) {
    Map<String, String> work = Map.of("libraries", "halted at 5, and measured");

    Outcome outcome =
        container.run(
            Applications.serverWithLibraries().with("libraries"),
            new Guard.AtStart(Guard.DEFAULTS),
            folder);

    assertGone(outcome, work);
  }

  private static void assertGone(Outcome outcome, Map<String, String> done) {
    assertThatRun(outcome).endedWell();
    done.forEach(
        (work, answer) ->
            assertThatRun(outcome)
                .reports(work, answer)
                .reports(work + ".used", true)
                .reports(work + ".loader.is.gone", true)
                .reports(work + ".objects.left", 0));
  }

  @OnEveryJdk
  void norIsItByWhatPostsItsHaltsAndCountsWhatItUses(ForkedContainer container) {
    Application server = Applications.server().with("halted.run", "halted.thread", "tools");
    try (Receiver receiver = new Receiver(0, nth -> nth == 1 ? 503 : 200)) {
      Outcome outcome =
          container.run(
              server,
              new Guard.AtStart(
                  """
                  notify: {url: "%s"}
                  budgets: {everyone: {tokens: 1_000_000, per: 1d}}
                  """
                      .formatted(receiver.url())),
              folder);

      assertThatRun(outcome).endedWell();
      for (String work : new String[] {"halted.run", "halted.thread", "tools"}) {
        assertThatRun(outcome)
            .reports(work, WORK.get(work))
            .reports(work + ".loader.is.gone", true);
      }
      assertThat(receiver.posts()).hasSizeGreaterThanOrEqualTo(2);
    }
  }
}
