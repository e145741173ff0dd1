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
  void aPictureIsAPersonsWordsAndTheSamePictureAgainIsNot() {
    assertThat(promptOf(chat.shows("", "picture 1"))).isEqualTo(Prompt.NEW);
    answered(chat.answers("A cat."));
    assertThat(promptOf(chat.shows("", "picture 2"))).isEqualTo(Prompt.NEW);
    answered(chat.answers("A dog."));
    assertThat(promptOf(chat.shows("Is it damaged?", "picture 2"))).isEqualTo(Prompt.NEW);
    answered(chat.answers("No."));
    assertThat(promptOf(chat.shows("Is it damaged?", "picture 3"))).isEqualTo(Prompt.NEW);
    answered(chat.answers("No."));
    assertThat(promptOf(chat.shows("Is it damaged?", "picture 3"))).isEqualTo(Prompt.REPEATED);
    answered(chat.answers("No."));
    assertThat(promptOf(chat.shows("", "picture 1"))).isEqualTo(Prompt.REPEATED);
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
  void aPromptThatNamesItsAnswersIsNoTranscript() {
    String prompt = "Answer with APPROVED_FOR_PAYMENT or NEEDS_HUMAN_REVIEW. Invoice: ";
    promptOf(chat.says(prompt + "1000 of Alfons"));
    talk.answered(chat.answers("APPROVED_FOR_PAYMENT"), steps);

    assertThat(talk.isGoneOnWithBy(chat.forgets().says(prompt + "1037 of Berta").request()))
        .isFalse();
    assertThat(promptOf(chat)).isEqualTo(Prompt.NEW);
  }

  @Test
  void aPromptThatShowsItsAnswersInExamplesIsNoTranscript() {
    String examples =
        "Q: cats?\nA: That is an animal.\nQ: oaks?\nA: That is a plant of the wood.\nQ: ";
    promptOf(chat.says(examples + "dogs?\nA:"));
    talk.answered(chat.answers("That is an animal."), steps);

    assertThat(promptOf(chat.forgets().says(examples + "mice?\nA:"))).isEqualTo(Prompt.NEW);
  }

  @Test
  void aPromptThatNamesItsAnswersMayGrowIntoATranscript() {
    String prompt = "Answer with APPROVED_FOR_PAYMENT or NEEDS_HUMAN_REVIEW. Invoice: 1000\nYou:";
    promptOf(chat.says(prompt));
    talk.answered(chat.answers("APPROVED_FOR_PAYMENT"), steps);

    String grown = prompt + " APPROVED_FOR_PAYMENT\nSystem: not allowed.\nYou:";
    assertThat(promptOf(chat.forgets().says(grown))).isEqualTo(Prompt.RESULTS);
  }

  /** A loop that says the same each time, of which the prompt holds the last three rounds. */
  @Test
  void aTranscriptFromWhichEarlierRoundsAreLeftOutIsOne() {
    String head = "Find the cause.\n";
    String thought = "I should look at the configuration first.";
    String round = thought + "\nObservation: it is not there.\nThought: ";
    promptOf(chat.says(head + "Thought: "));
    for (int i = 1; i < 8; i++) {
      talk.answered(chat.answers(thought), steps);
      String window = head + (i < 3 ? "Thought: " : "") + round.repeat(Math.min(i, 3));
      assertThat(talk.isGoneOnWithBy(chat.forgets().says(window).request())).isTrue();
      assertThat(promptOf(chat)).isIn(Prompt.RESULTS, Prompt.REPEATED);
    }
  }

  /** The same before words that stand at the end of each prompt, and of the latest draft alone. */
  @Test
  void aTranscriptThatGrowsNoMoreStaysOne() {
    String thought = "I should look at the configuration first.";
    String round = thought + "\nObservation: it is not there.\n";
    String trailer = "Remember: answer with one thought.";
    promptOf(chat.says("Find the cause.\n" + trailer));
    for (int i = 1; i < 8; i++) {
      talk.answered(chat.answers(thought), steps);
      String window = "Find the cause.\n" + round.repeat(Math.min(i, 3)) + trailer;
      assertThat(talk.isGoneOnWithBy(chat.forgets().says(window).request())).as("%s", i).isTrue();
      assertThat(promptOf(chat)).isIn(Prompt.RESULTS, Prompt.REPEATED);
    }
  }

  @Test
  void anAnswerThatIsToldTwiceOrAfterAFailureIsThatToItsRequest() {
    String prompt = "Question: why?\nThought:";
    String thought = "I should look at the configuration first.";
    promptOf(chat.says(prompt));
    talk.broken();
    talk.answered(chat.answers(thought), steps);
    talk.answered(chat.answers(thought), steps);

    assertThat(talk.isGoneOnWithBy(chat.forgets().says(prompt + ' ' + thought).request())).isTrue();
  }

  @Test
  void aTextThatQuotesAnAnswerToSeveralMessagesIsNoTranscript() {
    promptOf(chat.says("Which answers are allowed?"));
    answered(chat.answers("You choose between two."));
    promptOf(chat.says("Then decide."));
    answered(chat.answers("APPROVED_FOR_PAYMENT"));

    chat.forgets().says("Answer with APPROVED_FOR_PAYMENT or NEEDS_HUMAN_REVIEW. Invoice: 1037");
    assertThat(talk.isGoneOnWithBy(chat.request())).isFalse();
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
