package io.loophalt.recordings.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Turn;
import io.loophalt.core.detect.Turn.Prompt;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.assembly.GenAiSpan.Operation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SpanTurnsTest {

  private final List<Turn> turns = new ArrayList<>();

  /** Most instrumentations record no contents unless they are told to. */
  @Test
  void anAnswerOfWhichNothingIsRecordedIsNotIdle() {
    tell(model(0, ""), model(1, ""), tool(2), model(3, ""));

    assertThat(turns)
        .extracting(Turn::toolCalls)
        .containsExactly(Turn.CALLS_UNKNOWN, 1, Turn.CALLS_UNKNOWN);
    assertThat(turns).extracting(Turn::prompt).containsOnly(Prompt.UNSEEN);
    assertThat(turns).noneMatch(Turn::isIdle);
  }

  /** A program may have asked for each of them. */
  @Test
  void anAnswerToWhatIsNotRecordedIsIdleButNobodyKnowsWhoAsked() {
    tell(model(0, "It is red."), model(1, "It is blue."));

    assertThat(turns).extracting(Turn::toolCalls).containsExactly(0, 0);
    assertThat(turns).extracting(Turn::prompt).containsOnly(Prompt.UNSEEN);
  }

  @Test
  void anAnswerWithoutACallIsIdle() {
    tell(model(0, null, "Let me think."), model(1, null, "Let me think once more."));

    assertThat(turns).extracting(Turn::toolCalls).containsExactly(0, 0);
    assertThat(turns).allMatch(Turn::isIdle);
  }

  private void tell(GenAiSpan... spans) {
    RunAssembler run =
        new RunAssembler(
            new RunSink.OpenRun() {
              @Override
              public void named(String id) {}

              @Override
              public void turn(RecordedTurn turn) {
                turns.add(turn.turn());
              }

              @Override
              public void end(@Nullable Boolean outcome) {}
            });
    new SpanTurns().tell(run, List.of(spans));
    run.end(null);
  }

  private static GenAiSpan model(int number, String text) {
    return model(number, GenAiSpan.NOT_RECORDED, text);
  }

  private static GenAiSpan model(int number, @Nullable String userSaid, String text) {
    return span(number, Operation.MODEL, "", userSaid, text);
  }

  private static GenAiSpan tool(int number) {
    return span(number, Operation.TOOL, "search", null, "");
  }

  private static GenAiSpan span(
      int number, Operation operation, String tool, @Nullable String userSaid, String text) {
    return new GenAiSpan(
        "trace",
        "span-" + number,
        "",
        number * 1_000_000L,
        number * 1_000_000L + 1,
        operation,
        "",
        "",
        tool,
        "",
        null,
        null,
        null,
        "a-model",
        10,
        10,
        userSaid,
        List.of(),
        text,
        List.of());
  }
}
