package io.loophalt.runtime.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Turn.Prompt;
import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.RequestReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
  void whatIsSaidBehindAResultThatWentToTheCallerIsAPersons() {
    promptOf(chat.says("Light on."));
    answered(chat.asks("1", "light", "{}"));
    entersAnewAfterAToolInside();
    assertThat(promptOf(chat.results(1).says("It is too bright.")))
        .as("with the result in the memory")
        .isEqualTo(Prompt.NEW);
    answered(chat.asks("2", "light", "{}"));
    entersAnewAfterAToolInside();
    promptOf(chat.forgets().says("Guests are coming."));
    talk.answered(chat.asks("3", "light", "{}"), steps);
    assertThat(talk.takePrompt()).as("without it").isEqualTo(Prompt.NEW);
    steps++;
    assertThat(promptOf(chat.results(1).says("A reminder of the program.")))
        .as("of a loop that goes on")
        .isEqualTo(Prompt.RESULTS);
    answered(chat.answers("Action: light"));
    entersAnewAfterAToolInside();
    assertThat(promptOf(chat.says("Observation: it is on")))
        .as("a text protocol, in which the result is said")
        .isEqualTo(Prompt.RESULTS);
  }

  /** Who executes tools himself enters the framework once for each answer of the model. */
  @Test
  void whatIsSaidBehindAToolThatTheProgramHasCalledIsNoPersons() {
    promptOf(chat.says("Light on."));
    answered(chat.asks("1", "light", "{}"));
    for (int i = 2; i < 5; i++) {
      talk.left(steps);
      steps++;
      talk.enteredAnew(steps);
      assertThat(promptOf(chat.results(1).says("Note " + i + " of the program")))
          .isEqualTo(Prompt.RESULTS);
      answered(chat.asks("" + i, "light", "{}"));
    }
  }

  /** A loop by hand shows results to a person, and nothing else tells its person from a program. */
  @Test
  void whatAProgramReportsOfAPersonIsOneBehindAResultToo() {
    promptOf(chat.says("Light on."));
    answered(chat.asks("1", "light", "{}"));
    for (int i = 2; i < 5; i++) {
      steps++;
      talk.told("It is too bright, " + "really ".repeat(i));
      assertThat(promptOf(chat.results(1).says("It is too bright, " + "really ".repeat(i))))
          .isEqualTo(Prompt.NEW);
      answered(chat.asks("" + i, "light", "{}"));
    }
  }

  private void entersAnewAfterAToolInside() {
    steps++;
    talk.left(steps);
    talk.enteredAnew(steps);
  }

  @Test
  void whoIsAskedAgainAfterAnAnsweredResultHasNoNews() {
    promptOf(chat.says("What is page 1 about?"));
    answered(chat.asks("1", "page", "{}"));
    assertThat(promptOf(chat.results(1))).isEqualTo(Prompt.RESULTS);
    AnswerTrace dropped = new Written().answers("");
    answered(dropped);
    assertThat(promptOf(chat)).as("the same request again").isEqualTo(Prompt.REPEATED);
    answered(dropped);
    assertThat(promptOf(chat.says("No JSON."))).as("with new words").isEqualTo(Prompt.RESULTS);
    answered(dropped);
    assertThat(promptOf(chat)).isEqualTo(Prompt.REPEATED);
    talk.broken();
    assertThat(promptOf(chat)).as("after no answer").isEqualTo(Prompt.RESULTS);
    assertThat(promptOf(chat)).as("beside one that is under way").isEqualTo(Prompt.RESULTS);
    answered(chat.asks("2", "page", "{}"));
    assertThat(promptOf(chat.results(1))).as("the next result").isEqualTo(Prompt.RESULTS);
    answered(dropped);
    steps++;
    assertThat(promptOf(chat)).as("after a step").isEqualTo(Prompt.RESULTS);
  }

  /** What a program has looked up itself for each question stands as a tool's result. */
  @Test
  void equalResultsOfSeveralQuestionsAreEachNews() {
    for (int i = 0; i < 20; i++) {
      chat.forgets().says("Which kind is the letter?");
      chat.asks("1", "letter", "{}");
      assertThat(promptOf(chat.results(1))).isEqualTo(Prompt.RESULTS);
      answered(new Written().answers("An invoice."));
    }
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
  void theSameQuestionAboutAnotherDocumentInTheSystemMessageIsNotTheSameAgain() {
    for (String letter : List.of("of a roof, 7 tiles", "of pens", "of a hotel")) {
      chat.forgets().instructs("Use this letter: " + letter).says("What kind is it?");
      assertThat(promptOf(chat)).isIn(Prompt.NEW, Prompt.RESULTS);
      answered(chat.answers("A letter."));
    }
    chat.forgets().instructs("Use this letter: of pens").says("What kind is it?");
    assertThat(promptOf(chat)).as("the same letter").isEqualTo(Prompt.REPEATED);
    answered(chat.answers("A letter."));
    chat.forgets().instructs("Use this letter: of a roof, 8 tiles").says("What kind is it?");
    assertThat(promptOf(chat)).as("but for a number").isEqualTo(Prompt.REPEATED);
    answered(chat.answers("A letter."));
    chat.instructs("It is 12:30:01 on Monday.").says("What kind is it?");
    assertThat(promptOf(chat)).as("in a conversation that goes on").isEqualTo(Prompt.REPEATED);
  }

  /** The usual way to JSON with some models. */
  @Test
  void theBeginningOfTheAnswerAtTheEndOfARequestIsNoAnswer() {
    assertThat(promptOf(begun(chat.says("Read letter 1."), "{"))).isEqualTo(Prompt.NEW);
    answered(chat.answers("\"kind\": \"letter\"}"));
    assertThat(promptOf(begun(chat.says("Read letter 2."), "{"))).isEqualTo(Prompt.NEW);
    answered(chat.answers("\"kind\": \"letter\"}"));
    assertThat(promptOf(begun(chat.says("Read letter 2."), "{"))).isEqualTo(Prompt.REPEATED);
    answered(chat.asks("1", "read", "{}"));
    assertThat(promptOf(begun(chat.results(1), "{"))).isEqualTo(Prompt.RESULTS);
    answered(chat.answers("\"kind\": \"letter\"}"));
    assertThat(promptOf(begun(chat.forgets().says("Read letter 3."), "{"))).isEqualTo(Prompt.NEW);
    answered(chat.answers("\"kind\": \"letter\"}"));
    assertThat(promptOf(chat.forgets().says("Read letter 4."))).isEqualTo(Prompt.NEW);
    answered(chat.answers("It is a letter."));
    assertThat(promptOf(begun(chat.forgets().says("Read letter 5."), "{"))).isEqualTo(Prompt.NEW);
  }

  /** All of it so far is sent as one message, because the model has stopped at its length. */
  @Test
  void aLongAnswerThatIsGoneOnWithIsAskedForAgain() {
    String soFar = "";
    promptOf(chat.says("Write it all."));
    for (int i = 1; i < 8; i++) {
      String part = "Part " + i + " of the report is about something else. ";
      talk.answered(chat.answers(part), steps);
      soFar += part;
      Prompt prompt = promptOf(begun(chat.forgets().says("Write it all."), soFar));
      assertThat(prompt).isEqualTo(i == 1 ? Prompt.NONE : Prompt.REPEATED);
    }
  }

  @Test
  void whoAnswersItselfIsAskedNothingThoughItsAnswersAreCutByTheProgram() {
    promptOf(chat.says("Tidy up."));
    for (int i = 1; i < 8; i++) {
      String thought = "I will now look at the files, step " + i;
      AnswerTrace answer = new Written().answers("Thought: " + thought);
      chat.answers(thought);
      talk.answered(answer, steps);
      assertThat(promptOf(chat)).isEqualTo(Prompt.NONE);
    }
  }

  /** A plan is made in text, and carried out by a call, again and again: nobody has spoken. */
  @Test
  void whoHasToolsCalledByOneModelAndPlansMadeByAnotherHasNotSpoken() {
    promptOf(chat.says("Look up order 7."));
    answered(chat.asks("call_0", "get_order", "{}"));
    for (int i = 1; i < 6; i++) {
      steps++;
      Written planner = new Written().says("Plan the next step after error " + i);
      assertThat(promptOf(planner)).isEqualTo(Prompt.RESULTS);
      answered(planner.answers("try again " + i));
      talk.hear(chat.forgets().says("Carry out: try again " + i).request(), steps);
      answered(chat.asks("call_" + i, "get_order", "{}"));
      assertThat(talk.takePrompt()).isEqualTo(Prompt.RESULTS);
    }
  }

  @Test
  void instructionsThatAreOthersEachTimeSayNothingInTheEnd() {
    Prompt prompt = Prompt.NEW;
    for (int i = 0; i < 60; i++) {
      String word =
          Integer.toString(i, 36).replaceAll("[0-9]", "x")
              + (char) ('a' + i % 26)
              + (char) ('a' + i / 26);
      prompt =
          promptOf(
              chat.forgets().instructs("Between " + word + " stands the text.").says("Which?"));
      answered(chat.answers("This one."));
    }
    assertThat(prompt).isEqualTo(Prompt.REPEATED);
  }

  /** Each prompt is another instruction, with the answer before at its end. */
  @Test
  void aChainOfPromptsIsAskedSomethingEachTime() {
    String draft = "Heat pumps are on the rise. They hum a little, and the state pays a third.";
    String checked = "They hum at 45 dB, and the state pays 30 to 70 percent of what they cost.";
    String german = "Waermepumpen brummen mit 45 dB, und der Staat zahlt bis zu 70 Prozent.";
    promptOf(chat.says("Write a draft about\nheat pumps"));
    talk.answered(chat.answers(draft), steps);

    assertThat(promptOf(chat.forgets().says("Check the facts in this draft:\n" + draft)))
        .isEqualTo(Prompt.RESULTS);
    talk.answered(chat.answers(checked), steps);
    assertThat(promptOf(chat.forgets().says("Translate into German:\n" + checked)))
        .isEqualTo(Prompt.RESULTS);
    talk.answered(chat.answers(german), steps);
    assertThat(promptOf(chat.forgets().says("Attempt 1: say it in fewer words.\n" + german)))
        .isEqualTo(Prompt.RESULTS);
    talk.answered(chat.answers(checked), steps);
    assertThat(promptOf(chat.forgets().says("Attempt 2: say it in fewer words.\n" + checked)))
        .as("the same instruction, as a program says it again")
        .isEqualTo(Prompt.REPEATED);
  }

  /** Each answer holds the one before, so that the end of the last prompt stands in it, too. */
  @Test
  void aSummaryThatIsRefinedPageByPageIsAskedSomethingEachTime() {
    String summary = "";
    for (String page : List.of("The boat leaves in fog.", "A bell rings.", "A voice asks.")) {
      String prompt = "Refine the summary.\nPage: " + page + "\nSummary so far: " + summary;
      assertThat(promptOf(chat.forgets().says(prompt))).isNotIn(Prompt.NONE, Prompt.REPEATED);
      summary += "It is told at some length in this summary that happens: " + page;
      talk.answered(chat.answers(summary), steps);
    }
  }

  @Test
  void aTranscriptThatBeginsWithFewWordsIsOne() {
    String text = "Why?";
    promptOf(chat.says(text));
    for (int i = 1; i < 8; i++) {
      String thought = "I should look at the configuration, part " + i;
      talk.answered(chat.answers(thought), steps);
      text += "\n" + thought;
      assertThat(promptOf(chat.forgets().says(text))).as(text).isEqualTo(Prompt.NONE);
    }
  }

  /** Of long thoughts, the last three. */
  @Test
  void aTranscriptWithNothingBehindTheLastAnswerIsOneThoughItsBeginningIsLeftOut() {
    List<String> thoughts = new ArrayList<>();
    promptOf(chat.says("Find out why the server is down, and say so."));
    for (int i = 1; i < 8; i++) {
      String thought =
          "I think that I should have a look at the logs of the server, from line " + i;
      talk.answered(chat.answers(thought), steps);
      thoughts.add(thought);
      String window = String.join("\n", thoughts.subList(Math.max(0, i - 3), i));
      String text = "Find out why the server is down, and say so.\n" + window;
      assertThat(promptOf(chat.forgets().says(text))).as(text).isEqualTo(Prompt.NONE);
    }
  }

  @Test
  void aPromptThatNamesItsAnswersIsNoTranscript() {
    String prompt = "Answer with APPROVED_FOR_PAYMENT or NEEDS_HUMAN_REVIEW. Invoice: ";
    promptOf(chat.says(prompt + "1000 of Alfons"));
    talk.answered(chat.answers("APPROVED_FOR_PAYMENT"), steps);

    assertThat(talk.isGoneOnWithBy(chat.forgets().says(prompt + "1037 of Berta").request(), true))
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
      assertThat(talk.isGoneOnWithBy(chat.forgets().says(window).request(), true)).isTrue();
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
      assertThat(talk.isGoneOnWithBy(chat.forgets().says(window).request(), true))
          .as("%s", i)
          .isTrue();
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

    assertThat(talk.isGoneOnWithBy(chat.forgets().says(prompt + ' ' + thought).request(), true))
        .isTrue();
  }

  @Test
  void aTextThatQuotesAnAnswerToSeveralMessagesIsNoTranscript() {
    promptOf(chat.says("Which answers are allowed?"));
    answered(chat.answers("You choose between two."));
    promptOf(chat.says("Then decide."));
    answered(chat.answers("APPROVED_FOR_PAYMENT"));

    chat.forgets().says("Answer with APPROVED_FOR_PAYMENT or NEEDS_HUMAN_REVIEW. Invoice: 1037");
    assertThat(talk.isGoneOnWithBy(chat.request(), true)).isFalse();
  }

  @Test
  void whatAnotherModelIsAskedWhileToolsAreCalledIsNoPersons() {
    promptOf(chat.says("Where is order 7?"));
    for (int i = 1; i < 4; i++) {
      answered(chat.asks("call_" + i, "get_order", "{}"));
      Written guard = new Written().says("Is this safe? " + i);
      assertThat(promptOf(guard)).isEqualTo(Prompt.RESULTS);
      answered(guard.answers("safe"));
      Written rewriter = new Written().says("Shorten this: " + i);
      assertThat(promptOf(rewriter)).as("another one").isEqualTo(Prompt.RESULTS);
      answered(rewriter.answers("order " + i));
      assertThat(promptOf(chat.results(1))).isEqualTo(Prompt.RESULTS);
    }
    answered(chat.answers("It is on its way."));
    assertThat(promptOf(chat.says("Thanks."))).isEqualTo(Prompt.NEW);
  }

  /** Answers in the form of a call, which nobody answers. */
  @Test
  void whoeverIsAnsweredWithACallThatNobodyAnswersHasSpoken() {
    for (int i = 1; i < 20; i++) {
      talk.hear(chat.forgets().says("Which kind is letter " + i + "?").request(), steps);
      answered(chat.asks("call_" + i, "classify", "{}"));
      assertThat(talk.takePrompt()).isEqualTo(Prompt.NEW);
    }
  }

  @Test
  void aLoopOfTalkIsSeenThoughACallIsNeverAnswered() {
    promptOf(chat.says("Look around."));
    answered(chat.asks("call_1", "look", "{}"));
    int repeated = 0;
    for (int i = 1; i < 20; i++) {
      Prompt prompt = promptOf(chat.forgets().says("Look around."));
      repeated += prompt == Prompt.REPEATED ? 1 : 0;
      answered(chat.answers("I am about to look."));
    }
    assertThat(repeated).isEqualTo(11);
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
  void aRequestWithoutAListOfMessagesIsNotSeen() {
    RequestReader silent =
        new RequestReader() {
          @Override
          @SuppressWarnings("NullAway") // what an extension may return all the same
          public List<?> messages(Object request) {
            return null;
          }

          @Override
          public @Nullable ChatMessage read(Object message) {
            return null;
          }
        };

    assertThat(ReadRequest.of(silent, new Object())).isNull();
  }

  @Test
  void onlyTheEndOfALongConversationIsRead() {
    for (int i = 0; i < 1_000; i++) {
      chat.says("question " + i);
      chat.answers("answer " + i);
    }

    assertThat(chat.says("last").request().answers()).hasSize(ReadRequest.MOST_MESSAGES / 2);
  }

  /** As a loop does that swallows each halt and tells its model so. */
  @Test
  void whatAUserAddsAgainAndAgainDoesNotPushTheLastAnswerOutOfSight() {
    chat.says("Sort the invoices.").answers("I look for them.");
    chat.results(1);
    for (int i = 0; i < 3 * ReadRequest.MOST_MESSAGES; i++) {
      chat.says("Something went wrong, go on.");
    }

    assertThat(chat.request().answers()).hasSize(1);
  }

  private static Written begun(Written said, String answer) {
    Written sent = said.copy();
    sent.answers(answer);
    return sent;
  }

  private Prompt promptOf(Written said) {
    talk.hear(said.request(), steps);
    return talk.takePrompt();
  }

  private void answered(AnswerTrace answer) {
    talk.answered(answer, steps);
  }
}
