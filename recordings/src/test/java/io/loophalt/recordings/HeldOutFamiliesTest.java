package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The same families of loops as in {@link FamilyScenariosTest}, with other tools, languages and
 * domains. Nobody who works on the detectors builds for them: the difference to the other set says
 * how far the rules hold for what they have not seen.
 */
class HeldOutFamiliesTest {

  /** Loops of each family that were found when this was last written. It only ever rises. */
  private static final Map<String, Integer> FOUND =
      Map.ofEntries(
          Map.entry("counter-in-arguments", 2),
          Map.entry("empty-searches", 2),
          Map.entry("growing-arguments", 2),
          Map.entry("hunting", 3),
          Map.entry("rejected-edits", 2),
          Map.entry("same-root-failure", 2),
          Map.entry("guessing-a-setting", 2),
          Map.entry("saying-done", 1),
          Map.entry("handing-back-and-forth", 3),
          Map.entry("plan-rewritten", 1),
          Map.entry("edits-same-check", 3),
          Map.entry("same-edit-accepted", 1),
          Map.entry("reverifying", 3),
          Map.entry("refused", 1));

  /**
   * Legitimate work that is halted nevertheless: an audit of a list of passwords whose tool is not
   * declared to try a list here, and a failing input that is made smaller on purpose. Nothing may
   * be added.
   */
  private static final Set<String> WRONGLY_HALTED = Set.of("H10-N2", "H21-11");

  @Test
  void loopsThatNobodyBuiltForAreHaltedAndTheirLegitimateTwinsAreNot() throws IOException {
    Map<String, FamilyScenariosTest.Score> scores =
        FamilyScenariosTest.play("/scenarios/families-heldout.jsonl");

    System.out.println(FamilyScenariosTest.table("families-heldout", scores));

    Map<String, Integer> found = new TreeMap<>();
    Set<String> haltedWrongly = new TreeSet<>();
    Set<String> haltedBeforeItBegan = new TreeSet<>();
    scores.forEach(
        (family, score) -> {
          found.put(family, score.found());
          haltedWrongly.addAll(score.haltedWrongly());
          haltedBeforeItBegan.addAll(score.haltedBeforeItBegan());
        });
    assertThat(haltedWrongly).as("legitimate work halted").isSubsetOf(WRONGLY_HALTED);
    assertThat(haltedBeforeItBegan).as("loops halted in the healthy work before").isEmpty();
    assertThat(FOUND)
        .as("loops found, by family")
        .allSatisfy(
            (family, floor) ->
                assertThat(found.get(family)).as(family).isGreaterThanOrEqualTo(floor));
  }
}
