package io.loophalt.compatibility.harness.contract;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.Container;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.scenario.Pictures;
import java.nio.file.Path;

/**
 * Results that are pictures: an agent that sees others is healthy, one that sees the same stuck.
 */
public final class SeenPictures {

  private SeenPictures() {}

  /** Plays an application that calls {@link Pictures#play} with these viewers. */
  public static void areToldApart(
      Class<?> application, Container container, Path folder, String... viewers) {
    Outcome outcome =
        container.run(
            Application.onClassPath(application.getName(), Artifacts.applicationClassPath()),
            new Guard.AtStart(
                "weave: {runs: [io.loophalt.compatibility.scenario.Pictures.look]}\n"),
            folder);

    assertThatRun(outcome).endedWell();
    for (String viewer : viewers) {
      assertThatRun(outcome)
          .reports(viewer + ".healthy.outcome", "seen")
          .reports(viewer + ".healthy.looks", Pictures.LOOKS)
          .reports(viewer + ".stuck.outcome", "LoopHaltException")
          .reports(viewer + ".stuck.looks", 5);
    }
  }
}
