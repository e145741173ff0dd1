package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The agent jar is put on the application's class path by the JVM, so what is in it in plain sight
 * is what the application gets to see: the entry classes and nothing else.
 */
class AgentJarIT {

  private static final String ENTRY_CLASSES = "io/loophalt/agent/launch/[A-Za-z$0-9]+\\.class";
  private static final String HIDDEN = "isolated\\.archive";
  private static final String ABOUT = "META-INF/(MANIFEST\\.MF|LICENSE|NOTICE|licenses/.*)";
  private static final String EVERYTHING = ENTRY_CLASSES + "|" + HIDDEN + "|" + ABOUT;
  private static final List<String> INSIDES =
      List.of(
          "net.bytebuddy.ByteBuddy",
          "org.yaml.snakeyaml.Yaml",
          "com.fasterxml.jackson.databind.ObjectMapper",
          "picocli.CommandLine",
          "io.prometheus.metrics.exporter.httpserver.HTTPServer",
          "io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter",
          "io.loophalt.core.run.Run",
          "io.loophalt.agent.cli.CommandLineMain");

  @TempDir Path folder;

  @Test
  void itsManifestMakesItAnAgentAndACommand() throws IOException {
    try (JarFile jar = new JarFile(Artifacts.agent().toFile())) {
      Attributes manifest = jar.getManifest().getMainAttributes();

      for (String entry : List.of("Premain-Class", "Agent-Class", "Main-Class")) {
        String name = String.valueOf(manifest.getValue(entry));
        assertThat(name).as(entry).startsWith("io.loophalt.agent.launch.");
        assertThat(jar.getEntry(name.replace('.', '/') + ".class")).as(entry).isNotNull();
      }
      assertThat(manifest.getValue("Can-Retransform-Classes")).isEqualTo("true");
      assertThat(manifest.getValue("Implementation-Version")).isNotBlank();
      assertThat(manifest.getValue("Boot-Class-Path")).isNull();
      assertThat(manifest.getValue("Class-Path")).isNull();
    }
  }

  @Test
  void itHoldsEntryClassesHiddenResourcesAndLicencesAndNothingElse() throws IOException {
    try (JarFile jar = new JarFile(Artifacts.agent().toFile())) {
      List<String> names =
          jar.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName).toList();

      assertThat(names).doesNotHaveDuplicates();
      for (String expected : List.of(ENTRY_CLASSES, HIDDEN, ABOUT)) {
        assertThat(names.stream().filter(name -> name.matches(expected)))
            .as("entries like %s", expected)
            .isNotEmpty();
      }
      assertThat(names.stream().filter(name -> !name.matches(EVERYTHING)))
          .as("entries that an application could find, and should not")
          .isEmpty();
      assertThat(jar.getEntry("isolated.archive").getMethod())
          .as("read in the middle")
          .isEqualTo(ZipEntry.STORED);
    }
  }

  @Test
  void itsOwnLoaderFindsItsInsides() throws Exception {
    try (URLClassLoader jar = new URLClassLoader(new URL[] {Artifacts.agent().toUri().toURL()})) {
      ClassLoader isolated =
          (ClassLoader)
              jar.loadClass("io.loophalt.agent.launch.IsolatedClassLoader")
                  .getConstructor(File.class)
                  .newInstance(Artifacts.agent().toFile());

      for (String name : INSIDES) {
        assertThat(isolated.loadClass(name).getClassLoader()).as(name).isSameAs(isolated);
      }
    }
  }

  @OnEveryJdk
  void theApplicationFindsNothingOfItsInsides(ForkedContainer container) {
    Outcome outcome =
        container.run(
            Applications.looksAround().with(INSIDES.toArray(String[]::new)),
            new Guard.AtStart(Guard.DEFAULTS),
            folder);

    assertThatRun(outcome).endedWell().printedNothingButItsReport();
    assertThat(outcome.facts())
        .as(outcome::describe)
        .hasSize(1 + INSIDES.size() * 2 * 5)
        .allSatisfy((fact, found) -> assertThat(found).as(fact).isEqualTo(isDone(fact)));
  }

  private static String isDone(String fact) {
    return Boolean.toString(fact.equals("done"));
  }
}
