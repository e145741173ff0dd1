package io.loophalt.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class ReplayCommandTest {

  private final Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  ReplayCommandTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void theTableHasARowForEachRunAndTotalsWithAnInterval() throws Exception {
    int code =
        run(
            "replay",
            "--preset",
            "openhands-v0",
            recording("trajectory-loop.jsonl"),
            recording("trajectory-legit.jsonl"));

    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
            run                                   steps  nudge escal.   halt steps after  tokens after  outcome  detector
            trajectory-loop                           8                    3           4           440  failure  openhands-v0-error
            trajectory-legit                          8                                                 success

            preset  openhands-v0
            runs    2
            nudged  0 (0.0%)
            halted  1 (50.0%)
            after the halt  4 steps (25.0%), 440 tokens (25.0%)
            known outcomes  1 successes, 1 failures
            false halts among successes  0 of 1, 0.0% (95% interval 0.0% to 79.3%)
            """);
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
  }

  @Test
  void aFolderStandsForItsFilesAndARunGoesOnWhereItsLogWasRotated() throws Exception {
    String event =
        "{\"event\":\"%s\",\"time\":\"2026-11-22T02:00:00Z\",\"jvm\":\"%s\",\"run\":\"run-1\",\"task\":\"t\",\"intervention\":\"halt\",\"detector\":\"novelty\",\"step\":4,\"steps\":5,\"stop_reason\":{\"kind\":\"no_progress\"}}\n";
    Files.writeString(directory.resolve("log-1-a.jsonl"), event.formatted("run_end", "1-a"));
    Files.writeString(
        directory.resolve("log-1-a.jsonl.1"), event.formatted("ceiling_warning", "1-a"));
    Files.writeString(directory.resolve("log-1-a.jsonl.2"), event.formatted("intervention", "1-a"));
    Files.writeString(
        directory.resolve("log-1-b.jsonl"),
        event.formatted("intervention", "1-b") + event.formatted("run_end", "1-b"));
    Files.writeString(directory.resolve(".hidden"), "no recording");

    int code = run("replay", "--format", "json", directory.toString());

    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(out.toString(UTF_8).lines())
        .hasSize(2)
        .as("a log that does not name the preset yet")
        .allSatisfy(
            run ->
                assertThat(run)
                    .contains("\"preset\":null", "\"halted_at\":4", "\"detector\":\"novelty\""));
    assertThat(code).isZero();
  }

  /** As a collector writes them that begins a folder each day. */
  @Test
  void aFolderStandsForTheFilesInFoldersBelowItToo() throws Exception {
    String run = "{\"id\":\"%s\",\"steps\":[]}\n";
    Path day = Files.createDirectories(directory.resolve("2026/11/28"));
    Path hidden = Files.createDirectories(directory.resolve(".trash/11"));
    Files.writeString(directory.resolve("first.jsonl"), run.formatted("first"));
    Files.writeString(day.resolve("b.jsonl"), run.formatted("b"));
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(day.resolve("a.gz")))) {
      gzip.write(run.formatted("a").getBytes(UTF_8));
    }
    Files.writeString(hidden.resolve("old.jsonl"), run.formatted("old"));
    Files.writeString(day.resolve(".part"), "no recording");
    Files.createSymbolicLink(day.resolve("round"), directory);
    Files.createSymbolicLink(directory.resolve("today"), day);
    Files.createSymbolicLink(directory.resolve("second.jsonl"), hidden.resolve("old.jsonl"));

    int code = run("replay", "--json", directory.toString());

    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(out.toString(UTF_8).lines())
        .extracting(line -> new ObjectMapper().readTree(line).path("id").asText())
        .as("in the order of the paths, each once, and a link to a file as the file")
        .containsExactly("a", "b", "first", "old");
    assertThat(code).isZero();
  }

  @Test
  void aRunGoesOnWhereItsProcessWasKilledWhileItRotatedTheLog() throws Exception {
    String event =
        "{\"event\":\"%s\",\"time\":\"2026-11-22T02:00:00Z\",\"jvm\":\"1-a\",\"run\":\"%s\",\"task\":\"t\",\"intervention\":\"halt\",\"detector\":\"novelty\",\"step\":4,\"steps\":5,\"stop_reason\":{\"kind\":\"no_progress\"}}\n";
    Files.writeString(directory.resolve("log.jsonl"), event.formatted("run_end", "one"));
    Files.writeString(directory.resolve("log.jsonl.2"), event.formatted("intervention", "one"));
    Files.writeString(directory.resolve("log.jsonl.5"), event.formatted("run_end", "two"));

    int code = run("replay", "--format", "json", directory.toString());

    assertThat(out.toString(UTF_8).lines())
        .as("the part before the last had been moved on, and the last had not")
        .hasSize(2)
        .filteredOn(run -> run.contains("\"detector\":\"novelty\""))
        .singleElement()
        .asString()
        .contains("one");
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
  }

  /** An upgrade must not change a verdict without a word. */
  @Test
  void theReportNamesTheVersionOfThePresetThatJudgedEachRun() throws Exception {
    Path config = directory.resolve("tasks.yaml");
    Files.writeString(config, "tasks: {hunt: {preset: gptme}, old: {preset: standard@1}}\n");
    String run = "{\"id\":\"%1$s\",\"task_type\":\"%1$s\",\"steps\":[]}\n";
    Path runs = directory.resolve("runs.jsonl");
    Files.writeString(runs, run.formatted("hunt") + run.formatted("old") + run.formatted("other"));

    run("replay", "--json", "--config", config.toString(), runs.toString());
    assertThat(out.toString(UTF_8).lines())
        .extracting(line -> new ObjectMapper().readTree(line).path("preset").asText())
        .containsExactly("gptme", "standard@1", "standard@2");

    out.reset();
    run("replay", "--config", config.toString(), runs.toString());
    assertThat(out.toString(UTF_8))
        .contains("\npreset  gptme (1), standard@1 (1), standard@2 (1)\n");

    out.reset();
    run("replay", "--preset", "standard", "--explain", "other", runs.toString());
    assertThat(out.toString(UTF_8)).startsWith("run other: 0 steps, not halted, preset standard@2");
  }

  @Test
  void theJsonOfEveryRunHasTheDocumentedFieldsInTheirOrder() throws Exception {
    run(
        "replay",
        "--format",
        "json",
        recording("anthropic-loop.jsonl"),
        recording("otlp-legit.jsonl"));

    List<JsonNode> runs = new ArrayList<>();
    for (String line : out.toString(UTF_8).lines().toList()) {
      runs.add(new ObjectMapper().readTree(line));
    }
    assertThat(runs)
        .hasSize(2)
        .allSatisfy(
            run ->
                assertThat(run.fieldNames())
                    .toIterable()
                    .containsExactly(
                        "id",
                        "preset",
                        "steps",
                        "nudged_at",
                        "escalated_at",
                        "halted_at",
                        "detector",
                        "stop_reason",
                        "findings",
                        "tokens_total",
                        "tokens_after_halt"));
    assertThat(runs.get(0).path("stop_reason").fieldNames())
        .toIterable()
        .containsExactly("kind", "detail");
    assertThat(runs.get(0).path("findings").path(0).fieldNames())
        .toIterable()
        .containsExactly(
            "step", "turn", "detector", "count", "intervention", "observed", "delivered");
  }

  @Test
  void aDetectorThatOnlyWatchesIsMarkedAndNudgesNobody() throws Exception {
    Path watching = directory.resolve("watching.yaml");
    Files.writeString(
        watching,
        """
        preset: openhands-v0
        detectors:
          openhands-v0-error: observe
          openhands-v0-pair: observe
          openhands-v0-pattern: observe
          openhands-v0-monologue: observe
        """);

    run(
        "replay",
        "--format",
        "json",
        "--config",
        watching.toString(),
        recording("trajectory-loop.jsonl"));

    JsonNode verdict = new ObjectMapper().readTree(out.toString(UTF_8));
    assertThat(verdict.path("halted_at").isNull()).as("not halted: %s", verdict).isTrue();
    assertThat(verdict.path("findings"))
        .as("findings of %s", verdict)
        .isNotEmpty()
        .allSatisfy(
            finding -> {
              assertThat(finding.path("observed").asBoolean()).isTrue();
              assertThat(finding.path("delivered").asBoolean()).isFalse();
            });
  }

  @Test
  void aReplayShowsWhatTheAgentWouldDoIfItActed() throws Exception {
    Path watching = directory.resolve("observe.yaml");
    Files.writeString(watching, "mode: observe\npreset: openhands-v0\n");

    run(
        "replay",
        "--format",
        "json",
        "--config",
        watching.toString(),
        recording("trajectory-loop.jsonl"));

    assertThat(new ObjectMapper().readTree(out.toString(UTF_8)).path("halted_at").asInt())
        .isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ignore: true}|null",
        "{ignore-arguments: [mood]}|4",
        "{ignore-arguments: [at]}|null",
        "{ignore-arguments: ['$.mood']}|4",
        "{detectors: {identical-call: {halt: 9}}, ignore-arguments: [mood]}|6"
      })
  void whatTheConfigurationSaysOfAToolHoldsInAReplay(String tool, String haltedAt)
      throws Exception {
    Path config = directory.resolve("tools.yaml");
    Files.writeString(
        config,
        "preset: standard@1\ndetectors: {tight-loop: off}\ntools: {\"look_*\": " + tool + "}\n");
    Path recording = directory.resolve("moods.jsonl");
    StringBuilder steps = new StringBuilder();
    for (char mood = 'a'; mood < 'n'; mood++) {
      steps
          .append(steps.length() == 0 ? "" : ",")
          .append("{\"tool\":\"look_up\",\"args\":{\"mood\":\"");
      steps.append(mood).append("\",\"at\":\"here\"},\"result\":\"a page\"}");
    }
    Files.writeString(recording, "{\"id\":\"moods\",\"steps\":[" + steps + "]}\n");

    run("replay", "--json", "--config", config.toString(), recording.toString());

    JsonNode verdict = new ObjectMapper().readTree(out.toString(UTF_8));
    assertThat(verdict.path("halted_at")).as("%s", verdict).hasToString(haltedAt);
  }

  @Test
  void whatIsLeftOutOfAnswersIsToldBeforeTheFirstEntry() throws Exception {
    Path config = directory.resolve("parts.yaml");
    Files.writeString(
        config, "tools: {look_up: {volatile: [\"$.id\", \"by *\"]}, try_it: {exhaustive: true}}\n");
    Path recording = directory.resolve("parts.jsonl");
    StringBuilder steps = new StringBuilder();
    for (String word : List.of("amber", "birch", "cedar")) {
      steps.append(step("look_up", "{}", "{\\\"id\\\":\\\"" + word + "\\\",\\\"a\\\":1}"));
      steps.append(step("http_get", "{}", "x-request-id: " + word));
      steps.append(step("try_it", "{\"with\":\"" + word + "\"}", "no"));
    }
    Files.writeString(recording, "{\"id\":\"parts\",\"steps\":[" + steps.substring(1) + "]}\n");

    run("replay", "--explain", "parts", "--config", config.toString(), recording.toString());

    assertThat(out.toString(UTF_8).lines().skip(1).toList())
        .startsWith(
            "       http_get is read without, as shipped: "
                + "$..headers.date, $..headers.etag, $..headers.age, $..headers['x-request-id'],"
                + " $..headers['x-correlation-id'], $..headers['cf-ray'], X-Request-Id: **,"
                + " x-request-id: **, CF-RAY: **, cf-ray: **",
            "       look_up is read without: $.id, by *",
            "       try_it tries many: what comes of one try says nothing of another",
            "    0  look_up {} -> {\"id\":\"*\",\"a\":1}")
        .contains(
            "         = the call of 0, the answer of 0", "    4  http_get {} -> x-request-id: *");
  }

  @Test
  void ofAnEventLogItsDigestsAreShownAndCapturedArguments() throws Exception {
    Path log = directory.resolve("events.jsonl");
    Files.writeString(
        log,
        Files.readString(Path.of(recording("event-log-loop.jsonl")))
            .replaceFirst(
                "(\"step\":0,)",
                "$1\"arguments\":\"{\\\\\"path\\\\\":\\\\\"a\",\"arguments_cut\":true,"));

    run("replay", "--explain", "run-loop", log.toString());

    assertThat(out.toString(UTF_8).lines())
        .contains(
            "    0  read_file {\"path\":\"a… -> 58fa74",
            "    2  run_tests 32fb0f -> failed: 4d1cd0",
            "    3  run_tests 32fb0f -> failed: 4d1cd0");
  }

  @Test
  void theAccountOfNewsIsShownAtEachStepThatChangesIt() throws Exception {
    Path recording = directory.resolve("account.jsonl");
    StringBuilder steps = new StringBuilder();
    for (int attempt = 1; attempt <= 9; attempt++) {
      steps.append(
          step(
              "render", "{\"order\":\"A-1\",\"attempt\":" + attempt + "}", "there is no template"));
    }
    Files.writeString(recording, "{\"id\":\"account\",\"steps\":[" + steps.substring(1) + "]}\n");

    run("replay", "--explain", "account", recording.toString());

    List<String> balances =
        out.toString(UTF_8).lines().filter(line -> line.contains(" news ")).toList();
    assertThat(balances)
        .allMatch(line -> line.matches(".* \\([0-9.]+ before it, [0-9.]+ after\\)"));
    for (int i = 1; i < balances.size(); i++) {
      String before = balances.get(i).replaceAll(".*\\(([0-9.]+) before it.*", "$1");
      assertThat(balances.get(i - 1)).endsWith(", " + before + " after)");
    }
    assertThat(balances).hasSizeGreaterThan(3);
  }

  @Test
  void aRowThatWaitsForItsHaltIsToldAtEachEntryAndSoIsWhatWasCompared() throws Exception {
    Path recording = directory.resolve("goes-on.jsonl");
    StringBuilder messages = new StringBuilder();
    for (int i = 0; i < 14; i++) {
      messages.append(
          ",{\"role\":\"user\",\"content\":\"%s\"},{\"role\":\"assistant\",\"content\":\"I am at it\"}"
              .formatted(i == 0 ? "Mend it." : "continue"));
    }
    Files.writeString(
        recording, "{\"id\":\"goes-on\",\"messages\":[" + messages.substring(1) + "]}\n");

    run("replay", "--explain", "goes-on", recording.toString());

    List<String> told = out.toString(UTF_8).lines().toList();
    assertThat(told.get(0)).contains("halted at ");
    List<String> entries =
        told.stream().filter(line -> line.matches(" +[0-9]+  \\(a reply .*")).toList();
    assertThat(told).contains("         = the answer of 3");
    for (int count = 5; count <= 9; count++) {
      String waits = "         idle-turns 4: " + count + " turns in a row without a tool call";
      assertThat(told)
          .filteredOn(line -> line.startsWith(waits))
          .singleElement()
          .asString()
          .endsWith("no answer has brought news: it halts at 10");
    }
    assertThat(told).anyMatch(line -> line.contains("idle-turns 4 -> 10: 10 turns in a row"));
    assertThat(entries).as("entries up to the halt").hasSizeGreaterThan(10);
  }

  @Test
  void aTextWithCharactersBeyondSixteenBitsIsCutBetweenThem() throws Exception {
    Path recording = directory.resolve("emoji.jsonl");
    String fits = "Deployed 🚀🚀 to production in Frankfurt; every check is fine";
    assertThat(fits.length()).isGreaterThan(60);
    String steps = step("deploy", "{}", fits) + step("deploy", "{}", "🚀".repeat(61));
    Files.writeString(recording, "{\"id\":\"emoji\",\"steps\":[" + steps.substring(1) + "]}\n");

    assertThat(run("replay", "--explain", "emoji", recording.toString())).isZero();

    assertThat(out.toString(UTF_8)).contains(fits).contains("🚀".repeat(60) + "…");
  }

  private static String step(String tool, String arguments, String result) {
    return ",{\"tool\":\"%s\",\"args\":%s,\"result\":\"%s\"}".formatted(tool, arguments, result);
  }

  @ParameterizedTest
  @CsvSource({"runaway, 2", "standard, null"})
  void aCeilingIsCheckedAtTheEndOfTheLastTurnWhereThePresetDoesSo(String preset, String haltedAt)
      throws Exception {
    Path config = directory.resolve("short.yaml");
    Files.writeString(config, "preset: " + preset + "\nceilings: {turns: 2}\n");
    Path recording = directory.resolve("short.jsonl");
    String step = "{\"turn\":%d,\"tool\":\"read\",\"args\":{\"page\":%d},\"result\":\"page %d\"}";
    Files.writeString(
        recording,
        "{\"id\":\"short\",\"steps\":["
            + String.join(",", step.formatted(0, 1, 1), step.formatted(1, 2, 2))
            + ","
            + step.formatted(1, 3, 3)
            + "]}\n");

    run("replay", "--json", "--config", config.toString(), recording.toString());

    JsonNode verdict = new ObjectMapper().readTree(out.toString(UTF_8));
    assertThat(verdict.path("halted_at")).as("%s", verdict).hasToString(haltedAt);
  }

  @Test
  void thePricesOfTheConfigurationCountAgainstItsCostCeiling() throws Exception {
    Path priced = directory.resolve("priced.yaml");
    Files.writeString(
        priced,
        """
        prices:
          "*": {input: 1_000_000, output: 1_000_000}
        ceilings: {cost: 25}
        detectors: {}
        """);
    Path recording = directory.resolve("paid.jsonl");
    StringBuilder steps = new StringBuilder();
    for (int turn = 0; turn < 6; turn++) {
      steps.append(turn == 0 ? "" : ",").append("{\"turn\":").append(turn);
      steps.append(",\"tool\":\"t\",\"args\":{\"n\":\"a").append(turn);
      steps.append("\"},\"result\":\"r").append(turn);
      steps.append("\",\"error\":null,\"model\":\"m\",\"input_tokens\":8,\"output_tokens\":2}");
    }
    Files.writeString(recording, "{\"id\":\"paid\",\"steps\":[" + steps + "]}\n");

    run("replay", "--format", "json", "--config", priced.toString(), recording.toString());

    JsonNode verdict = new ObjectMapper().readTree(out.toString(UTF_8));
    assertThat(verdict.path("stop_reason").path("kind").asText()).isEqualTo("cost_cap");
    assertThat(verdict.path("halted_at").asInt()).as("%s", verdict).isEqualTo(2);
  }

  @Test
  void theStoryOfARunSaysStepByStepWhatIsAlikeAndWhyCountsGrow() throws Exception {
    int code =
        run(
            "replay",
            "--preset",
            "openhands-v0",
            "--explain",
            "y-loop",
            recording("trajectory-loop.jsonl"),
            recording("trajectory-legit.jsonl"));

    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
            run trajectory-loop: 8 steps, halted at 3, preset openhands-v0
                0  read_file {"path":"src/timer.py"} -> limit = 30
                     openhands-v0-pair 0 -> 1: the same call with the same result once so far
                     openhands-v0-pattern 0 -> 1: two calls that alternate, 1 in a row
                1  run_tests {"target":"unit"} -> failed: Error: 2 tests failed
                     openhands-v0-error 0 -> 1: the same call failed once so far
                     openhands-v0-pattern 1 -> 2: two calls that alternate, 2 in a row
                2  run_tests {"target":"unit"} -> failed: Error: 2 tests failed
                     = the call of 1, the failure of 1
                     openhands-v0-pair 1 -> 2: the same call with the same result 2 times in a row
                     openhands-v0-error 1 -> 2: the same call failed 2 times in a row
                3  run_tests {"target":"unit"} -> failed: Error: 2 tests failed
                     = the call of 2, the failure of 2
                     openhands-v0-pair 2 -> 3: the same call with the same result 3 times in a row
                     openhands-v0-error 2 -> 3: the same call failed 3 times in a row
                     openhands-v0-pattern 2 -> 3: two calls that alternate, 3 in a row
                     HALT by openhands-v0-error: the same call failed 3 times in a row
                   4 more steps
            halted: the same call failed 3 times in a row

            """);
    assertThat(code).isZero();

    assertThat(run("replay", "--explain", "none", recording("trajectory-loop.jsonl"))).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .isEqualTo("loophalt: no run is called, or ends in, none" + System.lineSeparator());
  }

  @Test
  void brokenInputIsReportedAndTheRestIsJudged() throws Exception {
    Path broken = directory.resolve("broken.jsonl");
    Files.writeString(
        broken, Files.readString(Path.of(recording("trajectory-loop.jsonl"))) + "{\"id\":\n");

    int code = run("replay", "--format", "json", broken.toString(), "missing.jsonl");

    assertThat(code).isEqualTo(1);
    assertThat(out.toString(UTF_8).lines()).hasSize(1);
    assertThat(err.toString(UTF_8))
        .contains("loophalt: " + broken + ":2: ")
        .contains("loophalt: missing.jsonl: cannot be read: ");
  }

  @Test
  void standardInputIsReadForADash() throws Exception {
    byte[] input = Files.readAllBytes(Path.of(recording("claude-code-loop.jsonl")));

    int code =
        CommandLineMain.run(
            new Terminal(new ByteArrayInputStream(input), stream(out), stream(err), false),
            "replay",
            "--format",
            "json",
            "-");

    assertThat(code).isZero();
    assertThat(out.toString(UTF_8)).startsWith("{\"id\":\"session-loop\"");
  }

  @Test
  void aConfigurationFileDecidesAndAWrongOneIsRefused() throws Exception {
    Path off = Files.writeString(directory.resolve("off.yaml"), "preset: aider\n");
    Path wrong = Files.writeString(directory.resolve("wrong.yaml"), "presett: aider\n");

    int code = run("replay", "--config", off.toString(), recording("event-log-legit.jsonl"));
    int refused = run("replay", "--config", wrong.toString(), recording("event-log-legit.jsonl"));

    assertThat(code).isZero();
    assertThat(refused).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("wrong.yaml:1:1", "presett", "did you mean 'preset'");
  }

  @Test
  void anUnknownPresetAndMissingFilesAreRefusedWithTheNamesThereAre() throws Exception {
    assertThat(run("replay", "--preset", "openhand", recording("trajectory-loop.jsonl")))
        .isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("'openhand'", "openhands-v0");
    assertThat(run("replay")).isEqualTo(2);
    assertThat(run("replay", "--help")).isZero();
    assertThat(out.toString(UTF_8)).contains("Exit codes:", "some input was broken");
  }

  @Test
  void itEndsQuietlyWhenNobodyReadsItsOutput() throws Exception {
    Path many = directory.resolve("many.jsonl");
    Files.writeString(
        many, Files.readString(Path.of(recording("trajectory-loop.jsonl"))).repeat(5_000));
    Process process = java("-Xmx64m", "replay", "--format", "json", many.toString());
    process.getOutputStream().close();
    CompletableFuture<String> errors = text(process.getErrorStream());

    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      assertThat(reader.readLine()).startsWith("{\"id\":\"trajectory-loop\"");
    }

    assertThat(process.waitFor()).isEqualTo(141);
    assertThat(errors.join()).isEmpty();
  }

  @Test
  void aStreamOf300MegabytesInOneArrayIsJudgedIn64MegabytesOfHeap() throws Exception {
    Process process = java("-Xmx64m", "replay", "--format", "json", "-");
    CompletableFuture<String> errors = text(process.getErrorStream());
    CompletableFuture<String> verdict = text(process.getInputStream());
    int turns = 4_600;
    String result = "x".repeat(64 * 1024);

    try (OutputStream input = new BufferedOutputStream(process.getOutputStream(), 1 << 16)) {
      input.write('[');
      for (int i = 0; i < turns; i++) {
        String call =
            """
            %s{"role":"assistant","content":"","tool_calls":[{"id":"c","type":"function",\
            "function":{"name":"read","arguments":"{\\"page\\":%d}"}}]},
            {"role":"tool","tool_call_id":"c","content":"page %d %s"}
            """
                .formatted(i == 0 ? "" : ",", i, i, result);
        input.write(call.getBytes(UTF_8));
      }
      input.write(']');
    }

    assertThat(process.waitFor()).as("exit code; errors: %s", errors.join()).isZero();
    assertThat(verdict.join())
        .startsWith("{\"id\":\"standard input\",\"preset\":\"standard@2\",\"steps\":" + turns);
  }

  private int run(String... arguments) {
    return CommandLineMain.run(
        new Terminal(new ByteArrayInputStream(new byte[0]), stream(out), stream(err), false),
        arguments);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, UTF_8);
  }

  private static String recording(String name) throws URISyntaxException {
    return Path.of(
            Objects.requireNonNull(
                    ReplayCommandTest.class.getResource("/replay/" + name),
                    "no test resource /replay/" + name)
                .toURI())
        .toString();
  }

  private static Process java(String heap, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-cp",
                System.getProperty("java.class.path"),
                CommandLineMain.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).start();
  }

  private static CompletableFuture<String> text(java.io.InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (stream) {
            return new String(stream.readAllBytes(), UTF_8);
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
  }
}
