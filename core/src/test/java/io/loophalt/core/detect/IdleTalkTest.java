package io.loophalt.core.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Turn.Prompt;
import io.loophalt.core.policy.Intervention;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdleTalkTest {

  private static final int HALTS_AT = 5;
  private static final String NARRATION = "Now I will look at the configuration.";

  /** Sentences none of which has a word of another. */
  private static final List<String> NEWS =
      List.of(
          "Harbours wake before dawn.",
          "Two fishermen argue loudly.",
          "Beyond them, gulls circle.",
          "Rain follows quickly.",
          "Somebody rings a bell.",
          "Nobody answers it.",
          "Later, lanterns appear.",
          "A child laughs.",
          "Ropes creak overhead.",
          "Silence returns.",
          "Morning breaks at last.",
          "People leave their houses.");

  private final IdleTalk detector = new IdleTalk("idle-turns", HALTS_AT);
  private final List<Integer> reports = new ArrayList<>();
  private final FindingSink sink =
      (rule, count) -> {
        reports.add(count);
        return Intervention.NONE;
      };

  @Test
  void whoTalksToItselfClimbsToTheHalt() {
    for (int i = 0; i < 6; i++) {
      answer(Prompt.NONE, NEWS.get(i));
    }

    assertThat(reports).containsExactly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void aPersonWhoAsksSomethingNewEachTimeIsNeverCounted() {
    for (int i = 0; i < 30; i++) {
      answer(Prompt.NEW, NARRATION);
    }

    assertThat(reports).containsOnly(0);
  }

  @Test
  void theSameWordsAgainAreHaltedAtTwiceTheCountIfNothingComesOfThem() {
    for (int i = 0; i < 12; i++) {
      answer(i == 0 ? Prompt.NEW : Prompt.REPEATED, NARRATION);
    }

    assertThat(reports).containsExactly(0, 1, 2, 3, 4, 4, 4, 4, 4, 4, 10, 11);
  }

  @Test
  void aPersonWhoSaysYesToWhatIsNewIsLeftAlone() {
    for (String each : NEWS) {
      answer(Prompt.REPEATED, each);
    }

    assertThat(reports).containsOnly(0);
  }

  @Test
  void newsEndsTheRowOfRepeatedWordsInTheAnswerThatHasIt() {
    for (int i = 0; i < 10; i++) {
      answer(i == 0 ? Prompt.NEW : Prompt.REPEATED, NARRATION);
    }
    answer(Prompt.REPEATED, "Found it: an unset password broke everything.");

    assertThat(reports.get(reports.size() - 1)).isZero();
  }

  @Test
  void numbersAndWordsThatWereSaidBeforeAreNoNews() {
    answer(Prompt.NEW, "I am still working on request 1, please wait.");
    for (int i = 0; i < 4; i++) {
      answer(Prompt.REPEATED, "Please wait, still working on request " + (7 * i) + " f" + i + "a9");
    }

    assertThat(reports).endsWith(4);
  }

  @Test
  void wordsOfScriptsWithoutBlanksAreNewsByTheirLetters() {
    answer(Prompt.NEW, "我现在查看配置。");
    answer(Prompt.REPEATED, "我现在查看配置。");
    answer(Prompt.REPEATED, "我现在查看配置。");
    assertThat(reports).endsWith(2);

    answer(Prompt.REPEATED, "服务器缺少密码文件。");
    assertThat(reports).endsWith(0);
  }

  @Test
  void whereNobodySeesTheRequestTheHaltIsNeverReached() {
    for (int i = 0; i < 30; i++) {
      answer(Prompt.UNSEEN, NARRATION);
    }

    assertThat(reports).contains(3, 4).doesNotContain(HALTS_AT);
  }

  @Test
  void aRowThatWaitsForItsHaltSaysSo() {
    List<String> said = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      answer(i == 0 ? Prompt.NEW : Prompt.REPEATED, NARRATION);
      said.add(detector.explain());
    }

    assertThat(said.subList(0, 5)).containsOnly("");
    assertThat(said.get(5))
        .isEqualTo(
            "5 turns in a row without a tool call, and another one; the same words were said before"
                + " them and no answer has brought news: it halts at 10");
    assertThat(said.get(9)).startsWith("9 turns in a row");
    assertThat(said.subList(10, 12)).as("the halt is reached").containsOnly("");
  }

  @Test
  void itSaysThatNewsEndedTheRowAndThatWhatIsNotSeenHaltsNobody() {
    answer(Prompt.NEW, NARRATION);
    answer(Prompt.REPEATED, NEWS.get(0));
    assertThat(detector.explain())
        .isEqualTo("the same words were said before the answer, which has brought news");

    for (int i = 0; i < 6; i++) {
      answer(Prompt.UNSEEN, NARRATION);
    }
    assertThat(detector.explain())
        .isEqualTo(
            "5 turns in a row without a tool call, and another one; what was said before them is"
                + " not seen, so that it never halts");
  }

  @Test
  void oneTurnIsNotTurns() {
    assertThat(detector.describe("idle_turns", 1))
        .isEqualTo("1 turn without a tool call, and another one");
    assertThat(detector.describe("idle_turns", 2))
        .isEqualTo("2 turns in a row without a tool call, and another one");
  }

  @Test
  void whatCameOfToolsEndsTheRow() {
    answer(Prompt.NONE, NARRATION);
    answer(Prompt.NONE, NARRATION);
    answer(Prompt.RESULTS, NARRATION);

    assertThat(reports).endsWith(0);
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "REPEATED"})
  void anAnswerOfWhichNobodyKnowsWhatItAsksForIsIdleIfNoToolFollows(Prompt prompt) {
    turn(Turn.CALLS_UNKNOWN, prompt, NARRATION);
    turn(Turn.CALLS_UNKNOWN, prompt, NARRATION);
    turn(Turn.CALLS_UNKNOWN, prompt, NARRATION);
    assertThat(reports).endsWith(prompt == Prompt.NONE ? 2 : 1);

    turn(1, Prompt.NONE, "");
    turn(Turn.CALLS_UNKNOWN, prompt, NARRATION);
    assertThat(reports).endsWith(0);
  }

  @Test
  void anUnknownNumberOfCallsIsNotIdleWhereTheRequestIsNotSeen() {
    for (int i = 0; i < 9; i++) {
      turn(Turn.CALLS_UNKNOWN, Prompt.UNSEEN, NARRATION);
    }

    assertThat(reports).containsOnly(0);
  }

  @Test
  void aRestoredOneGoesOnWithWhatItKnows() throws IOException {
    for (int i = 0; i < 9; i++) {
      answer(i == 0 ? Prompt.NEW : Prompt.REPEATED, NARRATION);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    detector.save(new DataOutputStream(bytes));
    IdleTalk restored = new IdleTalk("idle-turns", HALTS_AT);
    restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    reports.clear();

    restored.turnStarted(answered(0, Prompt.REPEATED, NARRATION), sink);
    restored.turnStarted(answered(0, Prompt.REPEATED, NARRATION), sink);

    assertThat(reports).containsExactly(4, 10);
  }

  private void answer(Prompt prompt, String text) {
    turn(0, prompt, text);
  }

  private void turn(int toolCalls, Prompt prompt, String text) {
    detector.turnStarted(answered(toolCalls, prompt, text), sink);
  }

  private static Turn answered(int toolCalls, Prompt prompt, String text) {
    return new Turn(0, toolCalls, text, "", 0, 0, prompt, false);
  }
}
