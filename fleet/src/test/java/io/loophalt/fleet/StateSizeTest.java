package io.loophalt.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.configuration.RecordedRunSettings;
import io.loophalt.fleet.RunMessage.Addressed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.junit.jupiter.api.Test;

/** What a live run takes, when all that was told of it is judged. */
class StateSizeTest {

  /** That of a live run in its saved form, on the average, with what stands beside it. */
  private static final int MOST_BYTES = 4_096;

  @Test
  void aLiveRunTakesFewBytes() throws Exception {
    RecordedRunSettings judged = Recorded.SETTINGS.open();
    Map<String, List<Entry>> runs = new LinkedHashMap<>();
    for (Entry each : Recorded.told(List.of(Recorded.file("trajectories/sample.jsonl.gz")))) {
      runs.computeIfAbsent(each.key(), key -> new ArrayList<>()).add(each);
    }
    List<Integer> sizes = new ArrayList<>();
    for (List<Entry> run : runs.values()) {
      JudgedRun live =
          JudgedRun.begun(Addressed.of(run.get(0)), judged, Recorded.SETTINGS, Announcements.NONE);
      // All but the end.
      for (Entry each : run.subList(0, run.size() - 1)) {
        live.play(each, new ListCollector<>(new ArrayList<>()));
      }
      sizes.add(Entry.bytes(live::save).length);
    }
    int[] sorted = sizes.stream().mapToInt(Integer::intValue).sorted().toArray();
    double mean = Arrays.stream(sorted).average().orElseThrow();
    System.out.printf(
        "state of %d live runs at their end: mean %.0f bytes, median %d, largest %d%n",
        sorted.length, mean, sorted[sorted.length / 2], sorted[sorted.length - 1]);

    assertThat(sorted).hasSizeGreaterThan(50);
    assertThat(mean).isLessThan(MOST_BYTES);
  }
}
