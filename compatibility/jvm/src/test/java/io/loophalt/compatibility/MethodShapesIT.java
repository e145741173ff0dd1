package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** Methods of every shape are woven, and behave as before while nothing is wrong. */
class MethodShapesIT {

  private static final Guard GUARDED = new Guard.AtStart(Guard.DEFAULTS);

  @TempDir Path folder;

  @OnEveryJdk
  void aToolOfAnyShapeThatGetsSomewhereBehavesAsWithoutTheAgent(ForkedContainer container) {
    Outcome plain =
        container.run(Applications.everyShape().with("healthy"), new Guard.Absent(), folder);
    Outcome guarded = container.run(Applications.everyShape().with("healthy"), GUARDED, folder);

    assertThatRun(guarded).endedWell().reportsTheSameAs(plain);
  }

  @OnEveryJdk
  void aToolOfAnyShapeThatGetsNowhereIsHaltedAtItsFifthCall(ForkedContainer container) {
    Outcome outcome = container.run(Applications.everyShape().with("stuck"), GUARDED, folder);

    assertThatRun(outcome).endedWell().printedNothingButItsReport();
    Map<String, String> wrong = new TreeMap<>(outcome.facts());
    wrong.keySet().removeIf(key -> !key.matches(".*\\.(halted\\.at|halts|lock\\.held)"));
    assertThat(wrong).as(outcome::describe).hasSizeGreaterThan(90);
    wrong.entrySet().removeIf(MethodShapesIT::isAsItShouldBe);
    assertThat(wrong).as(outcome::describe).isEmpty();
  }

  @OnEveryJdk
  void whatCannotBeWovenIsRefusedWithAWarningAndLeftAsItWas(ForkedContainer container) {
    String ownAnnotation =
        """
        weave:
          tool-annotations: ["io.loophalt.compatibility.shapes.Toolbox$Marked"]
        """;

    Outcome plain =
        container.run(Applications.everyShape().with("healthy"), new Guard.Absent(), folder);
    Outcome guarded =
        container.run(
            Applications.everyShape().with("healthy"), new Guard.AtStart(ownAnnotation), folder);

    assertThatRun(guarded)
        .endedWell()
        .reportsTheSameAs(plain)
        .warns(".*Toolbox\\$Built\\.<init> is not watched: it is a constructor.*")
        .warns(".*Toolbox\\$Built\\.nativeX is not watched: it is native.*")
        .warns(".*Toolbox\\$Calculator\\.factor is not watched: it is abstract.*");
  }

  private static boolean isAsItShouldBe(Map.Entry<String, String> fact) {
    if (fact.getKey().endsWith(".lock.held")) {
      return fact.getValue().equals("false");
    }
    return fact.getValue().equals(fact.getKey().endsWith(".halts") ? "3" : "5");
  }
}
