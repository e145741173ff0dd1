package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose end is written because the JVM ends are guarded until it has ended. */
class WorksAtTheEndIT {

  private static final Guard LOGGING = new Guard.AtStart(EventLog.CONFIGURATION);

  @TempDir Path folder;

  @OnEveryJdk
  void aHaltHoldsAndTheSameIsStillCounted(ForkedContainer container) {
    assertThatRun(container.run(Applications.worksAtTheEnd(), LOGGING, folder))
        .endedWell()
        .reports("halted at first after", 5)
        .reports("of the open one", 1)
        .reports("halted at the end after", 0)
        .reports("more of the open one", 4);
  }
}
