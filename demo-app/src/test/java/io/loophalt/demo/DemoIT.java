package io.loophalt.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code ./demo} as a user does, from a directory that is not the project's. */
class DemoIT {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path SCRIPT = ROOT.resolve("demo");
  private static final Path README = ROOT.resolve("README.md");

  /** Lines of {@code demo stay}, in whatever order: who finds, who is halted, who tries again. */
  private static final List<Pattern> STAYING =
      Stream.of(
              "\\S+ +anna's ticket-1 ended by the model's answer: .*",
              "\\S+ +anna's ticket-[4-9] ended by the model's answer: .*",
              "\\[loophalt] halted ticket-2: run stopped \\(repeated_error\\) in task 'repair': .*",
              "\\[loophalt] halted ticket-3: run stopped \\(repeated_error\\) in task 'repair': .*",
              "\\S+ +ben's ticket-2 ended by LoopHaltException: .* \\[17 steps, .*",
              "\\S+ +cleo's ticket-3 ended by LoopHaltException: .*")
          .map(Pattern::compile)
          .toList();

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
    ProcessBuilder demo = demo(elsewhere, "stay", "10").redirectErrorStream(true);
    demo.environment().put("TMPDIR", elsewhere.toString());
    Process staying = demo.start();
    // What reads from a process is not interrupted, but comes to an end with it.
    CompletableFuture.delayedExecutor(5, TimeUnit.MINUTES).execute(staying::destroyForcibly);
    List<String> lines = new ArrayList<>();
    try (BufferedReader output = staying.inputReader()) {
      List<Pattern> awaited = new ArrayList<>(STAYING);
      while (!awaited.isEmpty()) {
        String line = output.readLine();
        assertThat(line).as("instead of %s, after %s", awaited, lines).isNotNull();
        lines.add(line);
        awaited.removeIf(each -> each.matcher(line).matches());
      }
    } finally {
      staying.destroyForcibly().waitFor();
    }
    try (Stream<Path> logs = Files.walk(elsewhere)) {
      assertThat(logs.map(Path::getFileName).map(Path::toString))
          .contains("loophalt.yaml")
          .anyMatch(name -> name.matches("events-.*\\.jsonl"));
    }
  }

  @Test
  void itKnowsNoOtherWord(@TempDir Path elsewhere) throws Exception {
    Process refused = demo(elsewhere, "sty").redirectErrorStream(true).start();
    try (BufferedReader output = refused.inputReader()) {
      assertThat(output.lines())
          .containsExactly(
              "demo: does not know 'sty'; call it without anything, or with: stay, share");
    }
    assertThat(refused.waitFor()).isEqualTo(2);
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
    demo.environment().keySet().removeIf(name -> name.startsWith("LOOPHALT_"));
    demo.environment().remove("OPENAI_API_KEY");
    return demo;
  }
}
