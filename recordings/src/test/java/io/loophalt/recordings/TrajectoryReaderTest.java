package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Step;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  void aResultOrErrorThatIsNoTextIsReadAsJson() throws Exception {
    RecordedRun run =
        read("{'tool':'a','args':null,'result':{'n':[1]},'error':{'code':7}},{'tool':'a'}");

    Step step = run.turns().get(0).steps().get(0);
    assertThat(step.argumentsText()).isEmpty();
    assertThat(step.resultText()).isEqualTo("{\"n\":[1]}");
    assertThat(step.errorText()).isEqualTo("{\"code\":7}");
    assertThat(run.turns().get(1).steps().get(0).resultText()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "''", "'none'", "false", "0", "0.0", "NaN", "{}", "[ ]"})
  void whatSaysThatNothingFailedIsNoError(String error) throws Exception {
    Step step =
        read("{'tool':'a','result':'ok','error':" + error + "}").turns().get(0).steps().get(0);

    assertThat(step.failed()).isFalse();
    assertThat(step.resultText()).isEqualTo("ok");
  }

  @Test
  void aCallThatIsSaidToHaveFailedWithoutWordsFailedWithItsResult() throws Exception {
    RecordedRun run =
        read("{'tool':'a','error':true,'result':'no such file'},{'tool':'a','error':true}");

    assertThat(run.turns().get(0).steps().get(0).errorText()).isEqualTo("no such file");
    assertThat(run.turns().get(1).steps().get(0).errorText()).isEqualTo("true");
  }

  @Test
  void timesInIsoFormAreCountedFromTheFirstOfTheRun() throws Exception {
    List<RecordedRun.RecordedTurn> turns =
        read("{'tool':'a','ts':'2026-03-29T01:59:58.25+01:00'},"
                + "{'tool':'a','ts':'2026-03-29T01:00:00Z'},"
                + "{'tool':'a','ts':'2026-03-29T01:00:00.5'},"
                + "{'tool':'a','ts':'2026-03-29T00:00:00Z'}")
            .turns();

    assertThat(turns.stream().map(turn -> turn.steps().get(0).endMillis()))
        .containsExactly(0L, 1_750L, 2_250L, 0L);
  }

  private static List<String> turns(String steps) throws Exception {
    return read(steps).turns().stream()
        .map(
            turn ->
                turn.turn().index()
                    + ": "
                    + turn.steps().size()
                    + " steps from "
                    + turn.firstPosition())
        .toList();
  }

  private static RecordedRun read(String steps) throws Exception {
    String run = "{'id':'r','steps':[" + steps + "]}";
    return new TrajectoryReader().read(run.replace('\'', '"'));
  }
}
