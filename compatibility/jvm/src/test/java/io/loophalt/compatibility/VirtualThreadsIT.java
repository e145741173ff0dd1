package io.loophalt.compatibility;

import static io.loophalt.compatibility.Steering.call;
import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SinceJdk;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Virtual threads that wait for a person, of which there are more than carriers. */
@SinceJdk(21)
class VirtualThreadsIT {

  private static final String[] RUNS = {"one", "two", "three"};

  @TempDir Path folder;

  @OnEveryJdk
  void whoWaitsGivesItsCarrierFree(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm =
        steering.start(
            Applications.steered("virtual")
                .withOptions(
                    "-Djdk.virtualThreadScheduler.parallelism=1",
                    "-Djdk.virtualThreadScheduler.maxPoolSize=1"),
            "on-halt: {wait: 2m}\nceilings: {steps: 2}\n")) {
      String pid = Long.toString(jvm.pid());
      for (String run : RUNS) {
        call(jvm, run, 1, "look", "a", "page 1 of a tells of item 7919");
      }

      steering.lines("freeze", pid, "--effect", "write");
      for (String run : RUNS) {
        jvm.send(run + " write file");
        steering.awaitState(run, "waiting");
      }
      call(jvm, "four", 1, "look", "a", "page 1 of a tells of item 7919");
      steering.lines("unfreeze", pid);
      for (String run : RUNS) {
        jvm.awaitLine(run + ".2=written");
      }

      for (String run : RUNS) {
        jvm.send(run + " look a");
        steering.awaitState(run, "waiting");
      }
      call(jvm, "four", 2, "look", "a", "page 2 of a tells of item 15838");
      for (String run : RUNS) {
        steering.lines("resume", pid, run, "--extra-steps", "1");
        jvm.awaitLine(run + ".3=page 2 of a tells of item 15838");
      }

      assertThatRun(Steering.end(jvm))
          .exitedWith(0)
          .reports("pins", true)
          .reports("pinned", "")
          .doesNotWarn(".*internal error.*");
    }
  }
}
