package io.loophalt.agent.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.agent.gate.LoopModels.CallPart;
import io.loophalt.agent.gate.LoopModels.Pieces;
import io.loophalt.agent.gate.OpenCalls.Asked;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which results in a request are steps, and how calls are put together from a stream. */
class OpenCallsTest {

  private final OpenCalls open = new OpenCalls();

  @Test
  void aResultAnswersItsCallOnceHoweverOftenRequestsRepeatIt() {
    open.ask(Map.of("call-1", asked("search")));

    assertThat(open.answered(List.of("call-1"))).containsExactly(asked("search"));
    assertThat(open.answered(List.of("call-1"))).containsExactly((Asked) null);
  }

  @Test
  void aResultOfACallThatWasNeverSeenIsNoStep() {
    assertThat(open.answered(List.of("call-0"))).containsExactly((Asked) null);
  }

  @Test
  void aStepThatWasSeenWhereItHappenedIsNotTakenAgain() {
    open.ask(Map.of("call-1", asked("write_file"), "call-2", asked("search")));

    open.stepSeen("writeFile");

    assertThat(open.answered(List.of("call-1", "call-2"))).containsExactly(null, asked("search"));
  }

  @Test
  void aStepOfAToolMethodOfAnotherNameStandsForOneOfTheCalls() {
    open.ask(Map.of("call-1", asked("search")));

    open.stepSeen("Library.find");

    assertThat(open.answered(List.of("call-1"))).containsExactly((Asked) null);
  }

  @Test
  void theNextAnswerForgetsStepsThatNoResultCameFor() {
    open.ask(Map.of("call-1", asked("search")));
    open.stepSeen("Library.find");

    open.ask(Map.of("call-2", asked("search")));

    assertThat(open.answered(List.of("call-2"))).containsExactly(asked("search"));
  }

  @Test
  void callsOfAStreamArePutTogetherByTheirPositions() {
    Pieces pieces = new Pieces();

    pieces.add(new CallPart(0, "call-1", "search", ""));
    pieces.add(new CallPart(1, "call-2", "open", "{\"in"));
    pieces.add(new CallPart(0, null, "", "{}"));
    pieces.add(new CallPart(1, null, "", "put\": 1}"));

    assertThat(pieces.calls(7))
        .containsExactly(
            Map.entry("call-1", new Asked("search", "{}", 7)),
            Map.entry("call-2", new Asked("open", "{\"input\": 1}", 7)));
  }

  private static Asked asked(String tool) {
    return new Asked(tool, "{}", 0);
  }
}
