package io.loophalt.agent.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which steps of a trajectory make up a turn. */
class TrajectoryReaderTest {

  @Test
  void stepsOfOneNumberAreOneTurn() throws Exception {
    assertThat(turns("{'turn':4,'tool':'a'},{'turn':4,'tool':'b'},{'turn':6,'tool':'c'}"))
        .containsExactly("4: 2 steps from 0", "6: 1 steps from 2");
  }

  @Test
  void stepsWithoutANumberAreTurnsOfTheirOwn() throws Exception {
    assertThat(turns("{'tool':'a'},{'turn':null,'tool':'a'},{'tool':'a'}"))
        .containsExactly("0: 1 steps from 0", "1: 1 steps from 1", "2: 1 steps from 2");
  }

  @Test
  void aStepWithoutANumberDoesNotJoinTheTurnBefore() throws Exception {
    assertThat(turns("{'turn':0,'tool':'a'},{'tool':'a'}"))
        .containsExactly("0: 1 steps from 0", "1: 1 steps from 1");
  }

  private static List<String> turns(String steps) throws Exception {
    String run = "{'id':'r','steps':[" + steps + "]}";
    return new TrajectoryReader()
        .read(run.replace('\'', '"')).turns().stream()
            .map(
                turn ->
                    turn.turn().index()
                        + ": "
                        + turn.steps().size()
                        + " steps from "
                        + turn.firstPosition())
            .toList();
  }
}
