package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SinceJdk;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;

/** Structured task scopes, which JDK 25 previews: the JDK compiles the application itself. */
@SinceJdk(25)
class StructuredTasksIT {

  @TempDir Path folder;

  @OnEveryJdk
  void forkedTasksStayInTheRunOfTheirScope(ForkedContainer container) throws URISyntaxException {
    URL source = Objects.requireNonNull(getClass().getResource("/Structured.java"));
    Application application =
        new Application(
            "structured",
            List.of(
                "--enable-preview",
                "--source",
                String.valueOf(container.jdk().feature()),
                "-cp",
                Application.path(Artifacts.applicationClassPath())),
            List.of(Path.of(source.toURI()).toString()),
            null,
            List.of());

    assertThatRun(
            container.run(application, new Guard.AtStart("weave: {executors: true}\n"), folder))
        .exitedWith(0)
        .reports("in the run", true)
        .reports("afterwards", false)
        .reports("stuck", "5 ran, 8 halted")
        .doesNotWarn(".*internal error.*");
  }
}
