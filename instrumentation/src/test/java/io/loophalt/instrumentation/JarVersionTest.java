package io.loophalt.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JarVersionTest {

  private static final String ARTIFACT = "com.acme:agents";

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          file:/home/me/agents-1.20.0-beta5.jar,                      1.20.0-beta5
          file:/app.jar!/BOOT-INF/lib/agents-2.0.1.jar!/,             2.0.1
          jar:nested:/srv/app.jar/!BOOT-INF/lib/agents-2.0.1.jar!/,   2.0.1
          file:/srv/app/lib/main/com.acme.agents-3.1.jar,             3.1
          file:/home/me/agents-core-1.0.jar,                          -
          file:/home/me/my-agents-1.0.jar,                            -
          file:/home/me/agents-1.0/my-app.jar,                        -
          file:/home/me/agents/target/classes/,                       -
          file:/home/me/agents-,                                      -
          jrt:/com.acme.agents,                                       -
          '',                                                         -
          """)
  void aJarIsKnownByItsName(String location, @Nullable String version) {
    assertThat(JarVersion.byName(location, ARTIFACT)).isEqualTo(version);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          file:/home/me/tools-1.0.jar,                              tools-1.0.jar
          jar:nested:/srv/app.jar/!BOOT-INF/lib/tools-2.0.1.jar!/,  tools-2.0.1.jar
          jar:nested:/srv/app.jar/!BOOT-INF/classes/!/,             -
          file:/home/me/tools/target/classes/,                      -
          '',                                                       -
          """)
  void theNameOfAJarIsTheInnermost(String location, @Nullable String name) {
    assertThat(JarVersion.jarName(location)).isEqualTo(name);
  }

  @Test
  void whatOthersWerePackedIntoSaysTheirVersions(@TempDir Path folder) throws IOException {
    Path jar = folder.resolve("my app.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.putNextEntry(new ZipEntry("META-INF/maven/com.acme/agents/pom.properties"));
      zip.write("artifactId=agents\nversion=4.5\n".getBytes(StandardCharsets.UTF_8));
    }
    String location = jar.toUri().toString();

    assertThat(JarVersion.byContent(location, ARTIFACT)).isEqualTo("4.5");
    assertThat(JarVersion.byContent(location, "com.acme:others")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "file:/there/is/no/such.jar",
    "file:not-absolute.jar",
    "jar:nested:/app.jar/!a.jar!/",
    "file:/%zz.jar",
    "''"
  })
  void whatCannotBeReadSaysNothing(String location) {
    assertThat(JarVersion.byContent(location, ARTIFACT)).isNull();
  }
}
