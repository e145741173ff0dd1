package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Attacher;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.NoProcessLeftBehind;
import io.loophalt.compatibility.harness.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * With an ahead-of-time cache (JEP 483, 514) the application's classes can be loaded and linked
 * before any agent sees them; they are guarded nevertheless.
 */
@ExtendWith(NoProcessLeftBehind.class)
class AheadOfTimeCacheIT {

  private static final Guard AT_START = new Guard.AtStart(Guard.DEFAULTS);

  @TempDir Path folder;

  static Stream<ForkedContainer> jdksWithAotCache() {
    return Jdk.allWithAotCache().stream().map(ForkedContainer::new);
  }

  /**
   * An agent pulls in one more module, and a cache is only good for the modules it was made with.
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource("jdksWithAotCache")
  void anApplicationWhoseClassesCameOutOfACacheBeforeTheAgentStartedIsHalted(
      ForkedContainer container) throws IOException {
    Application application = Applications.stuck().withOptions("--add-modules", "java.instrument");
    container.run(writing(application), new Guard.Absent(), folder);

    Outcome outcome = container.run(reading(application), AT_START, folder);

    assertOutOfTheCache();
    assertHalted(outcome);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("jdksWithAotCache")
  void anApplicationThatRunsOutOfACacheIsHaltedOnceTheAgentIsAttached(ForkedContainer container)
      throws IOException {
    Application application = Applications.stuck();
    container.run(writing(application), new Guard.Absent(), folder);

    Outcome outcome =
        container.run(
            reading(application).with("await"),
            new Guard.Late(Attacher.COMMAND_LINE, Guard.DEFAULTS),
            folder);

    assertOutOfTheCache();
    assertHalted(outcome);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("jdksWithAotCache")
  void aCacheWrittenWithTheAgentHoldsNothingThatKeepsTheApplicationFromBeingHalted(
      ForkedContainer container) {
    Application application = Applications.stuck();
    assertHalted(container.run(writing(application), AT_START, folder));

    assertHalted(container.run(reading(application), AT_START, folder));
  }

  private Application writing(Application application) {
    return application.withOptions("-XX:AOTCacheOutput=" + folder.resolve("application.aot"));
  }

  private Application reading(Application application) {
    return application.withOptions(
        "-XX:AOTCache=" + folder.resolve("application.aot"),
        "-Xlog:class+load:file=" + folder.resolve("loading.log"));
  }

  private void assertOutOfTheCache() throws IOException {
    assertThat(Files.readString(folder.resolve("loading.log")))
        .as("the application's classes should come out of the cache")
        .containsPattern("compatibility\\.stuck\\.Workshop source: shared objects file");
  }

  private static void assertHalted(Outcome outcome) {
    assertThatRun(outcome)
        .endedWell()
        .reports("result.nudged.at", 3)
        .reports("result.halted.at", 5)
        .reports("result.caught.by", "own LoopHaltException")
        .reports("error.halted.at", 5)
        .reports("error.caught.by", "own LoopHaltException");
  }
}
