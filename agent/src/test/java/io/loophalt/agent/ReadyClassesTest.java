package io.loophalt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.loophalt.instrumentation.ReadyClasses;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** No class of a guarded call is initialised in one. */
class ReadyClassesTest {

  /** What programs call that use the engine without the agent. */
  private static final String FACE = "io.loophalt.core";

  /**
   * What is initialised by whoever configures or steers, before a call can meet it; or met by none
   * but calls of shared runs, for which no other JVM is to load it.
   */
  private static final Set<String> EARLIER =
      Set.of(
          "io.loophalt.core.event.Redaction",
          "io.loophalt.runtime.async.WaitingThreads",
          "io.loophalt.runtime.policy.ControlPolicy",
          "io.loophalt.runtime.policy.JoinPolicy",
          "io.loophalt.runtime.policy.NotifyPolicy",
          "io.loophalt.runtime.policy.NotifyPolicy$Kind",
          "io.loophalt.runtime.policy.StorePolicy",
          "io.loophalt.runtime.steering.Freeze$Calls");

  @Test
  void allThatHaveSomethingToInitialiseAreMadeReady() {
    Set<String> initialised =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(FACE, "io.loophalt.runtime", "io.loophalt.presets")
                .stream()
                .filter(each -> !each.getPackageName().equals(FACE))
                .filter(each -> each.getStaticInitializer().isPresent())
                .map(JavaClass::getName)
                .filter(each -> !EARLIER.contains(each))
                .collect(Collectors.toSet());

    assertThat(ReadyClasses.names()).containsExactlyInAnyOrderElementsOf(initialised);
  }
}
