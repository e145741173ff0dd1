package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.loophalt.compatibility.crowd.ForgottenScopes;
import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** With a heap of 64 MB an application does with the agent what it does without. */
class SmallHeapIT {

  private static final String CALLS = "30000";
  private static final String SCOPES = "20000";
  private static final String FORGETFUL = ForgottenScopes.class.getName() + ".forget";

  @TempDir Path folder;

  @OnEveryJdk
  void aShortThreadForEachToolCallIsNoBurden(ForkedContainer container) {
    boolean virtual = container.jdk().feature() >= 21;
    for (String kind : virtual ? List.of("platform", "virtual") : List.of("platform")) {
      assertThatRun(run(container, Applications.shortThreads().with(CALLS, kind)))
          .endedWell()
          .reports("bodies", CALLS)
          .reports("stuck on one thread", "halted after 4");
    }
  }

  @OnEveryJdk
  void scopesThatAreNeverClosedAreBoundedAndNamedOnce(ForkedContainer container) {
    for (String how : List.of("nested", "apart")) {
      Outcome outcome = run(container, Applications.forgottenScopes().with(SCOPES, how));

      assertThatRun(outcome).endedWell().reports("stuck in a scope", "halted after 5");
      assertThat(outcome.err())
          .as(outcome.describe())
          .filteredOn(line -> line.contains("WARNING"))
          .singleElement(STRING)
          .contains("a run of task 'forgetful'")
          .contains("opened at " + FORGETFUL + "(ForgottenScopes.java:");
    }
  }

  private Outcome run(ForkedContainer container, Application application) {
    return container.run(
        application.withOptions("-Xmx64m"), new Guard.AtStart(Guard.DEFAULTS), folder);
  }
}
