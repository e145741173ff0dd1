package io.loophalt.agent.startup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.LoopHaltException;
import io.loophalt.PrintableText;
import io.loophalt.StopReason;
import io.loophalt.core.detect.Step;
import io.loophalt.core.event.CeilingNeared;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.operations.JsonLinesSink;
import io.loophalt.presets.Presets;
import io.loophalt.recordings.JsonReport;
import io.loophalt.recordings.Report;
import io.loophalt.recordings.RunReport;
import io.loophalt.recordings.TextReport;
import io.loophalt.runtime.policy.EventLogPolicy;
import io.loophalt.runtime.safety.Log;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever a run, a task or a tool is called, no output obeys it. */
class PrintableOutputsPropertyTest {

  /** Line ends apart, of which each output has its own. */
  private static final Pattern DANGEROUS =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}&&[^\n]]");

  @Property(tries = 500)
  void printableTextIsHarmlessAndStaysTheSame(@ForAll("names") String name) {
    String shown = PrintableText.of(name);

    assertThat(shown).doesNotContainPattern(DANGEROUS).doesNotContain("\n");
    assertThat(PrintableText.of(shown)).isSameAs(shown);
    assertThat(PrintableText.name(name)).doesNotContainPattern(DANGEROUS).doesNotContain("\n");
  }

  @Property(tries = 200)
  void theConsoleSaysEachThingInOneLine(
      @ForAll("names") String id, @ForAll("names") String task, @ForAll("names") String seen) {
    ByteArrayOutputStream console = new ByteArrayOutputStream();
    Log log = new Log(new PrintStream(console, true, UTF_8));
    EventSink sink = new ConsoleSink(log);
    Run run = run(id, task, new RunEvents(sink, Clock.systemUTC(), true));

    sink.publish(nudge(id, task, seen));
    sink.publish(
        new CeilingNeared(
            Instant.EPOCH, id, task, "calls of " + seen, BigDecimal.ONE, BigDecimal.TEN));
    run.halt(StopReason.Kind.OPERATOR, seen);
    log.info(id);
    log.warn(task);

    assertThat(console.toString(UTF_8).replace(System.lineSeparator(), "\n"))
        .doesNotContainPattern(DANGEROUS)
        .satisfies(
            text ->
                assertThat(text.split("\n", -1))
                    .hasSize(6)
                    .allMatch(line -> line.isEmpty() || line.startsWith("[loophalt] ")));
  }

  @Property(tries = 200)
  void anErrorOfOursIsShownWithItsFramesAndNoMore(@ForAll("names") String name) {
    ByteArrayOutputStream console = new ByteArrayOutputStream();
    Exception error = new IllegalStateException(name);
    error.setStackTrace(
        new StackTraceElement[] {new StackTraceElement(name, name, name + ".kt", 1)});

    new Log(new PrintStream(console, true, UTF_8)).error(name, error);

    assertThat(console.toString(UTF_8).replace(System.lineSeparator(), "\n").split("\n", -1))
        .hasSize(4)
        .satisfies(lines -> assertThat(lines[0]).startsWith("[loophalt] ERROR "))
        .satisfies(lines -> assertThat(lines[2]).startsWith("\tat "))
        .allSatisfy(line -> assertThat(line.strip()).doesNotContainPattern(DANGEROUS));
  }

  @Property(tries = 200)
  void theExceptionIsOneLineAndItsReasonKnowsTheRunByItsName(
      @ForAll("names") String id, @ForAll("names") String task, @ForAll("names") String tool) {
    Run run = run(id, task, RunEvents.NONE);
    StopReason reason = halted(run, tool);
    LoopHaltException halt = new LoopHaltException(StopReason.fromMap(reason.asMap()));

    assertThat(List.of(String.valueOf(halt.getMessage()), halt.toString(), reason.toString()))
        .allSatisfy(text -> assertThat(text).doesNotContainPattern(DANGEROUS).doesNotContain("\n"));
    assertThat(reason.detail()).doesNotContainPattern(DANGEROUS).doesNotContain("\n");
    assertThat(reason.detector()).doesNotContainPattern(DANGEROUS).doesNotContain("\n");
    assertThat(reason.lastActions())
        .allSatisfy(text -> assertThat(text).doesNotContainPattern(DANGEROUS).doesNotContain("\n"));
    assertThat(halt.stopReason().runId()).isEqualTo(id);
    assertThat(halt.stopReason().task()).isEqualTo(task);
  }

  @Property(tries = 50)
  void theEventLogHasOneHarmlessLineForEachEventFromWhichTheNamesCanBeRead(
      @ForAll("names") String id, @ForAll("names") String task) throws IOException {
    Path folder = Files.createTempDirectory("loophalt-events");
    Path file = folder.resolve("events.jsonl");
    try (JsonLinesSink sink =
        JsonLinesSink.open(
            "a-jvm",
            file,
            new EventLogPolicy(file, 0, 1, Duration.ZERO, 100, true),
            complaint -> {})) {
      RunEvents events = new RunEvents(sink, Clock.systemUTC(), true);
      Run run = run(id, task, events);
      run.halt(StopReason.Kind.OPERATOR, task);
      run.end();
    }
    String log = Files.readString(file);
    Files.delete(file);
    Files.delete(folder);

    assertThat(log).doesNotContainPattern(DANGEROUS);
    assertThat(log.split("\n", -1)).hasSize(3);
    for (String line : log.lines().toList()) {
      JsonNode event = new ObjectMapper().readTree(line);
      assertThat(event.path("run").textValue()).isEqualTo(id);
      assertThat(event.path("task").textValue()).isEqualTo(task);
    }
  }

  @Property(tries = 200)
  void reportsOfRecordedRunsHaveOneLineForEachRun(
      @ForAll("names") String id, @ForAll("names") String detector) throws IOException {
    String text = report(TextReport::new, id, detector);
    String json = report(JsonReport::new, id, detector);

    assertThat(text).doesNotContainPattern(DANGEROUS);
    assertThat(text.split("\n", -1)).hasSize(9);
    assertThat(json).doesNotContainPattern(DANGEROUS);
    assertThat(json.split("\n", -1)).hasSize(2);
    assertThat(new ObjectMapper().readTree(json).path("id").textValue()).isEqualTo(id);
  }

  private static String report(Function<PrintStream, Report> format, String id, String detector) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Report report = format.apply(new PrintStream(out, true, UTF_8));
    report.accept(
        new RunReport(
            id, id, 7, 2, null, 4, detector, "no_progress", id, List.of(), 0, 0, null, true));
    report.end();
    return out.toString(UTF_8).replace(System.lineSeparator(), "\n");
  }

  private static Run run(String id, String task, RunEvents events) {
    TaskPolicy policy =
        new TaskPolicy(
            task, "none", List.of(), Map.of(), Ceilings.NONE, List.of(), TaskPolicy.OnHalt.THROW);
    return new Run(id, task, policy, Presets::create, Mode.ACT, null, events);
  }

  private static StopReason halted(Run run, String detail) {
    run.halt(StopReason.Kind.OPERATOR, detail);
    return Objects.requireNonNull(run.haltReason());
  }

  private static Intervened nudge(String id, String task, String seen) {
    return new Intervened(
        Instant.EPOCH,
        id,
        task,
        Intervention.NUDGE,
        true,
        null,
        "novelty",
        "rule",
        3,
        2,
        2,
        Step.ABSENT,
        Step.ABSENT,
        List.of(),
        seen);
  }

  /** Of any characters, halves of some included, and often of those that this is about. */
  @Provide
  Arbitrary<String> names() {
    Arbitrary<Character> hostile =
        Arbitraries.of(
            '\n', '\r', '\t', '\u0000', '\u001b', '\u007f', '\u0085', '\u009b', '\u00ad', '\u061c',
            '\u200b', '\u200d', '\u200e', '\u2028', '\u2029', '\u202e', '\u2066', '\u2069',
            '\ufeff', '\ud800', '\udb40', '\udc41', '\udfff');
    Arbitrary<Character> character =
        Arbitraries.frequencyOf(
            Tuple.of(2, hostile),
            Tuple.of(2, Arbitraries.chars().ascii()),
            Tuple.of(1, Arbitraries.chars().all()));
    return character
        .list()
        .ofMaxSize(150)
        .map(
            characters -> {
              StringBuilder name = new StringBuilder();
              characters.forEach(name::append);
              return name.toString();
            });
  }
}
