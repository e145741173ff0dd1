package io.loophalt.recordings;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * 40 loops of 28 families and 127 healthy runs of 64, by a third author who knew no detector, no
 * rule and no other scenario, written while rules were mended on those of {@link
 * AuthorsFamiliesTest}. When they were first played, 23 of the loops were halted and three of the
 * others; only the misreading of a load test's rate of failures was mended since.
 */
class AfterwardsFamiliesTest {

  /** Loops that are halted before the run ends. It rises. */
  private static final int FOUND = 23;

  private static final int NUDGED_WRONGLY = 5;

  /**
   * Legitimate work that is halted nevertheless: accounts that are made one after the other, of
   * which the first six are there already, and a test that is run for its rate of failures. Nothing
   * may be added.
   */
  private static final Set<String> WRONGLY_HALTED =
      Set.of("C-H-03-ad-konten", "C-H-03-flaky-stats");

  @Test
  void loopsOfALaterOutsiderAreHaltedAndNearlyAllOfTheHealthyRunsAreLeftAlone() throws IOException {
    FamilyScenariosTest.assertHalted("families-afterwards", WRONGLY_HALTED, NUDGED_WRONGLY, FOUND);
  }
}
