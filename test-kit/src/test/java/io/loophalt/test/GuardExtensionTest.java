package io.loophalt.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.loophalt.core.GuardedRun;
import io.loophalt.core.ToolCall;
import io.loophalt.core.ToolResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** What the extension adds to the tests of an application. */
class GuardExtensionTest {

  @RegisterExtension final GuardExtension loophalt = GuardExtension.standard();

  /** Not found by the build: its name does not end as a test's does. */
  static class Failing {
    @RegisterExtension final GuardExtension loophalt = GuardExtension.standard();

    @Test
    void fails() {
      GuardedRun run = loophalt.open("answer");
      for (int i = 0; i < 3; i++) {
        run.beforeStep(ToolCall.of("read", "{}")).end(ToolResult.of("text"));
      }
      throw new IllegalStateException("what the test expected");
    }
  }

  @Test
  void theFailureOfATestShowsWhatWasFoundInItsRuns() {
    Throwable failure =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(Failing.class))
            .execute()
            .testEvents()
            .failed()
            .stream()
            .map(GuardExtensionTest::thrown)
            .findFirst()
            .orElseThrow();

    assertThat(failure).hasMessage("what the test expected");
    assertThat(failure.getSuppressed())
        .singleElement()
        .satisfies(
            run ->
                assertThat(run)
                    .hasMessageContaining("What happened in run 'test-run-1' of task 'answer'")
                    .hasMessageContaining("step 3: nudge by 'identical-call'"));
  }

  private static Throwable thrown(Event event) {
    return event.getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow();
  }

  @Test
  void runsOfATestAreNumbered() {
    assertThat(loophalt.open("answer").id()).isEqualTo("test-run-1");
    assertThat(loophalt.open("answer").id()).isEqualTo("test-run-2");
  }

  @Test
  void theNextTestBeginsAnew() {
    assertThat(loophalt.open("answer").id()).isEqualTo("test-run-1");
  }
}
