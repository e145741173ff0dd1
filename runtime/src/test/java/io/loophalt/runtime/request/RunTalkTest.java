package io.loophalt.runtime.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Turn.Prompt;
import org.junit.jupiter.api.Test;

class RunTalkTest {

  private final RunTalk talk = new RunTalk();
  private final Written chat = new Written();
  private long steps;

  @Test
  void newWordsAreAPersonsAndTheSameAgainAreAPrograms() {
    assertThat(promptOf(chat.says("Hello."))).isEqualTo(Prompt.NEW);
    answered(chat.answers("Hello!"));
    assertThat(promptOf(chat.says("Go on."))).isEqualTo(Prompt.NEW);
    answered(chat.answers("I will."));
    assertThat(promptOf(chat.says("Go on."))).isEqualTo(Prompt.REPEATED);
    answered(chat.answers("I will."));
    assertThat(promptOf(chat)).as("the answer alone").isEqualTo(Prompt.NONE);
  }

  @Test
  void whatFollowsOnToolsIsNotAPersons() {
    promptOf(chat.says("Hello."));
    answered(chat.asks("1", "search", "{}"));

    assertThat(promptOf(chat.results(1))).isEqualTo(Prompt.RESULTS);
    answered(chat.answers("Action: search"));
    steps++;
    assertThat(promptOf(chat.says("Observation: nothing")))
        .as("a text protocol, in which the result is said")
        .isEqualTo(Prompt.RESULTS);
  }

  @Test
  void wordsOfAnEarlierRoundAreKnownInAFreshContext() {
    promptOf(chat.says("Please help."));
    answered(chat.answers("I looked around."));

    assertThat(promptOf(chat.forgets().says("Please help."))).isEqualTo(Prompt.REPEATED);
  }

  @Test
  void aTranscriptInOneMessageIsNoPersons() {
    promptOf(chat.says("Question: why?\nThought:"));
    String thought = "I should look at the configuration first.";
    talk.answered(chat.answers(thought), steps);
    String transcript = "Question: why?\nThought: " + thought;

    assertThat(promptOf(chat.forgets().says(transcript))).isEqualTo(Prompt.NONE);
    assertThat(promptOf(chat.forgets().says(transcript + "\nObservation: none")))
        .isEqualTo(Prompt.RESULTS);
    assertThat(promptOf(chat.forgets().says(transcript + "\nObservation: none")))
        .isEqualTo(Prompt.REPEATED);
  }

  @Test
  void whatTheApplicationReportsCountsUntilTheNextAnswer() {
    assertThat(talk.takePrompt()).isEqualTo(Prompt.UNSEEN);
    assertThat(talk.told("Hello.")).isTrue();
    assertThat(promptOf(chat.says("Hello."))).isEqualTo(Prompt.NEW);
    assertThat(talk.takePrompt()).as("a second answer to it").isEqualTo(Prompt.RESULTS);
    assertThat(talk.told("hello.")).isFalse();
    assertThat(talk.takePrompt()).isEqualTo(Prompt.REPEATED);
  }

  @Test
  void onlyTheEndOfALongConversationIsRead() {
    for (int i = 0; i < 1_000; i++) {
      chat.says("question " + i);
      chat.answers("answer " + i);
    }

    assertThat(chat.says("last").request().answers()).hasSize(ReadRequest.MOST_MESSAGES / 2);
  }

  private Prompt promptOf(Written said) {
    talk.hear(said.request(), steps);
    return talk.takePrompt();
  }

  private void answered(AnswerTrace answer) {
    talk.answered(answer, steps);
  }
}
