package io.loophalt.compatibility;

import static io.loophalt.compatibility.Steering.call;
import static io.loophalt.compatibility.Steering.end;
import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  /** Whose modules all say what they require, or {@code jlink} makes none. */
  @OnEveryJdk
  void anImageOfAModularApplicationIsGuarded(ForkedContainer container) throws Exception {
    Path image = folder.resolve("image");
    Jdk jdk = container.jdk();
    ForkedJvm linked =
        ForkedJvm.start(
            List.of(
                jdk.command("jlink"),
                "--module-path",
                Stream.of(Applications.modulePath())
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator)),
                "--add-modules",
                Applications.STUCK_MODULE + ",java.instrument",
                "--output",
                image.toString()),
            folder);
    assertThatRun(linked.finish()).exitedWith(0);

    Outcome outcome =
        new ForkedContainer(new Jdk(image, jdk.feature(), jdk.version()))
            .run(
                Application.asModule(
                    Applications.STUCK_MODULE, Applications.STUCK, Applications.modulePath()),
                new Guard.AtStart(Guard.DEFAULTS),
                folder);

    assertThatRun(outcome)
        .endedWell()
        .printedNothingButItsReport()
        .warns("\\[loophalt] \\d+ runs, \\d+ nudges, 2 halts, 0 tokens");
  }

  private static Application with(String modules) {
    return Applications.steered().withOptions("--limit-modules", modules);
  }
}
