package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.NoProcessLeftBehind;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.recorded.RecordedAgent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What happens in runs is in a recording of Java Flight Recorder, and no content is. */
@ExtendWith(NoProcessLeftBehind.class)
class FlightRecorderIT {

  private static final String WATCHED =
      """
      weave: {models: [{method: io.loophalt.compatibility.recorded.RecordedAgent.complete,
        input-tokens: result.sent, output-tokens: result.received, tool-calls: result.calls,
        text: result.text, messages: argument0}]}
      """;

  private static final String OURS = "io.loophalt.";
  private static final String PACKAGE = " io.loophalt.operations.jfr.";
  private static final Set<String> ALL =
      Set.of(
          "io.loophalt.ToolCall",
          "io.loophalt.ModelCall",
          "io.loophalt.Finding",
          "io.loophalt.Intervention",
          "io.loophalt.RunEnd");

  @TempDir Path folder;

  @OnEveryJdk
  void aRecordingFromTheStartHasAllOfThemAndNoContents(ForkedContainer container)
      throws IOException {
    Path recording = folder.resolve("agent.jfr");

    assertThatRun(
            container.run(
                Applications.recorded()
                    .withOptions("-XX:StartFlightRecording:filename=" + recording),
                new Guard.AtStart(WATCHED),
                folder))
        .endedWell()
        .reports("record-1.halted", true);

    List<RecordedEvent> events = events(recording);
    assertThat(names(events)).isEqualTo(ALL);
    assertThat(of(events, "Intervention"))
        .last()
        .satisfies(
            halt -> {
              assertThat(halt.getString("run")).isEqualTo("record-1");
              assertThat(halt.getString("task")).isEqualTo("recorded");
              assertThat(halt.getString("intervention")).isEqualTo("halt");
              assertThat(halt.getBoolean("enforced")).isTrue();
              assertThat(halt.getString("stopReason")).isEqualTo("no_progress");
              assertThat(halt.getThread().getJavaName()).isEqualTo("main");
              assertThat(halt.getStackTrace()).isNull();
            });
    assertThat(of(events, "RunEnd"))
        .singleElement()
        .satisfies(
            end -> {
              assertThat(end.getLong("steps")).isEqualTo(of(events, "ToolCall").size());
              assertThat(end.getLong("turns")).isEqualTo(of(events, "ModelCall").size());
              assertThat(end.getLong("nudges")).isPositive();
              assertThat(end.getDuration("wall")).isPositive();
              assertThat(end.getDouble("cost")).isNaN();
            });
    assertThat(of(events, "ToolCall"))
        .allSatisfy(
            call -> {
              assertThat(call.getString("tool")).isIn("look", "fail");
              assertThat(call.getDuration("took").isNegative()).isFalse();
            });
    assertHoldsNoContents(recording);
  }

  @OnEveryJdk
  void aRecordingThatBeginsAfterTheFirstRunHasWhatFollows(ForkedContainer container)
      throws IOException {
    Path recording = folder.resolve("late.jfr");
    try (ForkedJvm jvm =
        container.start(
            Applications.recorded().with("await"), new Guard.AtStart(WATCHED), folder)) {
      jvm.awaitLine("ready=true");
      Outcome started =
          command(
              container.jdk().command("jcmd"),
              String.valueOf(jvm.pid()),
              "JFR.start",
              "filename=" + recording);
      assertThatRun(started).exitedWith(0);
      jvm.send("go");
      assertThatRun(jvm.finish()).endedWell();
    }

    List<RecordedEvent> events = events(recording);
    assertThat(names(events)).isEqualTo(ALL);
    assertThat(events)
        .extracting(event -> event.getString("run"))
        .containsOnly("record-2")
        .isNotEmpty();
    assertHoldsNoContents(recording);
  }

  @OnEveryJdk
  void aSettingsFileSwitchesSingleEventsOff(ForkedContainer container) throws IOException {
    Path recording = folder.resolve("less.jfr");
    Path published = Path.of(System.getProperty("loophalt.docs", "")).resolve("loophalt.jfc");
    String settings = Files.readString(published);
    Path changed = folder.resolve("less.jfc");
    int calls = settings.indexOf("io.loophalt.ToolCall");
    Files.writeString(
        changed,
        settings.substring(0, calls) + settings.substring(calls).replaceFirst(">true<", ">false<"));

    assertThat(settings).contains(ALL);
    assertThatRun(
            container.run(
                Applications.recorded()
                    .withOptions(
                        "-XX:StartFlightRecording:settings=" + changed + ",filename=" + recording),
                new Guard.AtStart(WATCHED),
                folder))
        .endedWell();

    Set<String> allButOne = new TreeSet<>(ALL);
    allButOne.remove("io.loophalt.ToolCall");
    assertThat(names(events(recording))).isEqualTo(allButOne);
  }

  @OnEveryJdk
  void withoutARecordingLittleIsLoadedAndNothingBeforeTheFirstRun(ForkedContainer container)
      throws IOException {
    Path log = folder.resolve("loading.log");
    assertThatRun(
            container.run(
                Applications.recorded().withOptions("-Xlog:class+load:file=" + log),
                new Guard.AtStart(WATCHED),
                folder))
        .endedWell();

    List<String> loaded = Files.readAllLines(log);
    assertThat(loaded)
        .filteredOn(line -> line.contains(" jdk.jfr."))
        .as("of Flight Recorder: what knows whether there was a recording")
        .hasSizeBetween(1, 12);
    assertThat(loaded).filteredOn(line -> line.contains(PACKAGE)).hasSizeBetween(1, 2);
    assertThat(
            loaded.stream()
                .takeWhile(line -> !line.contains(RecordedAgent.class.getName()))
                .toList())
        .as("before the application")
        .noneMatch(line -> line.contains(PACKAGE) || line.contains(" jdk.jfr."));
  }

  @OnEveryJdk
  void inARuntimeWithoutFlightRecorderNothingOfItIsLoaded(ForkedContainer container)
      throws IOException {
    Path log = folder.resolve("loading.log");
    Application application =
        Applications.recorded()
            .withOptions(
                "--limit-modules=java.base,java.instrument,java.management,java.logging",
                "-Xlog:class+load:file=" + log);

    assertThatRun(container.run(application, new Guard.AtStart(WATCHED), folder))
        .endedWell()
        .reports("record-1.halted", true)
        .doesNotWarn("internal error|Flight Recorder");
    assertThat(Files.readAllLines(log)).noneMatch(line -> line.contains(PACKAGE));
  }

  private static void assertHoldsNoContents(Path recording) throws IOException {
    String bytes = Files.readString(recording, StandardCharsets.ISO_8859_1);
    for (String planted :
        List.of(
            RecordedAgent.PLANTED_ARGUMENT,
            RecordedAgent.PLANTED_SECRET,
            RecordedAgent.PLANTED_RESULT,
            RecordedAgent.PLANTED_PROMPT)) {
      assertThat(bytes.contains(planted)).as(planted).isFalse();
    }
    assertThat(RecordingFile.readAllEvents(recording))
        .noneMatch(event -> event.toString().contains("planted-"));
  }

  /** In the order in which they were; a file has them as buffers were written. */
  private static List<RecordedEvent> events(Path recording) throws IOException {
    return RecordingFile.readAllEvents(recording).stream()
        .filter(event -> event.getEventType().getName().startsWith(OURS))
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .toList();
  }

  private static Set<String> names(List<RecordedEvent> events) {
    Map<String, Long> counts =
        events.stream()
            .collect(
                Collectors.groupingBy(
                    event -> event.getEventType().getName(), Collectors.counting()));
    return counts.keySet();
  }

  private static List<RecordedEvent> of(List<RecordedEvent> events, String name) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals(OURS + name))
        .toList();
  }

  private Outcome command(String... command) {
    try (ForkedJvm jvm = ForkedJvm.start(List.of(command), folder)) {
      return jvm.finish();
    }
  }
}
