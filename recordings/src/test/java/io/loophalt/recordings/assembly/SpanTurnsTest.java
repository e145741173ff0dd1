package io.loophalt.recordings.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.detect.Turn.Prompt;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.assembly.GenAiSpan.Operation;
import io.loophalt.recordings.assembly.GenAiSpan.Requested;
import io.loophalt.recordings.assembly.GenAiSpan.Response;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpanTurnsTest {

  private static final Requested ALPHA = new Requested("a", "search", "{\"q\":\"alpha\",\"n\":1}");
  private static final Requested BETA = new Requested("b", "search", "{\"q\":\"beta\",\"n\":1}");

  private final List<Turn> turns = new ArrayList<>();

  /** Calls and what came of them. */
  private final List<String> steps = new ArrayList<>();

  private final RunSink.OpenRun heard =
      new RunSink.OpenRun() {
        @Override
        public void named(String id) {}

        @Override
        public void turn(RecordedTurn turn) {
          turns.add(turn.turn());
          for (Step step : turn.steps()) {
            steps.add(step.argumentsText() + " -> " + step.resultText());
          }
        }

        @Override
        public void end(@Nullable Boolean outcome) {}
      };

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

  /** As for a limit of the provider's rate: each attempt is a span, and none an answer. */
  @Test
  void aModelCallThatFailsIsNoAnswerAndItsTokensAreOfTheTurn() {
    GenAiSpan first = failed(0, "Look!", 10);
    GenAiSpan again = failed(2, null, 100);

    tell(first, asking(1, ALPHA), again, again, called(5, "a", null, "1 row"), model(6, null, "1"));

    assertThat(turns).extracting(Turn::toolCalls).containsExactly(1, 0);
    assertThat(turns).extracting(Turn::inputTokens).containsExactly(220L, 10L);
    assertThat(turns).extracting(Turn::outputTokens).containsExactly(10L, 10L);
    assertThat(steps).containsExactly(ALPHA.arguments() + " -> 1 row");
  }

  @Test
  void whatAModelWasSentIsToldAlsoWhereItFails() {
    GenAiSpan sent =
        span(
            1,
            Operation.MODEL,
            "",
            "",
            null,
            null,
            "503",
            "And now?",
            List.of(new Response("a", "1 row")),
            "",
            List.of());

    tell(asking(0, ALPHA), sent, model(2, null, "So."));

    assertThat(steps).containsExactly(ALPHA.arguments() + " -> 1 row");
    assertThat(turns).extracting(Turn::prompt).containsExactly(Prompt.UNSEEN, Prompt.NEW);
  }

  /** Nobody is taken to have asked for them. */
  @Test
  void callsBesideModelCallsThatFailAreATurnEach() {
    tell(failed(0, null, 10), called(1, "", "{}", "1 row"), called(2, "", "{}", "2 rows"));

    assertThat(turns).extracting(Turn::toolCalls).containsExactly(1, 1);
  }

  /** A stream may break off behind the text. */
  @Test
  void anAnswerThatBreaksOffIsOne() {
    tell(span(0, Operation.MODEL, "", "", null, null, "reset", null, List.of(), "So", List.of()));

    assertThat(turns).extracting(Turn::text).containsExactly("So");
  }

  @Test
  void whatFailedModelCallsCostIsKeptWhereARunIsSavedBeforeItsFirstTurn() throws IOException {
    RunAssembler run = new RunAssembler(heard);
    new SpanTurns().tell(run, List.of(failed(0, null, 100)));

    RunAssembler restored = restored(run);
    new SpanTurns().tell(restored, List.of(model(1, null, "So.")));
    restored.end(null);

    assertThat(turns).extracting(Turn::inputTokens).containsExactly(110L);
  }

  private static final String QUESTION =
      "Answer the question with the tools search and read. Begin!\nQuestion: where is x?\n";

  private static final String THOUGHT = "Thought: %s I search.\nAction: search\nAction Input: x";

  /** Text agents send all that was so far in one message, and a program says it. */
  @Test
  void aPromptThatGrowsByTheAnswersIsNoWordOfTheUser() {
    List<GenAiSpan> spans = new ArrayList<>();
    String prompt = QUESTION;
    for (String word : List.of("maybe", "perhaps", "surely")) {
      String answer = THOUGHT.formatted(word);
      spans.add(model(spans.size(), prompt, answer));
      spans.add(called(spans.size(), "", "x", "nothing found"));
      prompt += answer + "\nObservation: nothing found\n";
    }
    // What goes out of the window at the beginning makes it grow no more.
    spans.add(model(spans.size(), QUESTION + prompt.substring(QUESTION.length() + 60), "So."));
    spans.add(model(spans.size(), "And where is y?", "There."));

    tell(spans.toArray(GenAiSpan[]::new));

    assertThat(turns)
        .extracting(Turn::prompt)
        .containsExactly(Prompt.NONE, Prompt.RESULTS, Prompt.RESULTS, Prompt.RESULTS, Prompt.NEW);
  }

  /** Their tools may have no spans: what came of them stands behind the answer. */
  @Test
  void whatStandsBehindTheAnswerSaysWhetherATextAgentIsIdle() {
    String first = QUESTION + THOUGHT.formatted("maybe");
    String second = first + "Observation: none" + THOUGHT.formatted("surely");

    tell(
        model(0, QUESTION, THOUGHT.formatted("maybe")),
        model(1, first + "Observation: none", THOUGHT.formatted("surely")),
        model(2, second + "Observation: none", "I am still thinking."),
        model(3, second + "Observation: none I am still thinking.", "Let me think."));

    assertThat(turns)
        .extracting(Turn::prompt)
        .containsExactly(Prompt.NONE, Prompt.RESULTS, Prompt.REPEATED, Prompt.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "You said: The order was sent on Monday. Is that so?",
        "Is the order 17 here? Say: The order was sent on Monday.",
        "Is the order 18 here? Or was it yes?"
      })
  void wordsOfAUserThatHoldAnAnswerAreOnlyATranscriptIfItHasGrownOutOfTheOnesBefore(String said) {
    String answer = said.contains("yes") ? "yes" : "The order was sent on Monday.";
    String before = "Is the order 17 here? Say: The order was sent on Monday. Or: It is not here.";

    tell(model(0, before, answer), model(1, said, "It is so."));

    assertThat(turns).extracting(Turn::prompt).containsExactly(Prompt.NONE, Prompt.NEW);
  }

  @Test
  void aTranscriptIsKnownWhereTheRunIsSavedInBetween() throws IOException {
    RunAssembler run = new RunAssembler(heard);
    String answer = THOUGHT.formatted("maybe");
    new SpanTurns().tell(run, List.of(model(0, QUESTION, answer)));

    RunAssembler restored = restored(run);
    new SpanTurns().tell(restored, List.of(model(1, QUESTION + answer + "None.", "So.")));
    restored.end(null);

    assertThat(turns).extracting(Turn::prompt).containsExactly(Prompt.NONE, Prompt.RESULTS);
  }

  /** They begin in whatever order, and not all instrumentations say which is which. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"q\":\"beta\",\"n\":1}",
        "{\"n\": 1, \"q\": \"beta\"}",
        "{'n': 1, 'q': 'beta'}"
      })
  void ofParallelCallsTheResultIsOfThatWithTheSameArguments(String asBegun) {
    tell(asking(0, ALPHA, BETA), called(1, "", asBegun, "2 rows"), called(2, "", "x", "1 row"));

    assertThat(steps)
        .containsExactly(ALPHA.arguments() + " -> 1 row", BETA.arguments() + " -> 2 rows");
  }

  @Test
  void aResultWhoseCallNobodyTellsIsOfTheOldest() {
    tell(asking(0, ALPHA, BETA), called(1, "", null, "1 row"), called(2, "", "{'n'", "2 rows"));

    assertThat(steps)
        .containsExactly(ALPHA.arguments() + " -> 1 row", BETA.arguments() + " -> 2 rows");
  }

  /** Some models give their calls no ids, and frameworks make up some then. */
  @Test
  void aCallThatWasAskedForWithoutAnIdMayHaveOneElsewhere() {
    tell(
        asking(
            0,
            Requested.withoutId("span-0", 0, "search", ALPHA.arguments()),
            Requested.withoutId("span-0", 1, "search", BETA.arguments())),
        called(1, "b", BETA.arguments(), "2 rows"),
        called(2, "a", ALPHA.arguments(), "1 row"));

    assertThat(steps)
        .containsExactly(ALPHA.arguments() + " -> 1 row", BETA.arguments() + " -> 2 rows");
  }

  private RunAssembler restored(RunAssembler run) throws IOException {
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    run.save(new DataOutputStream(saved));
    RunAssembler restored = new RunAssembler(heard);
    restored.restore(
        new DataInputStream(new ByteArrayInputStream(saved.toByteArray())), RunAssembler.FORM);
    return restored;
  }

  private void tell(GenAiSpan... spans) {
    RunAssembler run = new RunAssembler(heard);
    new SpanTurns().tell(run, List.of(spans));
    run.end(null);
  }

  private static GenAiSpan model(int number, String text) {
    return model(number, GenAiSpan.NOT_RECORDED, text);
  }

  private static GenAiSpan model(int number, @Nullable String userSaid, String text) {
    return span(
        number, Operation.MODEL, "", "", null, null, null, userSaid, List.of(), text, List.of());
  }

  private static GenAiSpan failed(int number, @Nullable String userSaid, int inputTokens) {
    return span(
        number,
        Operation.MODEL,
        "",
        "",
        null,
        null,
        "429",
        userSaid,
        List.of(),
        "",
        List.of(),
        inputTokens,
        0);
  }

  private static GenAiSpan asking(int number, Requested... calls) {
    String said = GenAiSpan.NOT_RECORDED;
    return span(
        number, Operation.MODEL, "", "", null, null, null, said, List.of(), "", List.of(calls));
  }

  private static GenAiSpan tool(int number) {
    return called(number, "", null, null);
  }

  private static GenAiSpan called(
      int number, String id, @Nullable String arguments, @Nullable String result) {
    return span(
        number,
        Operation.TOOL,
        "search",
        id,
        arguments,
        result,
        null,
        null,
        List.of(),
        "",
        List.of());
  }

  private static GenAiSpan span(
      int number,
      Operation operation,
      String tool,
      String callId,
      @Nullable String arguments,
      @Nullable String result,
      @Nullable String error,
      @Nullable String userSaid,
      List<Response> responses,
      String text,
      List<Requested> requested) {
    return span(
        number, operation, tool, callId, arguments, result, error, userSaid, responses, text,
        requested, 10, 10);
  }

  private static GenAiSpan span(
      int number,
      Operation operation,
      String tool,
      String callId,
      @Nullable String arguments,
      @Nullable String result,
      @Nullable String error,
      @Nullable String userSaid,
      List<Response> responses,
      String text,
      List<Requested> requested,
      int inputTokens,
      int outputTokens) {
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
        callId,
        arguments,
        result,
        error,
        "a-model",
        inputTokens,
        outputTokens,
        userSaid,
        responses,
        text,
        requested);
  }
}
