package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.presets.Presets;
import io.loophalt.recordings.format.RecordingReader;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Healthy batches of things that have names and sentences for an id, and what was halted wrongly
 * beside them, by a reader who looked for what is; each with its stuck twin: one of the same calls,
 * or three in turn, again and again.
 */
class NamedFamiliesTest {

  /** All of them. */
  private static final int LOOPS = 109;

  /** Half of them answered in the same words each time. */
  private static final int CHATS = 2;

  @Test
  void thingsOfABatchAreLeftAloneAndTheSameThingAgainAndAgainIsHalted() throws IOException {
    FamilyScenariosTest.assertHalted("families-named", Set.of(), 0, LOOPS);
  }

  /** Twelve questions and more of a person in the same words. */
  @Test
  void whoIsAnsweredAnewIsLeftAloneAndWhoIsAnsweredTheSameIsNot() throws IOException {
    Set<String> nudged = new TreeSet<>();
    Set<String> halted = new TreeSet<>();
    Set<String> all = new TreeSet<>();
    Judge judge =
        new Judge(
            task -> PresetPolicy.of("standard"),
            Presets::create,
            Playback.FREE,
            report -> {
              all.add(report.id());
              if (report.nudgedAt() != null) {
                nudged.add(report.id());
              }
              if (report.haltedAt() != null) {
                halted.add(report.id());
              }
            });
    new RecordingReader(judge, new Complaining())
        .read("chats.jsonl", TestRuns.open("/scenarios/chats.jsonl"));

    assertThat(all).hasSize(CHATS);
    all.removeIf(id -> id.endsWith("-T"));
    assertThat(nudged).isEqualTo(all);
    assertThat(halted).isEqualTo(all);
  }
}
