package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Four loops and four legitimate twins of each family by an author who knew no detector, no rule
 * and no other scenario, and came when all rules stood. A loop is where a person counts its sixth
 * repetition, and goes on for eight steps more or so.
 */
class LaterFamiliesTest {

  /** Loops that were halted before the run ended when this was last written. It only ever rises. */
  private static final int FOUND = 67;

  /**
   * Legitimate work that is halted nevertheless: two audits whose tools are not declared to try a
   * list. Nothing may be added.
   */
  private static final Set<String> WRONGLY_HALTED = Set.of("K10a-T", "K19a-T");

  /** Those, and one that is nudged. */
  private static final int NUDGED_WRONGLY = WRONGLY_HALTED.size() + 1;

  @Test
  void loopsThatCameLaterAreHaltedAndMostOfTheirLegitimateTwinsAreNot() throws IOException {
    Map<String, FamilyScenariosTest.Score> scores =
        FamilyScenariosTest.play("/scenarios/families-later.jsonl");

    System.out.println(FamilyScenariosTest.table("families-later", scores));

    Set<String> haltedWrongly = new TreeSet<>();
    Set<String> haltedBeforeItBegan = new TreeSet<>();
    int found = 0;
    int nudgedWrongly = 0;
    for (FamilyScenariosTest.Score score : scores.values()) {
      haltedWrongly.addAll(score.haltedWrongly());
      haltedBeforeItBegan.addAll(score.haltedBeforeItBegan());
      found += score.found();
      nudgedWrongly += score.nudgedWrongly();
    }
    assertThat(haltedWrongly).as("legitimate work halted").isSubsetOf(WRONGLY_HALTED);
    assertThat(nudgedWrongly).as("legitimate work nudged").isLessThanOrEqualTo(NUDGED_WRONGLY);
    assertThat(haltedBeforeItBegan).as("loops halted in the healthy work before").isEmpty();
    assertThat(found).as("loops found").isGreaterThanOrEqualTo(FOUND);
  }
}
