package io.loophalt.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.Artifact;
import io.loophalt.runtime.safety.Log;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a person is told of what is watched, and that no line comes twice. */
class WatchReportTest {

  private static final List<Artifact> AGENTS =
      List.of(
          new Artifact("Acme core", "com.acme:agents-core", "com.acme.Core", List.of()),
          new Artifact("Acme", "com.acme:agents", "com.acme.Agents", List.of()));

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final WatchReport report =
      new WatchReport(new Log(new PrintStream(written, true, StandardCharsets.UTF_8)));

  @Test
  void aFrameworkIsToldOnceForEachVersionOfTheArtifactItWasFirstSeenBy() throws Exception {
    report.open();

    meet("file:/a/agents-1.19.0.jar");
    meet("file:/a/agents-1.19.0.jar");
    meet("file:/a/agents-core-1.19.0-beta1.jar");
    meet("file:/second/app/agents-1.19.0.jar");
    meet("file:/third/app/agents-1.20.0.jar");
    meet("file:/fourth/app/everything.jar");

    assertThat(told()).containsExactly("watching Acme 1.19.0", "watching Acme 1.20.0");
  }

  @Test
  void aVersionThatNobodyKnowsIsLeftOut() throws Exception {
    report.open();

    meet("file:/classes/");
    meet(null);

    assertThat(told()).containsExactly("watching Acme");
  }

  @Test
  void theFirstClassOfTheApplicationsOwnIsToldWithItsJar() throws Exception {
    report.open();

    report.ownClass("com.acme.Tools", domain("file:/a/tools-1.0.jar"));
    report.ownClass("com.acme.Others", domain("file:/a/tools-1.0.jar"));

    assertThat(told())
        .containsExactly(
            "watching com.acme.Tools (tools-1.0.jar), the first class of the application's own");
  }

  @Test
  void whatWasWovenBeforeTheStartUpLineIsToldBehindIt() throws Exception {
    meet("file:/a/agents-1.19.0.jar");
    assertThat(told()).isEmpty();

    report.open();

    assertThat(told()).containsExactly("watching Acme 1.19.0");
  }

  private void meet(@Nullable String location) throws Exception {
    report.framework("Acme", AGENTS, "com.acme.Agents", location == null ? null : domain(location));
    told();
  }

  private static ProtectionDomain domain(String location) throws Exception {
    return new ProtectionDomain(
        new CodeSource(URI.create(location).toURL(), (Certificate[]) null), null);
  }

  /** Waits for the threads that tell. */
  private List<String> told() throws InterruptedException {
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().equals("loophalt-watch-report")) {
        each.join();
      }
    }
    return written
        .toString(StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.substring("[loophalt] ".length()))
        .toList();
  }
}
