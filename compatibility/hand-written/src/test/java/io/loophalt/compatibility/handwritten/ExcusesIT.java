package io.loophalt.compatibility.handwritten;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.SinceJdk;
import io.loophalt.compatibility.harness.contract.Capability;
import io.loophalt.compatibility.harness.contract.Excuse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

/**
 * What the contract itself must do: an excuse that is not needed, or not known, fails the build.
 */
class ExcusesIT {

  /** Claims that nobody could count its tokens. */
  static class ExcusedFromWhatItCanDo extends HandWrittenLoopsIT {
    @Override
    protected List<Excuse> excuses() {
      return List.of(Excuse.from(Capability.TOKEN_CEILINGS, "nobody knows the tokens"));
    }
  }

  /** Claims that a person's orders could not be followed, and that each round was a run. */
  static class ExcusedFromOrdersAndRounds extends HandWrittenLoopsIT {
    @Override
    protected List<Excuse> excuses() {
      return List.of(
          Excuse.fromRefusingTools(),
          Excuse.from(Capability.HELD_CALLS, "nothing waits"),
          Excuse.from(Capability.HELD_RUNS, "nothing waits"),
          Excuse.from(Capability.ROUNDS, "each round is a run").in("whole"));
    }
  }

  /** Does not say that it cannot finish. */
  static class NotExcused extends HandWrittenLoopsIT {
    @Override
    protected List<Excuse> excuses() {
      return List.of();
    }
  }

  /** Needs a JDK that nobody has. */
  @SinceJdk(1000)
  static class RunNowhere extends HandWrittenLoopsIT {}

  @Test
  void whatWorksAlthoughItIsExcusedFailsOnEveryJdk() {
    assertThat(
            failures(
                ExcusedFromWhatItCanDo.class,
                "aTokenCeilingEndsARunThatAlwaysDoesSomethingNew",
                ForkedContainer.class))
        .hasSize(Jdk.all().size())
        .allSatisfy(message -> assertThat(message).contains("can do it; remove the excuse"));
  }

  @Test
  void ordersAndRoundsThatWorkAlthoughTheyAreExcusedFailOnEveryJdk() {
    List<String> failures =
        failures(
            selectMethod(
                ExcusedFromOrdersAndRounds.class,
                "aPersonHaltsARunHoldsOneBlocksAToolAndLetsAHaltedRunGoOn",
                ForkedContainer.class.getName()),
            selectMethod(
                ExcusedFromOrdersAndRounds.class,
                "aLoopThatBeginsEachRoundWithNothingIsOneRun",
                ForkedContainer.class.getName()));

    assertThat(failures)
        .filteredOn(message -> message.contains("rounds of one run"))
        .hasSize(Jdk.all().size())
        .allSatisfy(message -> assertThat(message).contains("can do it; remove the excuse"));
    assertThat(failures)
        .filteredOn(message -> message.contains("in which a frozen call waits"))
        .hasSize(Jdk.all().size())
        .allSatisfy(
            message ->
                assertThat(message)
                    .contains(
                        "ways in which a halted run waits",
                        "is excused from refusing a blocked tool and can do it"));
  }

  @Test
  void whatDoesNotWorkAndIsNotExcusedFailsOnEveryJdk() {
    assertThat(
            failures(
                NotExcused.class, "aHaltedRunMayFinishWithOneLastAnswer", ForkedContainer.class))
        .hasSize(Jdk.all().size());
  }

  @Test
  void anExcuseThatTheDocumentationDoesNotKnowFails() {
    assertThat(
            failures(
                ExcusedFromWhatItCanDo.class, "theDocumentationSaysWhatTheFrameworkIsExcusedFrom"))
        .singleElement(STRING)
        .contains("nobody knows the tokens");
  }

  @Test
  void aFrameworkThatNoJdkOfThisMachineRunsFails() {
    assertThat(
            failures(
                RunNowhere.class,
                "watchingChangesNothingAndReportsEverything",
                ForkedContainer.class))
        .singleElement(STRING)
        .contains("needs a JDK 1000 or newer");
  }

  /** What the failures of one case say. */
  private static List<String> failures(Class<?> contract, String test, Class<?>... parameters) {
    return failures(selectMethod(contract, test, parameters));
  }

  private static List<String> failures(DiscoverySelector... tests) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(tests)
        .execute()
        .allEvents()
        .failed()
        .stream()
        .map(event -> event.getRequiredPayload(TestExecutionResult.class))
        .map(result -> String.valueOf(result.getThrowable().orElse(null)))
        .toList();
  }
}
