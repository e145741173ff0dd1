package io.loophalt.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ReportCommandTest {

  private static final String EVENT =
      "{\"event\":\"%s\",\"time\":\"2026-11-22T02:00:00Z\",\"jvm\":\"%s\",\"run\":\"run-1\",\"task\":\"t\",\"intervention\":\"halt\",\"detector\":\"novelty\",\"rule\":\"no_news\",\"step\":4,\"steps\":5,\"input_tokens\":7,\"stop_reason\":{\"kind\":\"no_progress\"}}\n";

  private final Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  ReportCommandTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void thePageIsWrittenAndARunGoesOnWhereItsLogWasRotated() throws Exception {
    Files.writeString(directory.resolve("log-1-a.jsonl"), EVENT.formatted("run_end", "1-a"));
    Files.writeString(directory.resolve("log-1-a.jsonl.1"), EVENT.formatted("intervention", "1-a"));
    Path page = directory.resolve("report.html");

    int code = run("report", directory.toString(), "-o", page.toString(), "--json");

    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
    assertThat(json().path("all").path("runs").asInt()).isEqualTo(1);
    assertThat(json().path("detectors").get(0).path("halts").asInt()).isEqualTo(1);
    assertThat(Files.readString(page)).contains("<td class=\"code\">no_news</td>");
  }

  /** Else the second report of a folder would complain of the first. */
  @Test
  void thePageIsNotReadWhereItLiesAmongTheLogs() throws Exception {
    Files.writeString(directory.resolve("log.jsonl"), EVENT.formatted("run_end", "1-a"));
    String page = directory.resolve("report.html").toString();

    assertThat(run("report", directory.toString(), "-o", page)).isZero();
    assertThat(run("report", directory.toString(), "-o", page)).isZero();

    assertThat(err.toString(UTF_8)).isEmpty();
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).as("nothing else is left behind").hasSize(2);
    }
  }

  @Test
  void ofARecordingIsToldWhatReplaySaysOfIt() throws Exception {
    int code =
        run(
            "report",
            "--json",
            "--preset",
            "openhands-v0",
            recording("trajectory-loop.jsonl"),
            recording("trajectory-legit.jsonl"));

    JsonNode json = json();
    assertThat(code).isZero();
    assertThat(json.path("recordings").asInt()).isEqualTo(2);
    assertThat(json.path("all").path("would_be_halted").asInt()).isEqualTo(1);
    assertThat(json.path("saved").path("measured_tokens").asInt()).isEqualTo(440);
    JsonNode loop = json.path("costliest").get(0);
    assertThat(loop.path("run").asText()).isEqualTo("trajectory-loop");
    assertThat(loop.path("repeats").get(0).path("tools").get(0).asText()).isEqualTo("run_tests");
  }

  @Test
  void noContentOfARecordingIsInThePage() throws Exception {
    Path page = directory.resolve("report.html");

    run(
        "report",
        "-o",
        page.toString(),
        "--preset",
        "openhands-v0",
        recording("trajectory-loop.jsonl"));

    assertThat(Files.readString(page))
        .contains("run_tests", "Would-be halt")
        .doesNotContain("tests failed", "timer.py", "limit = 30");
  }

  @Test
  void theJsonHasTheDocumentedFieldsInTheirOrder() throws Exception {
    Path log = directory.resolve("log.jsonl");
    Files.writeString(
        log, EVENT.formatted("intervention", "1-a") + EVENT.formatted("run_end", "1-a"));

    run("report", "--json", log.toString());

    List<String> fields = new ArrayList<>();
    json().fieldNames().forEachRemaining(fields::add);
    String docs = Files.readString(Path.of("../docs/report.md"));
    List<String> documented =
        docs.substring(docs.indexOf("## JSON"))
            .lines()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.substring(3, line.indexOf('`', 3)))
            .limit(fields.size())
            .toList();
    assertThat(fields).isEqualTo(documented);
  }

  @Test
  void withoutAPageAndWithoutJsonNothingIsRead() {
    assertThat(run("report", "nowhere")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(UTF_8)).contains("say where to write the page, as -o report.html");

    assertThat(run("report", "--json", "--timelines", "501", "nowhere")).isEqualTo(ExitCode.USAGE);
    assertThat(run("report", "-o", directory.toString(), "nowhere")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(UTF_8)).contains("is a folder");
  }

  @Test
  void aLogIsNotReplacedByItsOwnPage() throws Exception {
    Path log = directory.resolve("log.jsonl");
    Files.writeString(log, EVENT.formatted("run_end", "1-a"));

    assertThat(run("report", log.toString(), "-o", log.toString())).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString(UTF_8)).contains("would take the place of what is read");
    assertThat(Files.readString(log)).isEqualTo(EVENT.formatted("run_end", "1-a"));
  }

  @Test
  void aPageIsWrittenWhereALinkLeads() throws Exception {
    Path log = Files.writeString(directory.resolve("log.jsonl"), EVENT.formatted("run_end", "1-a"));
    Path old = Files.writeString(Files.createDirectory(directory.resolve("www")).resolve("p"), "");
    Path link = Files.createSymbolicLink(directory.resolve("link.html"), old);
    Path made = directory.resolve("www/made");
    Path dangling = Files.createSymbolicLink(directory.resolve("dangling.html"), made);

    assertThat(run("report", log.toString(), "-o", link.toString())).isZero();
    assertThat(run("report", log.toString(), "-o", dangling.toString())).isZero();

    assertThat(link).isSymbolicLink();
    assertThat(dangling).isSymbolicLink();
    assertThat(Files.readString(old)).contains("</html>");
    assertThat(Files.readString(made)).contains("</html>");
  }

  @Test
  void whoReadsAPipeHearsThePage() throws Exception {
    Path log = Files.writeString(directory.resolve("log.jsonl"), EVENT.formatted("run_end", "1-a"));
    Path pipe = directory.resolve("page");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path heard = directory.resolve("heard");
    Process reader =
        new ProcessBuilder("cat", pipe.toString()).redirectOutput(heard.toFile()).start();
    try {
      assertThat(run("report", log.toString(), "-o", pipe.toString())).isZero();

      assertThat(reader.waitFor(1, TimeUnit.MINUTES)).as("it was written to").isTrue();
      assertThat(Files.readString(heard)).contains("</html>");
      assertThat(Files.isRegularFile(pipe)).isFalse();
    } finally {
      reader.destroy();
    }
  }

  /** As where two are begun at the same time. */
  @Test
  void whatAnotherReportHasNotFinishedIsLeftAlone() throws Exception {
    Path log = Files.writeString(directory.resolve("log.jsonl"), EVENT.formatted("run_end", "1-a"));
    Path others = Files.writeString(directory.resolve(".report.html.unfinished"), "half");
    Path page = directory.resolve("report.html");

    assertThat(run("report", log.toString(), "-o", page.toString())).isZero();

    assertThat(others).hasContent("half");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactlyInAnyOrder(log, page, others);
    }
  }

  @Test
  void aPageThatCannotBeWrittenIsSaid() throws Exception {
    Path log = directory.resolve("log.jsonl");
    Files.writeString(log, EVENT.formatted("run_end", "1-a"));

    int code = run("report", log.toString(), "-o", directory.resolve("no/where.html").toString());

    assertThat(code).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(UTF_8))
        .startsWith("loophalt: the page cannot be written to ")
        .contains("check that its folder exists");
  }

  @Test
  void brokenInputIsSkippedAndSaid() throws Exception {
    Path log = directory.resolve("log.jsonl");
    Files.writeString(log, EVENT.formatted("run_end", "1-a") + "{\n");
    Path page = directory.resolve("report.html");

    int code =
        run(
            "report",
            log.toString(),
            directory.resolve("missing").toString(),
            "-o",
            page.toString());

    assertThat(code).isEqualTo(ExitCode.BROKEN_INPUT);
    assertThat(err.toString(UTF_8).lines()).hasSize(2);
    assertThat(Files.readString(page)).contains("2 lines or files could not be read");
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(out.toByteArray());
  }

  private int run(String... arguments) {
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, false, UTF_8),
            new PrintStream(err, true, UTF_8),
            false);
    return CommandLineMain.run(terminal, arguments);
  }

  private static String recording(String name) throws Exception {
    return Path.of(
            Objects.requireNonNull(ReportCommandTest.class.getResource("/replay/" + name)).toURI())
        .toString();
  }
}
