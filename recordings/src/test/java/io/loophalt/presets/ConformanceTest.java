package io.loophalt.presets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.recordings.Playback;
import io.loophalt.recordings.TrajectoryReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every preset gives exactly the signals that its system was observed, or is published, to give.
 */
class ConformanceTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TrajectoryReader READER = new TrajectoryReader();

  /** A rung and the first step at which it fired. */
  private record Signal(int step, String signal, String rule) {}

  @TestFactory
  Stream<DynamicContainer> everyPresetGivesTheSignalsOfItsSystem() {
    return Presets.names().stream()
        .filter(preset -> !preset.startsWith(StandardPreset.NAME))
        .map(
            preset ->
                DynamicContainer.dynamicContainer(
                    preset,
                    vectors(preset).stream()
                        .map(
                            vector ->
                                DynamicTest.dynamicTest(
                                    vector.path("id").asText(), () -> conforms(preset, vector)))));
  }

  private static void conforms(String preset, JsonNode vector) {
    assertThat(signals(preset, vector))
        .as("%s %s", vector.path("id").asText(), vector.path("note").asText())
        .isEqualTo(expected(vector));
  }

  private static List<Signal> signals(String preset, JsonNode vector) {
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
    Playback.Outcome outcome = Playback.of(READER.read(vector), policy, Presets::create);
    List<Signal> signals = new ArrayList<>();
    Set<Intervention> seen = EnumSet.noneOf(Intervention.class);
    for (Playback.PlacedFinding each : outcome.findings()) {
      Finding finding = each.finding();
      if (!seen.contains(Intervention.HALT) && seen.add(finding.intervention())) {
        String rule =
            finding.detector().equals("ceiling") && outcome.stopReason() != null
                ? outcome.stopReason().kind().id()
                : finding.rule();
        signals.add(
            new Signal(
                each.position(), finding.intervention().name().toLowerCase(Locale.ROOT), rule));
      }
    }
    return signals;
  }

  private static List<Signal> expected(JsonNode vector) {
    List<Signal> signals = new ArrayList<>();
    for (JsonNode each : vector.path("expect")) {
      signals.add(
          new Signal(
              each.path("step").asInt(), each.path("signal").asText(), each.path("rule").asText()));
    }
    return signals;
  }

  private static List<JsonNode> vectors(String preset) {
    String resource = "/conformance/" + preset + ".jsonl";
    try (InputStream in = ConformanceTest.class.getResourceAsStream(resource)) {
      assertThat(in).as(resource).isNotNull();
      List<JsonNode> vectors = new ArrayList<>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        vectors.add(JSON.readTree(line));
      }
      return vectors;
    } catch (IOException e) {
      throw new AssertionError("cannot read " + resource, e);
    }
  }
}
