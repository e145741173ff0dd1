package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
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

/** An application under a security manager starts, guarded or not. */
@ExtendWith(NoProcessLeftBehind.class)
class SecurityManagerIT {

  /** As an application needs it that reads its own properties and files. */
  private static final String OWN =
      "permission java.util.PropertyPermission \"*\", \"read,write\";"
          + " permission java.io.FilePermission \"<<ALL FILES>>\", \"read,write\";";

  @TempDir Path folder;

  static Stream<ForkedContainer> jdksWithASecurityManager() {
    return Jdk.before(24).stream().map(ForkedContainer::new);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("jdksWithASecurityManager")
  void whereNotAllCodeMayDoEverythingTheAgentStaysOffAndSaysSo(ForkedContainer container)
      throws IOException {
    Outcome few = run(container, "grant { " + OWN + " };");
    Outcome allToTheAgent =
        run(
            container,
            "grant { "
                + OWN
                + " };\ngrant codeBase \"file:${loophalt.jars}/-\""
                + " { permission java.security.AllPermission; };");

    for (Outcome outcome : new Outcome[] {few, allToTheAgent}) {
      assertThatRun(outcome).endedWell().reports("result.halted.at", 0);
      assertThat(outcome.err())
          .filteredOn(line -> line.startsWith("[loophalt]"))
          .singleElement()
          .asString()
          .startsWith("[loophalt] is off and watches nothing: this JVM has a security manager");
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("jdksWithASecurityManager")
  void whereAllCodeMayDoEverythingItGuards(ForkedContainer container) throws IOException {
    Outcome outcome = run(container, "grant { permission java.security.AllPermission; };");

    assertThatRun(outcome)
        .endedWell()
        .reports("result.halted.at", 5)
        .doesNotWarn(".*(internal error|AccessControlException).*");
  }

  private Outcome run(ForkedContainer container, String policy) throws IOException {
    Path file = Files.writeString(folder.resolve("java.policy"), policy + "\n");
    Application application =
        Applications.stuck()
            .withOptions(
                "-Djava.security.manager",
                "-Djava.security.policy=" + file,
                "-Dloophalt.jars=" + Artifacts.agent().getParent());
    return container.run(application, new Guard.AtStart(Guard.DEFAULTS), folder);
  }
}
