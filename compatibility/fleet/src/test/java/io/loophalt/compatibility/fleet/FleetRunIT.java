package io.loophalt.compatibility.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.harness.AgentCommand;
import io.loophalt.compatibility.harness.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code fleet/run}, as somebody runs it who tries the job for the first time. */
class FleetRunIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path JAR = Path.of(System.getProperty("loophalt.jar.fleet"));
  private static final Path ROOT = JAR.getParent().getParent().getParent();
  private static final String SCRIPT = ROOT.resolve("fleet/run").toString();
  private static final Path RECORDINGS = ROOT.resolve("recordings/src/test/resources/replay");
  private static final long MOST_MINUTES = 4;

  @TempDir Path folder;

  /** As the script does it: what this build has just made is not to be made again. */
  @BeforeEach
  void theJarIsThere() throws IOException {
    Files.setLastModifiedTime(JAR, FileTime.from(Instant.now()));
  }

  @Test
  void aFolderOfRecordingsIsJudgedAsReplayDoesAndNothingElseIsPrinted() throws Exception {
    Ended replayed = replay(RECORDINGS.toString());

    Ended ended = run(RECORDINGS.toString());

    assertThat(ended.code()).as(ended.error()).isZero();
    assertThat(ended.out().lines().toList())
        .hasSizeGreaterThan(20)
        .containsExactlyInAnyOrderElementsOf(replayed.out().lines().toList());
    assertThat(ended.error()).isEmpty();
  }

  @Test
  void runsAndEventsGoIntoFilesWhichReportReads() throws Exception {
    Path runs = folder.resolve("runs.jsonl");
    Path events = folder.resolve("events.jsonl");

    Ended ended =
        run(
            "--preset=openhands",
            "-o",
            runs.toString(),
            "--events",
            events.toString(),
            RECORDINGS.resolve("trajectory-loop.jsonl").toString());

    assertThat(ended.code()).as(ended.error()).isZero();
    assertThat(ended.out()).isEmpty();
    JsonNode run = JSON.readTree(Files.readString(runs));
    assertThat(run.path("preset").asText()).startsWith("openhands");
    assertThat(run.path("halted_at").isInt()).isTrue();
    assertThat(Files.readString(events)).contains("\"halt\"");
    Ended report = command("report", events.toString(), "--json");
    assertThat(JSON.readTree(report.out()).findValue("would_be_halted").asInt()).isEqualTo(1);
  }

  @Test
  void whatIsBrokenIsSkippedAndNamed() throws Exception {
    Path broken = Files.createDirectory(folder.resolve("traces"));
    Files.copy(RECORDINGS.resolve("trajectory-legit.jsonl"), broken.resolve("whole.jsonl"));
    Files.writeString(
        broken.resolve("broken.jsonl"),
        Files.readString(RECORDINGS.resolve("trajectory-loop.jsonl")) + "{\"id\": \n");

    Ended ended = run(broken.toString());

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out().lines()).hasSize(2);
    assertThat(ended.error()).contains("broken.jsonl");
  }

  /** Who reads that all is well must know that nothing could be seen. */
  @Test
  void thatToolSpansHaveNoContentIsSaidOnceForAllFiles() throws Exception {
    Path traces = Files.createDirectory(folder.resolve("traces"));
    for (int trace = 1; trace <= 2; trace++) {
      StringBuilder spans = new StringBuilder();
      for (int call = 1; call <= 8; call++) {
        spans.append(spans.isEmpty() ? "" : ",");
        spans.append(
            """
            {"traceId":"%032x","spanId":"%016x","name":"execute_tool f",\
            "startTimeUnixNano":"%d000000000","endTimeUnixNano":"%d500000000","attributes":[\
            {"key":"gen_ai.operation.name","value":{"stringValue":"execute_tool"}}]}"""
                .formatted(trace, call, call, call));
      }
      Files.writeString(
          traces.resolve(trace + ".jsonl"),
          "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" + spans + "]}]}]}\n");
    }

    Ended ended = run(traces.toString());

    assertThat(ended.code()).as(ended.error()).isZero();
    assertThat(ended.out().lines()).hasSize(2);
    assertThat(ended.error().lines())
        .containsExactly(
            "loophalt: 16 of 16 tool spans have neither arguments nor a result; such calls are"
                + " never taken for repeats. Let the instrumentation capture message content.");
  }

  @Test
  void aMistakeIsSaidAndNothingIsJudged() throws Exception {
    for (List<String> wrong :
        List.of(
            List.<String>of(),
            List.of("--no-such-option", RECORDINGS.toString()),
            List.of("--preset=nobodys", RECORDINGS.toString()),
            List.of("--parallelism=0", RECORDINGS.toString()),
            List.of("-o", folder.resolve("nowhere/runs").toString(), RECORDINGS.toString()),
            List.of("--events", folder.resolve("nowhere/events").toString(), RECORDINGS.toString()),
            List.of(folder.resolve("nowhere").toString()),
            List.of(Files.createDirectory(folder.resolve("empty")).toString()))) {
      Ended ended = run(wrong.toArray(String[]::new));

      assertThat(ended.code()).as("%s: %s", wrong, ended.error()).isEqualTo(2);
      assertThat(ended.error()).as("%s", wrong).isNotBlank().doesNotContain("\tat ");
      assertThat(ended.out()).as("%s", wrong).isEmpty();
    }
  }

  /** As {@code head} does, which may have gone before the first run is judged. */
  @Test
  void anOutputThatIsClosedBeforeItsEndEndsItQuietly() throws Exception {
    String typed = "set -o pipefail; '" + SCRIPT + "' '" + RECORDINGS + "' | true";

    Ended ended = start(List.of("bash", "-c", typed));

    assertThat(ended.code()).as(ended.error()).isEqualTo(141);
    assertThat(ended.error()).isEmpty();
  }

  /** On a terminal, which {@code script} of util-linux plays. */
  @Test
  void whoeverWatchesSeesHowFarItIs() throws Exception {
    Path runs = folder.resolve("runs.jsonl");
    String typed = "'" + SCRIPT + "' -o '" + runs + "' '" + RECORDINGS + "'";

    Ended ended = start(List.of("script", "--quiet", "--return", "--command", typed, "/dev/null"));

    assertThat(ended.code()).as(ended.out()).isZero();
    assertThat(ended.out()).containsPattern("[0-9.]+ of [0-9.]+ MB read");
    assertThat(ended.out()).as("taken off at the end").endsWith("\r\u001b[K");
    assertThat(Files.readString(runs)).isNotEmpty();
  }

  private Ended run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(SCRIPT));
    command.addAll(List.of(arguments));
    return start(command);
  }

  private Ended replay(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("replay", "--json"));
    command.addAll(List.of(arguments));
    return command(command.toArray(String[]::new));
  }

  private Ended command(String... arguments) throws IOException, InterruptedException {
    return start(AgentCommand.line(Jdk.running(), arguments));
  }

  private Ended start(List<String> command) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Path error = folder.resolve("error");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(new java.io.File("/dev/null"))
            .redirectOutput(out.toFile())
            .redirectError(error.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new AssertionError(command + " did not end: " + Files.readString(error));
    }
    return new Ended(process.exitValue(), Files.readString(out), Files.readString(error));
  }

  private record Ended(int code, String out, String error) {}
}
