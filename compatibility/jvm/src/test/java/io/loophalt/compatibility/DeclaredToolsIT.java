package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the author of a tool, or of a configuration, says of it holds in a JVM with the real jar.
 */
class DeclaredToolsIT {

  private static final String WENT_ON = "went on";

  @TempDir Path folder;

  @OnEveryJdk
  void whatIsSaidToMeanNothingIsLeftOutAndWhatMovesBesideItIsNot(ForkedContainer container) {
    Guard said =
        new Guard.AtStart(
            """
            tools:
              get_order: {volatile: ["$.request_id"]}
              find_order: {volatile: ["$.requestId"]}
              run_line: {ignore-arguments: ["--trace=*"]}
              try_code: {exhaustive: true}
            """);

    Outcome outcome = container.run(Applications.declaredTools(), said, folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("order", "halted at 5")
        .reports("order.moving", WENT_ON)
        .reports("order.object", "halted at 5")
        .reports("trace", "halted at 5")
        .reports("guesses.configured", WENT_ON);
  }

  @OnEveryJdk
  void withoutAConfigurationTheAnnotationsHoldAndWhatIsShipped(ForkedContainer container) {
    Outcome outcome =
        container.run(Applications.declaredTools(), new Guard.AtStart("mode: act\n"), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("annotated", "halted at 5")
        .reports("annotated.wrongly", "halted at 5")
        .reports("headers", "halted at 5")
        .reports("clock", WENT_ON)
        .reports("order.moving", WENT_ON)
        .reports("passwords", WENT_ON)
        .reports("passwords.same", "halted at 5")
        .warns(
            "\\[loophalt] .*DeclaredTools\\.bookWrongly: a part is not left out of its results:"
                + " 'request_id' has no \\* for what varies; .*'\\$\\.request_id'");
    assertThat(outcome.facts().get("guesses")).startsWith("halted at ");
    assertThat(outcome.facts().get("guesses.configured")).startsWith("halted at ");
    assertThat(outcome.facts().get("order")).isNotEqualTo("halted at 5");
    assertThat(outcome.facts().get("order.object")).isNotEqualTo("halted at 5");
  }

  @OnEveryJdk
  void theConfigurationComesBeforeTheAnnotation(ForkedContainer container) {
    Guard otherwise =
        new Guard.AtStart(
            """
            tools:
              book: {volatile: []}
              http_get: {volatile: []}
              try_password: {exhaustive: false}
            """);

    Outcome outcome = container.run(Applications.declaredTools(), otherwise, folder);

    assertThatRun(outcome).endedWell();
    assertThat(outcome.facts().get("annotated")).isNotEqualTo("halted at 5");
    assertThat(outcome.facts().get("headers")).isNotEqualTo("halted at 5");
    assertThat(outcome.facts().get("passwords")).startsWith("halted at ");
  }
}
