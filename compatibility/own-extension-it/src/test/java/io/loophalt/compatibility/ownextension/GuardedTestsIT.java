package io.loophalt.compatibility.ownextension;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OperationsPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of a project are guarded with what {@code docs/operations.md} shows for its pom. */
class GuardedTestsIT {

  private static final Pattern PLUGINS = Pattern.compile("(?s)<plugins>.*</plugins>");

  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>com.acme</groupId>
        <artifactId>desk</artifactId>
        <version>1</version>
        <properties>
          <maven.compiler.release>17</maven.compiler.release>
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
        </properties>
        <dependencies>
          <dependency>
            <groupId>org.junit.jupiter</groupId>
            <artifactId>junit-jupiter</artifactId>
            <version>%s</version>
            <scope>test</scope>
          </dependency>
        </dependencies>
        <build>
          <pluginManagement>%s</pluginManagement>
          <plugins>%s</plugins>
        </build>
      </project>
      """;

  private static final String TEST =
      """
      package com.acme;

      import static org.junit.jupiter.api.Assertions.assertEquals;

      import org.junit.jupiter.api.Test;

      class DeskTest {

        @Test
        void whoeverAsksTheSameAgainAndAgainIsHalted() {
          String ended = "by itself";
          try {
            for (int call = 0; call < 20; call++) {
              search("opening hours");
            }
          } catch (RuntimeException halt) {
            ended = halt.getClass().getSimpleName();
          }
          assertEquals("LoopHaltException", ended);
        }

        static String search(String question) {
          return "nothing about " + question;
        }
      }
      """;

  @Test
  void whatThePageShowsForSurefireGuardsTests(@TempDir Path project) throws IOException {
    Files.writeString(
        project.resolve("pom.xml"),
        POM.formatted(
            Test.class.getPackage().getImplementationVersion(),
            pluginsOfAProject(),
            OperationsPage.sample("Maven")
                .replace(OperationsPage.AGENT, Artifacts.agent().toString())));
    Files.writeString(
        project.resolve("loophalt.yaml"), "weave: {tools: [com.acme.DeskTest.search]}\n");
    Path tests = Files.createDirectories(project.resolve("src/test/java/com/acme"));
    Files.writeString(tests.resolve("DeskTest.java"), TEST);

    List<String> command =
        List.of(
            "mvn",
            "-B",
            "-q",
            "-o",
            "-Dmaven.repo.local=" + System.getProperty("loophalt.own-extension.repository"),
            "test");
    try (ForkedJvm maven = ForkedJvm.start(command, project)) {
      assertThatRun(maven.finish()).exitedWith(0);
    }
    assertThat(project.resolve("target/surefire-reports/com.acme.DeskTest.txt"))
        .content()
        .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
  }

  /** In the versions that the build of Loophalt has downloaded. */
  private static String pluginsOfAProject() throws IOException {
    Path pom = Path.of(System.getProperty("loophalt.own-extension.project"), "pom.xml");
    Matcher plugins = PLUGINS.matcher(Files.readString(pom));
    assertThat(plugins.find()).as("plugins of %s", pom).isTrue();
    return plugins.group();
  }
}
