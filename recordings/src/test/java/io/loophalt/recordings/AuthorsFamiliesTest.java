package io.loophalt.recordings;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * 107 loops of 55 families and 238 healthy runs, 124 of them of thirty turns and more, by two
 * authors who knew no detector, no rule and no other scenario: one of agents that program and
 * operate, one of agents of business, browsers, research and play. When they were first played, 64
 * of the loops were halted and seven of the others; what was mended since was mended on them.
 */
class AuthorsFamiliesTest {

  /** Loops that are halted before the run ends. It rises. */
  private static final int FOUND = 76;

  /** Retries of one city after the other, and of one fax; none is halted. */
  private static final int NUDGED_WRONGLY = 2;

  @Test
  void loopsOfTwoOutsidersAreHaltedAndTheHealthyRunsAreLeftAlone() throws IOException {
    FamilyScenariosTest.assertHalted("families-authors", Set.of(), NUDGED_WRONGLY, FOUND);
  }
}
