package io.loophalt.compatibility;

import static io.loophalt.compatibility.Steering.call;
import static io.loophalt.compatibility.Steering.end;
import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** In a runtime with few modules, as {@code jlink} makes them. */
@SpreadOverJdks
class FewModulesIT {

  private static final String CALLED = "page 1 of a tells of item 7919";

  @TempDir Path folder;

  @OnEveryJdk
  void withoutJmxRunsAreSteeredAllTheSame(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm = steering.start(with("java.base,java.instrument"), "")) {
      call(jvm, "one", 1, "look", "a", CALLED);

      steering.awaitSteps("one", 1);

      assertThatRun(end(jvm))
          .exitedWith(0)
          .printedNothingButItsReport()
          .doesNotWarn(".*(Exception in thread|internal error|NoClassDefFoundError).*");
    }
  }

  @OnEveryJdk
  void aModuleThatTelemetryTakesIsNamed(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm =
        steering.start(
            with("java.base,java.instrument,java.net.http"),
            "metrics: {otlp: {endpoint: \"http://127.0.0.1:4318/v1/metrics\"}}\n")) {
      call(jvm, "one", 1, "look", "a", CALLED);

      jvm.awaitErrorMatching(
          ".*WARNING metrics are not sent to http://127.0.0.1:4318: this JVM cannot"
              + " \\(java/util/logging/Logger\\); it takes the modules java.net.http and"
              + " java.logging .*");

      assertThatRun(end(jvm)).exitedWith(0).doesNotWarn(".*internal error.*");
    }
  }

  private static Application with(String modules) {
    return Applications.steered().withOptions("--limit-modules", modules);
  }
}
