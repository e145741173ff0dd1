package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.presets.Presets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * The first version of the standard preset says what it said when it was the newest: who asks for
 * it by its name meets no other verdict after an upgrade.
 */
class Standard1VerdictsTest {

  private static final String HELD = "/standard-1-verdicts.tsv";

  private static final List<String> SCENARIOS =
      List.of(
          "scenarios",
          "more",
          "families-dev",
          "families-more",
          "families-heldout",
          "families-blind");

  private static final TaskPolicy STANDARD_1 = PresetPolicy.of("standard@1");

  @Test
  void itsVerdictsOnAllScenariosAndRecordedRunsAreTheHeldOnes() throws IOException {
    List<String> verdicts = new ArrayList<>();
    for (String scenarios : SCENARIOS) {
      verdicts.addAll(verdictsOn("/scenarios/" + scenarios + ".jsonl"));
    }
    for (String recorded : TestRuns.RECORDED) {
      verdicts.addAll(verdictsOn(recorded));
    }
    verdicts.addAll(verdictsOn("/trajectories/fresh.jsonl.gz"));
    Path written = Path.of("target", "standard-1-verdicts.tsv");
    Files.createDirectories(written.getParent());
    Files.write(written, verdicts);

    List<String> held =
        new String(TestRuns.open(HELD).readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    assertThat(verdicts)
        .as("verdicts of standard@1; %s has those of this build", written)
        .isEqualTo(held);
  }

  private static List<String> verdictsOn(String resource) throws IOException {
    List<String> verdicts = new ArrayList<>();
    for (JsonNode run : TestRuns.of(resource)) {
      RecordedRun recorded = new TrajectoryReader().read(run);
      StringBuilder verdict = new StringBuilder(recorded.id());
      for (Playback.PlacedFinding each :
          Playback.of(recorded, STANDARD_1, Presets::create).findings()) {
        verdict
            .append('\t')
            .append(each.position())
            .append(' ')
            .append(each.finding().detector())
            .append(' ')
            .append(each.finding().intervention().toString().toLowerCase(Locale.ROOT))
            .append(each.delivered() ? "" : " (not delivered)");
      }
      verdicts.add(verdict.toString());
    }
    return verdicts;
  }
}
