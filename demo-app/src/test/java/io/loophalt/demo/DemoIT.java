package io.loophalt.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

  @Test
  void withStayThreeAgentsStayAtWorkEachInARunOfItsOwn(@TempDir Path elsewhere) throws Exception {
    ProcessBuilder demo = demo(elsewhere, "stay").redirectErrorStream(true);
    demo.environment().put("TMPDIR", elsewhere.toString());
    Process staying = demo.start();
    try (BufferedReader output = staying.inputReader()) {
      List<String> lines = new ArrayList<>();
      String line = output.readLine();
      while (line != null && !line.contains(" halted ticket-2: run stopped (repeated_error)")) {
        lines.add(line);
        line = output.readLine();
      }
      assertThat(line).as("after %s", lines).isNotNull();
      assertThat(lines)
          .anyMatch(each -> each.matches("\\S+ +anna's ticket-1 ended by the model's answer: .*"));
    } finally {
      staying.destroy();
    }
    assertThat(staying.waitFor(1, TimeUnit.MINUTES)).isTrue();
    try (Stream<Path> logs = Files.walk(elsewhere)) {
      assertThat(logs.map(Path::getFileName).map(Path::toString))
          .contains("loophalt.yaml")
          .anyMatch(name -> name.matches("events-.*\\.jsonl"));
    }
  }

  /** Each JVM has a digest key of its own, and so other fingerprints. */
  private static String withoutFingerprints(String text) {
    return text.replaceAll("\\b[0-9a-f]{6}\\b", "******");
  }

  private int run(Path elsewhere, Path output, Path errors)
      throws IOException, InterruptedException {
    return demo(elsewhere)
        .redirectOutput(output.toFile())
        .redirectError(errors.toFile())
        .start()
        .waitFor();
  }

  private static ProcessBuilder demo(Path elsewhere, String... arguments) {
    List<String> command = new ArrayList<>(List.of("sh", SCRIPT.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder demo = new ProcessBuilder(command).directory(elsewhere.toFile());
    demo.environment().put("JAVA_HOME", System.getProperty("java.home"));
    demo.environment().remove("OPENAI_API_KEY");
    return demo;
  }
}
