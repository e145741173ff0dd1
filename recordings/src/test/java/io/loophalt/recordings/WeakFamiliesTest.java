package io.loophalt.recordings;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Five loops and five twins of each of six families that were still missed most, written before it
 * was looked at what the rules make of them. A loop is where a person counts its sixth repetition,
 * or its eighth where edits vary.
 */
class WeakFamiliesTest {

  /** Loops that were halted before the run ended when this was last written. It only ever rises. */
  private static final int FOUND = 27;

  /** The same edit, without a name of a file, in one opened file after the other. */
  private static final Set<String> WRONGLY_HALTED = Set.of("P6c-T");

  /** That one, and a load of which each round rejects fewer rows, in one bare number. */
  private static final int NUDGED_WRONGLY = WRONGLY_HALTED.size() + 1;

  @Test
  void loopsOfWeakFamiliesAreHaltedAndTheirLegitimateTwinsAreNot() throws IOException {
    FamilyScenariosTest.assertHalted("families-weak", WRONGLY_HALTED, NUDGED_WRONGLY, FOUND);
  }
}
