package io.loophalt.presets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.recordings.Playback;
import io.loophalt.recordings.RecordedRun;
import io.loophalt.recordings.TrajectoryReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/** What holds for every detector of every preset, on random runs. */
class PresetDetectorsTest {

  private static final List<String> KEY_ORDER_COUNTS = List.of("gptme", "gemini-cli");

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Bytes of a detector's own rule with all its windows full. */
  private static final int LARGEST_STATE = 650;

  /** Bytes of what the detectors of a run that judge whole turns read in common. */
  private static final int LARGEST_READING = 2_700;

  @Provide
  Arbitrary<JsonNode> runs() {
    return RandomRuns.runs();
  }

  @Property(tries = 150)
  void aRestoredDetectorReportsWhatTheSavedOneWouldHave(
      @ForAll("runs") JsonNode run, @ForAll @IntRange(min = 0, max = 100) int percent)
      throws IOException {
    List<BiConsumer<Detector, FindingSink>> events = events(run);
    int cut = events.size() * percent / 100;

    for (DetectorPolicy policy : allDetectors()) {
      Detector saved = Presets.create(policy);
      play(events.subList(0, cut), saved, policy);
      Detector restored = Presets.create(policy);
      play(events, restored, policy);
      restored.restore(new DataInputStream(new ByteArrayInputStream(bytesOf(saved))));

      List<BiConsumer<Detector, FindingSink>> rest = events.subList(cut, events.size());
      assertThat(play(rest, restored, policy))
          .as("%s, saved after %d of %d events", policy.detector(), cut, events.size())
          .isEqualTo(play(rest, saved, policy));
    }
  }

  @Property(tries = 150)
  void aResetDetectorReportsWhatANewOneWould(
      @ForAll("runs") JsonNode before,
      @ForAll("runs") JsonNode after,
      @ForAll @IntRange(min = 0, max = 100) int percent) {
    List<BiConsumer<Detector, FindingSink>> eventsBefore = events(before);
    int cut = eventsBefore.size() * percent / 100;

    for (DetectorPolicy policy : allDetectors()) {
      Detector reset = Presets.create(policy);
      play(eventsBefore.subList(0, cut), reset, policy);
      reset.reset();

      assertThat(play(events(after), reset, policy))
          .as("%s, reset after %d of %d events", policy.detector(), cut, eventsBefore.size())
          .isEqualTo(play(events(after), Presets.create(policy), policy));
    }
  }

  @Property(tries = 150)
  void theOrderOfKeysMakesNoDifferenceUnlessThePresetSaysSo(
      @ForAll("runs") JsonNode run, @ForAll Random random) {
    JsonNode shuffled = RandomRuns.shuffled(run, random);
    int halts = 0;

    for (String preset : Presets.names()) {
      if (!KEY_ORDER_COUNTS.contains(preset)) {
        Playback.Outcome outcome = judged(preset, run);
        halts += outcome.haltedAt() == null ? 0 : 1;
        assertThat(judged(preset, shuffled)).as("%s on %s", preset, shuffled).isEqualTo(outcome);
      }
    }
    Statistics.label("halts")
        .collect(halts > 0)
        .coverage(c -> c.check(true).percentage(p -> p > 20));
  }

  @Property(tries = 100)
  void theStateOfEveryDetectorStaysSmall(@ForAll("runs") JsonNode run) throws IOException {
    assertSmallStates(run);
  }

  @Example
  void theStateOfEveryDetectorStaysSmallHoweverLittleIsRepeated() throws IOException {
    for (String outcome : List.of("result", "error")) {
      ArrayNode steps = JSON.createArrayNode();
      for (int i = 0; i < 200; i++) {
        ObjectNode step = steps.addObject().put("turn", i).put("tool", "look_up_" + i % 11);
        step.put("args", "{\"key\":" + i / 2 + '}').put("text", "attempt " + i);
        step.put(outcome, "no " + (char) ('a' + i % 26) + " among " + "x".repeat(i));
        step.put("start_ms", 7_000 * i).put("end_ms", 7_000 * i + 900);
      }
      for (int i = 0; i < 20; i++) {
        ObjectNode step = JSON.createObjectNode().put("turn", 200).put("tool", "look_up_" + i);
        steps.add(step.put("args", "{\"key\":" + i + '}').put(outcome, "no one of " + i));
      }
      assertSmallStates(JSON.createObjectNode().put("id", "long").set("steps", steps));
    }
  }

  /** As in a run, where detectors that read steps alike do so together and the first saves it. */
  private static void assertSmallStates(JsonNode run) throws IOException {
    for (String preset : Presets.names()) {
      List<Detector> detectors = new ArrayList<>();
      for (DetectorPolicy policy : Presets.named(preset).detectors()) {
        Detector detector = Presets.create(policy);
        detectors.forEach(detector::shareReading);
        detectors.add(detector);
      }
      for (BiConsumer<Detector, FindingSink> event : events(run)) {
        detectors.forEach(detector -> event.accept(detector, (rule, count) -> Intervention.NONE));
      }
      int reading = LARGEST_READING;
      for (Detector detector : detectors) {
        int limit =
            switch (detector.name()) {
              // The text is at most 5000 characters; the index adds 2 bytes for each.
              case "gemini-cli" -> 16_000;
              // The lines of results: 512 digests of 4 bytes.
              case "news" -> 3_000;
              default -> LARGEST_STATE;
            };
        assertThat(bytesOf(detector).length)
            .as("bytes of the saved state of %s in %s", detector.name(), preset)
            .isLessThanOrEqualTo(limit + reading);
        reading = 0;
      }
    }
  }

  private static List<DetectorPolicy> allDetectors() {
    return Presets.names().stream().flatMap(p -> Presets.named(p).detectors().stream()).toList();
  }

  private static byte[] bytesOf(Detector detector) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    detector.save(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static Playback.Outcome judged(String preset, JsonNode run) {
    Preset conditions = Presets.named(preset);
    TaskPolicy policy =
        new TaskPolicy(
            "*",
            preset,
            conditions.detectors(),
            Map.of(),
            conditions.ceilings(),
            List.of(),
            TaskPolicy.OnHalt.THROW);
    return Playback.of(new TrajectoryReader().read(run), policy, Presets::create);
  }

  /** The calls that a run makes to a detector, so that it can be saved between any two of them. */
  private static List<BiConsumer<Detector, FindingSink>> events(JsonNode run) {
    List<BiConsumer<Detector, FindingSink>> events = new ArrayList<>();
    for (RecordedRun.RecordedTurn each : new TrajectoryReader().read(run).turns()) {
      events.add((detector, sink) -> detector.turnStarted(each.turn(), sink));
      for (Step step : each.steps()) {
        events.add((detector, sink) -> detector.beforeStep(step, sink));
        events.add((detector, sink) -> detector.afterStep(step, sink));
      }
      events.add((detector, sink) -> detector.turnEnded(each.turn(), sink));
    }
    return events;
  }

  /** Lets a detector see events and returns all that it reported, the ladder's answer with it. */
  private static List<String> play(
      List<BiConsumer<Detector, FindingSink>> events, Detector detector, DetectorPolicy policy) {
    List<String> reports = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      int event = i;
      events
          .get(i)
          .accept(
              detector,
              (rule, count) -> {
                Rung rung = count == 0 ? null : policy.ladder().at(count);
                Intervention made = rung == null ? Intervention.NONE : rung.intervention();
                reports.add(event + ": " + rule + ' ' + count + ' ' + made);
                return made;
              });
    }
    return reports;
  }
}
