package io.loophalt.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.configuration.RecordedRunSettings;
import io.loophalt.fleet.RunMessage.Addressed;
import io.loophalt.fleet.RunMessage.Spans;
import io.loophalt.recordings.spans.GenAiSpans;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.junit.jupiter.api.Test;

class JudgedRunTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JudgingSettings SETTINGS = Recorded.SETTINGS;

  private final RecordedRunSettings judged = SETTINGS.open();

  @Test
  void aRunThatIsSavedBetweenAllItsTurnsSaysWhatOneDoesThatIsNot() throws Exception {
    int findings = 0;
    List<Path> files =
        Recorded.files().stream().filter(each -> !each.toString().contains("families")).toList();
    for (List<Entry> run : runs(files)) {
      List<String> whole = lines(run, false);

      assertThat(lines(run, true)).as("%s", run.get(0).key()).isEqualTo(whole);
      findings += (int) whole.stream().filter(each -> each.contains("\"intervention\"")).count();
    }
    assertThat(findings).isGreaterThan(300);
  }

  /** Nobody halted it: what it cost is what it cost. */
  @Test
  void theEndOfARunTellsWhatItUsedAfterItWouldHaveBeenHalted() throws Exception {
    int halted = 0;
    int withoutIdleTurns = 0;
    for (List<Entry> run : runs(Recorded.files())) {
      JsonNode verdict = null;
      JsonNode end = null;
      for (String line : lines(run, false)) {
        JsonNode told = JSON.readTree(line);
        verdict = told.has("tokens_total") ? told : verdict;
        end = told.path("event").asText().equals("run_end") ? told : end;
      }
      if (verdict == null || end == null || verdict.path("halted_at").isNull()) {
        continue;
      }
      String name = verdict.path("id").asText();
      long tokens = end.path("input_tokens").asLong() + end.path("output_tokens").asLong();
      assertThat(tokens).as(name).isEqualTo(verdict.path("tokens_total").asLong());
      long steps = end.path("steps").asLong();
      assertThat(callsOf(end)).as(name).isEqualTo(steps);
      assertThat(steps).as(name).isLessThanOrEqualTo(verdict.path("steps").asLong());
      withoutIdleTurns += steps == verdict.path("steps").asLong() ? 1 : 0;
      halted += verdict.path("tokens_after_halt").asLong() > 0 ? 1 : 0;
    }
    assertThat(halted).as("runs that went on").isGreaterThan(100);
    assertThat(withoutIdleTurns).as("runs whose entries are all calls").isGreaterThan(100);
  }

  private static long callsOf(JsonNode end) {
    long calls = 0;
    for (JsonNode tool : end.path("tools")) {
      calls += tool.path("calls").asLong();
    }
    return calls;
  }

  /** Spans of tools alone leave no turn open that would say it. */
  @Test
  void whatEndsAfterARestoreHasTheTimeOfItsTrace() throws Exception {
    ObjectNode span = JSON.createObjectNode();
    span.put("traceId", "trace").put("spanId", "1").put("name", "execute_tool search");
    span.put("startTimeUnixNano", "1000000000").put("endTimeUnixNano", "2000000000");
    span.putArray("attributes")
        .addObject()
        .put("key", "gen_ai.operation.name")
        .putObject("value")
        .put("stringValue", "execute_tool");
    Addressed first = new Addressed("trace", "", new Spans(List.of(GenAiSpans.of(span)), false));
    JudgedRun run = JudgedRun.begun(first, judged, SETTINGS, Announcements.NONE);
    run.play(first.at("trace", 2_000), new ListCollector<>(new ArrayList<>()));
    JudgedRun restored =
        JudgedRun.restored(
            in(Entry.bytes(run::save)),
            JudgedRun.FORM,
            judged,
            SETTINGS,
            Announcements.NONE,
            () -> {});
    List<Line> lines = new ArrayList<>();

    restored.endByItself(new ListCollector<>(lines));

    assertThat(lines)
        .extracting(Line::text)
        .anyMatch(line -> line.contains("\"run_end\",\"time\":\"1970-01-01T00:00:02Z\""));
  }

  @Test
  void aRunThatWasSavedUnderOtherSettingsIsRefusedOrBeginsAnew() throws Exception {
    List<Entry> entries =
        runs(List.of(Recorded.file("replay/trajectory-loop.jsonl"))).iterator().next();
    JudgedRun run =
        JudgedRun.begun(Addressed.of(entries.get(0)), judged, SETTINGS, Announcements.NONE);
    run.play(entries.get(0), new ListCollector<>(new ArrayList<>()));
    byte[] saved = Entry.bytes(run::save);
    JudgingSettings others =
        new JudgingSettings(
            "", "", "gptme", null, SETTINGS.secret(), /* mayBeginAnew= */ false, false, false);
    JudgingSettings forgiving =
        new JudgingSettings(
            "", "", "gptme", null, SETTINGS.secret(), /* mayBeginAnew= */ true, false, false);
    List<String> anew = new ArrayList<>();

    assertThatThrownBy(
            () ->
                JudgedRun.restored(
                    in(saved),
                    JudgedRun.FORM,
                    others.open(),
                    others,
                    Announcements.NONE,
                    () -> anew.add("anew")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("other settings");
    JudgedRun begun =
        JudgedRun.restored(
            in(saved),
            JudgedRun.FORM,
            forgiving.open(),
            forgiving,
            Announcements.NONE,
            () -> anew.add("anew"));

    assertThat(anew).hasSize(1);
    assertThat(begun.lastMillis()).isEqualTo(run.lastMillis());
  }

  private List<String> lines(List<Entry> run, boolean isSaved) throws Exception {
    List<Line> lines = new ArrayList<>();
    JudgedRun live =
        JudgedRun.begun(Addressed.of(run.get(0)), judged, SETTINGS, Announcements.NONE);
    for (Entry each : run) {
      live.play(each, new ListCollector<>(lines));
      if (isSaved && !live.isOver()) {
        live =
            JudgedRun.restored(
                in(Entry.bytes(live::save)),
                JudgedRun.FORM,
                judged,
                SETTINGS,
                Announcements.NONE,
                () -> {});
      }
    }
    // Recordings without times have those at which they are judged.
    return lines.stream()
        .map(each -> each.text().replaceFirst("\"time\":\"[^\"]*\"", "\"time\":0"))
        .toList();
  }

  private static DataInputStream in(byte[] saved) {
    return new DataInputStream(new ByteArrayInputStream(saved));
  }

  private static Iterable<List<Entry>> runs(List<Path> files) throws Exception {
    Map<String, List<Entry>> runs = new LinkedHashMap<>();
    for (Entry each : Recorded.told(files)) {
      runs.computeIfAbsent(each.key(), key -> new ArrayList<>()).add(each);
    }
    return runs.values();
  }
}
