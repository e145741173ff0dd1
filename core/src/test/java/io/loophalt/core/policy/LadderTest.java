package io.loophalt.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LadderTest {

  private static final Rung NUDGE = new Rung(3, Intervention.NUDGE, null);
  private static final Rung HALT = new Rung(5, Intervention.HALT, null);

  @Test
  void aCountStandsOnTheHighestRungThatItReaches() {
    Ladder ladder = new Ladder(List.of(NUDGE, HALT));

    assertThat(ladder.at(0)).isNull();
    assertThat(ladder.at(2)).isNull();
    assertThat(ladder.at(3)).isEqualTo(NUDGE);
    assertThat(ladder.at(4)).isEqualTo(NUDGE);
    assertThat(ladder.at(5)).isEqualTo(HALT);
    assertThat(ladder.at(Integer.MAX_VALUE)).isEqualTo(HALT);
  }

  @Test
  void aLadderWithoutRungsIsNeverClimbed() {
    assertThat(Ladder.NONE.at(Integer.MAX_VALUE)).isNull();
  }

  @Test
  void rungsThatDoNotRiseAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Ladder(List.of(HALT, NUDGE)));
    assertThatIllegalArgumentException().isThrownBy(() -> new Ladder(List.of(NUDGE, NUDGE)));
  }

  @Test
  void aRungAtNothingOrThatDoesNothingIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Rung(0, Intervention.HALT, null))
        .withMessageContaining("1 or more");
    assertThatIllegalArgumentException().isThrownBy(() -> new Rung(1, Intervention.NONE, null));
  }

  @Test
  void laterChangesOfTheListDoNotReachTheLadder() {
    List<Rung> rungs = new ArrayList<>(List.of(NUDGE));
    Ladder ladder = new Ladder(rungs);
    rungs.add(HALT);

    assertThat(ladder.at(5)).isEqualTo(NUDGE);
  }

  @Test
  void movesUpToHaltNoSoonerThanAnother() {
    Ladder own = Ladder.nudgeThenHalt(4, 8);

    assertThat(own.noSoonerThan(Ladder.nudgeThenHalt(5, 10)))
        .isEqualTo(Ladder.nudgeThenHalt(6, 10));
    assertThat(own.noSoonerThan(Ladder.nudgeThenHalt(3, 5))).isEqualTo(own);
  }

  @Test
  void losesItsHaltBesideALadderThatNeverHalts() {
    assertThat(Ladder.nudgeThenHalt(4, 8).noSoonerThan(Ladder.NONE).haltsAt()).isNull();
  }
}
