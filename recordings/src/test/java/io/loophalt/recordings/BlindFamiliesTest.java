package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * A loop and a legitimate twin of each family, and of five kinds more, by each of four authors, and
 * fifty long and monotonous runs of legitimate work by a fifth; none of them knew a detector, a
 * rule or another scenario. Their loops are short: the run ends a few steps after a person would
 * have stopped it, so that to be late is to miss it.
 */
class BlindFamiliesTest {

  private static final int LOOPS = 140;

  /** Loops that were halted before the run ended when this was last written. It only ever rises. */
  private static final int FOUND = 96;

  @Test
  void shortLoopsAreHaltedAndNoLegitimateWorkIsEvenNudged() throws IOException {
    Map<String, FamilyScenariosTest.Score> scores =
        FamilyScenariosTest.play("/scenarios/families-blind.jsonl");

    System.out.println(FamilyScenariosTest.table("families-blind", scores));

    TreeSet<String> haltedWrongly = new TreeSet<>();
    int found = 0;
    int loops = 0;
    int nudgedWrongly = 0;
    for (FamilyScenariosTest.Score score : scores.values()) {
      haltedWrongly.addAll(score.haltedWrongly());
      haltedWrongly.addAll(score.haltedBeforeItBegan());
      found += score.found();
      loops += score.loops();
      nudgedWrongly += score.nudgedWrongly();
    }
    assertThat(haltedWrongly).as("halted without a loop").isEmpty();
    assertThat(nudgedWrongly).as("legitimate work nudged").isZero();
    assertThat(loops).isEqualTo(LOOPS);
    assertThat(found).as("loops found").isGreaterThanOrEqualTo(FOUND);
  }
}
