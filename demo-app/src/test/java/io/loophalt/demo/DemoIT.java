package io.loophalt.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code ./demo} as a user does, from a directory that is not the project's. */
class DemoIT {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path SCRIPT = ROOT.resolve("demo");
  private static final Path README = ROOT.resolve("README.md");

  @Test
  void theStuckAgentIsNudgedAtItsThirdAttemptAndHaltedAtTheFifthAsTheReadmeShows(
      @TempDir Path elsewhere) throws Exception {
    Path output = elsewhere.resolve("output.txt");
    Path errors = elsewhere.resolve("errors.txt");

    int status = run(elsewhere, output, errors);

    List<String> lines = Files.readAllLines(output);
    assertThat(status)
        .as("exit status; output:%n%s%n%s", String.join("\n", lines), Files.readString(errors))
        .isZero();
    assertThat(Files.readString(errors)).as("standard error").isEmpty();
    assertThat(lines)
        .hasSizeLessThan(30)
        .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(100))
        .noneSatisfy(line -> assertThat(line).contains("\u001b"))
        .anySatisfy(line -> assertThat(line).matches(" *attempts +99 +5"))
        .anySatisfy(
            line -> assertThat(line).matches(" *ended by +the framework's cap +LoopHaltException"))
        .anySatisfy(line -> assertThat(line).matches(" *3 .* 3 +nudge"))
        .anySatisfy(line -> assertThat(line).matches(" *5 .* 5 +halt"));
    assertThat(withoutFingerprints(Files.readString(README)))
        .as("README.md, which shows what ./demo prints; after a change put its new output there")
        .contains(withoutFingerprints(String.join("\n", lines)));
  }

  /** Each JVM has a digest key of its own, and so other fingerprints. */
  private static String withoutFingerprints(String text) {
    return text.replaceAll("\\b[0-9a-f]{6}\\b", "******");
  }

  private int run(Path elsewhere, Path output, Path errors)
      throws IOException, InterruptedException {
    ProcessBuilder demo =
        new ProcessBuilder("sh", SCRIPT.toString())
            .directory(elsewhere.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    demo.environment().put("JAVA_HOME", System.getProperty("java.home"));
    demo.environment().remove("OPENAI_API_KEY");
    return demo.start().waitFor();
  }
}
