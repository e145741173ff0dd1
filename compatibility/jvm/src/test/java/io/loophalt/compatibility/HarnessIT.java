package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.report.Lifeline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The harness itself: what the other tests rely on. */
class HarnessIT {

  @TempDir Path folder;

  @Test
  void theJdkThatRunsTheTestsIsAmongThoseFoundAndNoneIsFoundTwice() {
    assertThat(Jdk.all()).contains(Jdk.running());
    assertThat(Jdk.all()).extracting(Jdk::home).doesNotHaveDuplicates();
    assertThat(Jdk.all()).allMatch(jdk -> jdk.feature() >= 17);
  }

  static Stream<Arguments> everyApplicationOnEveryJdk() {
    return Stream.concat(Applications.stuckEverywhere().stream(), Stream.of(Applications.plain()))
        .flatMap(
            application ->
                Jdk.all().stream().map(jdk -> Arguments.of(application, new ForkedContainer(jdk))));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("everyApplicationOnEveryJdk")
  void anApplicationWithoutTheAgentRunsToItsOwnCap(
      Application application, ForkedContainer container) {
    Outcome outcome = container.run(application, new Guard.Absent(), folder);

    assertThatRun(outcome).endedWell().printedNothingButItsReport();
    assertThat(outcome.facts())
        .as(outcome::describe)
        .containsAnyOf(entry("result.bodies", "12"), entry("named.returns", "12"));
    assertThat(outcome.out())
        .as(outcome::describe)
        .noneMatch(line -> line.matches(".*(halted|nudged)\\.at=[1-9].*"));
  }

  @OnEveryJdk
  void anApplicationWhoseTestIsGoneEndsItself(ForkedContainer container) {
    try (ForkedJvm jvm =
        container.start(Applications.stuck().with("await"), new Guard.Absent(), folder)) {
      jvm.awaitLine("ready=true");
      jvm.hangUp();
      assertThatRun(jvm.finish()).exitedWith(Lifeline.ORPHANED);
    }
  }

  @OnEveryJdk
  void aJvmThatPassesItsTimeLimitIsKilledAndItsOutputAndItsThreadsAreShown(
      ForkedContainer container) {
    List<String> command =
        List.of(
            container.jdk().command("java"),
            "-D" + Lifeline.PROPERTY + "=true",
            "-cp",
            Applications.stuckClassPath(),
            Applications.STUCK,
            "await");
    try (ForkedJvm jvm = ForkedJvm.start(command, folder, Duration.ofSeconds(2), Map.of())) {
      assertThatThrownBy(jvm::finish)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("passed its time limit and was killed")
          .hasMessageContaining("\"main\" #")
          .hasMessageContaining(Applications.STUCK);
      assertThat(jvm.isAlive()).isFalse();
    }
  }
}
