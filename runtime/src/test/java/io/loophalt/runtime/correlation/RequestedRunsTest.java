package io.loophalt.runtime.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.request.AnswerTrace;
import io.loophalt.runtime.request.ReadRequest;
import io.loophalt.runtime.request.Written;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.CanonicalDigest;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Where only the thread draws a run, its requests split it. */
class RequestedRunsTest {

  private static final long START = System.nanoTime();
  private static final String[] SEARCH = {"1", "search", "{\"for\":\"hours\"}"};

  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10_000), Presets::create, RunEvents.NONE);
  private final UnclaimedCalls calls =
      new UnclaimedCalls(
          registry,
          new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8)));
  private final InvocationStack one = new InvocationStack();
  private final InvocationStack another = new InvocationStack();

  @Test
  void aRequestWithoutAnAnswerBeginsARun() {
    Written first = new Written();
    LiveRun run = ask(one, first.says("Hello."), it -> it.answers("Hello, what can I do for you?"));

    assertThat(ask(one, first.says("Thanks."))).as("goes on with what it has heard").isSameAs(run);
    assertThat(ask(one, new Written().says("Hello."))).isNotSameAs(run);
  }

  @Test
  void aRequestGoesOnWithTheRunWhoseAnswerItHoldsOnWhateverThread() {
    Written chat = new Written();
    LiveRun run = ask(one, chat.says("Hello."), it -> it.asks(SEARCH));
    ask(one, new Written().says("Something else."));

    assertThat(ask(another, chat.results(1))).isSameAs(run);
  }

  @Test
  void twoConversationsInTurnOnOneThreadStayApart() {
    Written first = new Written().says("Hello.");
    Written second = new Written().says("Hello.");
    LiveRun ofFirst = ask(one, first, it -> it.asks("1", "search", "{\"for\":\"a\"}"));
    LiveRun ofSecond = ask(one, second, it -> it.asks("1", "search", "{\"for\":\"b\"}"));
    for (int i = 2; i < 20; i++) {
      String id = String.valueOf(i);
      assertThat(ask(one, first.results(1), it -> it.asks("a" + id, "search", "{}")))
          .isSameAs(ofFirst);
      assertThat(ask(one, second.results(1), it -> it.asks("b" + id, "search", "{}")))
          .isSameAs(ofSecond);
    }
  }

  @Test
  void ofConversationsThatAreAlikeEachRunGetsOneRequestForEachAnswer() {
    List<Written> chats = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Written chat = new Written().says("Hello?");
      chats.add(chat);
      ask(i % 2 == 0 ? one : another, chat, it -> it.asks(SEARCH));
    }
    List<LiveRun> second = new ArrayList<>();
    for (Written chat : chats) {
      second.add(ask(one, chat.results(1), it -> it.asks(SEARCH)));
    }

    assertThat(second).doesNotHaveDuplicates();
    assertThat(registry.all()).hasSize(40);
  }

  @Test
  void requestsThatAreUnderWayAtTheSameTimeAreOfSeveralRuns() {
    Written first = new Written().says("Hello?");
    Written second = new Written().says("Hello?");
    ask(one, first, it -> it.asks(SEARCH));
    ask(another, second, it -> it.asks(SEARCH));

    LiveRun asked = sent(one, first.results(1).request());
    LiveRun meanwhile = sent(one, second.results(1).request());

    assertThat(meanwhile).isNotSameAs(asked);
  }

  @Test
  void tenParallelCallsAreOneAnswerWhicheverOfThemARequestStillHolds() {
    Written chat = new Written().says("Ten, please.");
    List<String> ten = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ten.addAll(List.of("call-" + i, "search", "{\"n\":" + i + "}"));
    }
    LiveRun run = ask(one, chat, it -> it.asks(ten.toArray(new String[0])));
    ask(one, new Written().says("Something else."));

    assertThat(ask(one, chat.results(10))).isSameAs(run);
  }

  @Test
  void aTranscriptInOneMessageGoesOnWithTheAnswerInIt() {
    String thought =
        "Thought: nobody has looked at the configuration of the server, so I will open it now.";
    Written chat = new Written().says("Question: why?");
    LiveRun run = ask(one, chat, it -> it.answers(thought));
    Written grown = chat.forgets().says("Question: why?\n" + thought + "\nObservation: closed.");
    assertThat(ask(one, grown)).as("on its thread").isSameAs(run);

    ask(one, new Written().says("Something else."));
    assertThat(ask(another, grown)).as("on another").isSameAs(run);
  }

  @Test
  void whatAnswersToExamplesSayIsNoAnswerOfARun() {
    List<LiveRun> runs = new ArrayList<>();
    for (String review : List.of("quick", "slow", "quick", "fine", "bad", "quick")) {
      Written item = new Written().says("I like it.");
      item.answers("positive");
      item.says("Awful.").answers("negative");
      runs.add(ask(one, item.says(review), it -> it.answers("positive")));
    }

    assertThat(runs).doesNotHaveDuplicates();
  }

  /** Similar ones are looked up for each item, so that they are others, and differ in number. */
  @Test
  void whatAnswersToChosenExamplesSayIsNoAnswerOfARun() {
    List<LiveRun> runs = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Written item = new Written();
      for (int j = 0; j < 4; j++) {
        item.says("example " + (4 * i + j)).answers((i + j) % 3 == 0 ? "negative" : "positive");
      }
      runs.add(ask(one, item.says("review " + i), it -> it.answers("positive")));
    }

    assertThat(runs).doesNotHaveDuplicates();
  }

  @Test
  void callsOfExamplesAreNoCallsOfARun() {
    List<LiveRun> runs = new ArrayList<>();
    for (String city : List.of("Paris", "Oslo", "Bonn", "Rome")) {
      Written item = new Written().says("Weather in Rome?");
      item.asks("1", "weather", "{\"city\":\"Rome\"}");
      item.results(1).answers("It is sunny.");
      item.says("Weather in " + city + "?");
      LiveRun run = ask(one, item, it -> it.asks("1", "weather", "{\"city\":\"Rome\"}"));
      run.talk().answered(item.copy().asks("1", "weather", "{\"city\":\"Rome\"}"), 0);
      assertThat(ask(one, item.results(1), it -> it.answers("It is sunny."))).isSameAs(run);
      runs.add(run);
    }

    assertThat(runs).doesNotHaveDuplicates();
  }

  /** The examples hold what the model says all the time, too. */
  @Test
  void aLoopBehindExamplesIsOneRun() {
    Written chat = new Written().says("I like it.");
    chat.answers("positive");
    chat.says("Awful.").answers("negative");
    LiveRun run = ask(one, chat.says("slow"), it -> it.answers("positive"));
    for (int i = 0; i < 30; i++) {
      assertThat(ask(one, chat.says("Go on."), it -> it.answers("positive"))).isSameAs(run);
    }
  }

  /** Of which a request holds the last six messages, and the same answer as often as before. */
  @Test
  void aLoopWhoseMemoryIsAWindowIsOneRun() {
    Written chat = new Written().says("Sort it.");
    LiveRun run = ask(one, chat, it -> it.answers("I will."));
    for (int i = 0; i < 30; i++) {
      chat.says("Go on, " + i).keepsLatest(6);
      assertThat(ask(one, chat, it -> it.answers("I will."))).isSameAs(run);
    }
  }

  /** As with the nudges that come with the results which a text protocol has users say. */
  @Test
  void aLoopInATextProtocolWhoseMemoryIsAWindowIsOneRun() {
    Written chat = new Written().says("Sort it.");
    LiveRun run = ask(one, chat, it -> it.answers("Action: look"));
    for (int i = 0; i < 30; i++) {
      String nudge = i % 4 == 0 ? "\n[Loophalt] This is the same again." : "";
      chat.says("Observation: nothing" + nudge).keepsLatest(6);
      assertThat(ask(one, chat, it -> it.answers("Action: look"))).as("%s", i).isSameAs(run);
    }
  }

  /** The memory has each question as it was asked, the request with what was found for it. */
  @Test
  void aLoopWhoseWordsAreWrittenAnewIsOneRun() {
    Written chat = new Written();
    LiveRun run = null;
    for (int i = 0; i < 30; i++) {
      Written sent = chat.copy().says("Go on, " + i + "\nUse this: nothing was found.");
      LiveRun of = ask(one, sent, it -> it.answers("I will."));
      assertThat(run == null ? of : run).as("%s", i).isSameAs(of);
      run = of;
      chat.says("Go on, " + i).answers("I will.");
    }
  }

  @Test
  void whatIsTriedAgainLaterGoesOnWithItsRunThoughTheAnswersAreTheSame() {
    Written chat = new Written().says("Sort it.");
    LiveRun run = ask(one, chat, it -> it.answers("I will."));
    for (int i = 0; i < 10; i++) {
      ask(one, chat.says("Go on, " + i), it -> it.answers("I will."));
    }
    assertThat(sent(one, chat.says("Please.").request())).isSameAs(run);
    run.talk().broken();
    ask(one, new Written().says("Something else."));
    assertThat(sent(another, chat.request())).isSameAs(run);
  }

  /** Calls have no ids, and what was before the last one is a summary now. */
  @Test
  void aLoopWhoseMemoryIsMadeShorterIsOneRun() {
    Written chat = new Written().says("Find it.");
    LiveRun run = ask(one, chat, it -> it.asks("", "search", "{}"));
    for (int i = 0; i < 30; i++) {
      if (i % 7 == 6) {
        chat.forgets().says("You have searched " + i + " times.").asks("", "search", "{}");
      }
      assertThat(ask(one, chat.results(1), it -> it.asks("", "search", "{}"))).isSameAs(run);
    }
  }

  @Test
  void aPersonWhoseRequestEndsWithTheBeginningOfTheAnswerBeginsAHaltedRunAnew() {
    Written chat = new Written().says("Read letter 1.");
    LiveRun run = ask(one, chat, it -> it.answers("{\"kind\": \"letter\"}"));
    run.run().halt(Kind.OPERATOR, "enough");
    Written again = chat.copy().says("Read letter 1.");
    again.answers("{");
    assertThat(sent(one, again.request())).as("the program").isSameAs(run);
    Written asked = chat.copy().says("Read letter 2.");
    asked.answers("{");

    assertThat(sent(one, asked.request())).isNotSameAs(run);
  }

  @Test
  void anAnswerThatTheProviderKeepsIsKnownByItsId() {
    Written chat = new Written();
    LiveRun run = ask(one, chat.says("Hello."), it -> it.keeps("Hello!", "resp-1"));
    ask(one, new Written().says("Something else."));

    assertThat(ask(another, chat.says("Thanks."))).isSameAs(run);
  }

  @Test
  void whiteSpaceAndThoughtsMakeNoDifference() {
    Written chat = new Written().says("Hello.");
    LiveRun run = ask(one, chat, it -> it.answers("<think>hm</think>Hello,  what can\nI do?"));
    Written sent = new Written().says("Hello.");
    sent.answers("Hello, what can I do?");

    assertThat(ask(one, sent.says("Thanks."))).isSameAs(run);
  }

  @Test
  void theSameRequestOnceMoreIsNoOtherRunUntilItIsAnswered() {
    Written chat = new Written().says("Hello.");
    LiveRun run = sent(one, chat.request());
    run.talk().broken();

    assertThat(sent(one, chat.request())).isSameAs(run);
  }

  @Test
  void aHaltedRunStaysHaltedForAProgramAndAPersonBeginsAnew() {
    Written chat = new Written().says("Hello.");
    LiveRun run = ask(one, chat, it -> it.answers("Hello, what can I do for you?"));
    run.run().halt(Kind.OPERATOR, "enough");

    assertThat(sent(one, chat.request())).as("the program").isSameAs(run);
    assertThat(sent(one, chat.says("Error: LoopHaltException").request())).isSameAs(run);
    String halt = "Observation: " + Objects.requireNonNull(run.run().haltReason()).summary();
    assertThat(sent(one, chat.says(halt).request())).isSameAs(run);
    assertThat(sent(one, chat.says("Are you there?").request())).isNotSameAs(run);
  }

  @Test
  void runsThatAreOverTakeNoRoomOfThoseThatAreNot() {
    RequestedRuns requested = new RequestedRuns();
    List<LiveRun> over = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Written chat = new Written().says("Question " + i);
      LiveRun run = sent(new InvocationStack(), chat.request());
      requested.answered(run, chat.answers("Answer " + i));
      registry.close(run);
      over.add(run);
    }

    assertThat(requested.size()).isLessThan(100);
    assertThat(over).allMatch(each -> each.run().isAsleep());
  }

  @Test
  void aThreadThatTurnsToSomethingElseEndsNoConversationThatGoesOnElsewhere() {
    Written chat = new Written().says("Hello.");
    LiveRun run = ask(one, chat, it -> it.asks(SEARCH));
    long gap = registry.policy().idleGap().toNanos();
    long later = START + 2 * gap;
    run.touch(later - gap / 2);
    assertThat(
            calls.ofModelCall(another, RequestedRunsTest.class, chat.results(1).request(), later))
        .isSameAs(run);

    assertThat(calls.ofTool(one, RequestedRunsTest.class, null, later)).isNotSameAs(run);
    assertThat(run.isClosed()).isFalse();
  }

  @Test
  void whoTriesAgainWithoutTheAnswerInWhosePlaceTheHaltWasThrownGoesOnWithTheHaltedRun() {
    Written chat = new Written().says("Tidy up.");
    LiveRun run = ask(one, chat, it -> it.answers("I will look at the files."));
    ask(one, chat, it -> it.answers("I will look at all of them."));
    ReadRequest tried = chat.request();
    lose(run, chat, "I will look at each of them.");

    assertThat(sent(one, tried)).as("on its thread").isSameAs(run);
    ask(one, new Written().says("Something else."));
    assertThat(sent(another, tried)).as("on another").isSameAs(run);
    ask(another, new Written().says("Something else."));
    assertThat(sent(one, chat.request())).as("with what a stream has brought").isSameAs(run);
    assertThat(sent(one, chat.says("Are you there?").request())).isNotSameAs(run);
  }

  @Test
  void whoTriesAgainWithTheFirstRequestGoesOnWithTheRunThatWasHaltedAtItsAnswer() {
    Written chat = new Written().says("Tidy up.");
    ReadRequest tried = chat.request();
    LiveRun run = sent(one, tried);
    lose(run, chat, "I will look at the files.");

    assertThat(sent(one, tried)).isSameAs(run);
  }

  /** Of answers nothing is known but that they have come. */
  @Test
  void whereAnswersCannotBeReadTheThreadsRunIsGoneOnWithByWhatFollowsOnIt() {
    Written chat = new Written().says("Fetch it.");
    LiveRun run = ask(one, chat, it -> unread(it.asks("1", "fetch", "{}")));
    for (int i = 2; i < 30; i++) {
      String id = String.valueOf(i);
      assertThat(ask(one, chat.results(1), it -> unread(it.asks(id, "fetch", "{}"))))
          .as("request %s", id)
          .isSameAs(run);
    }

    run.run().halt(Kind.NO_PROGRESS, "a test");
    assertThat(sent(one, chat.results(1).request())).as("halted").isSameAs(run);
    assertThat(sent(one, new Written().says("Fetch it.").request())).isNotSameAs(run);
  }

  @Test
  void whereAnswersCannotBeReadALoopWithItselfIsOneRun() {
    Written chat = new Written().says("Tidy up.");
    LiveRun run = ask(one, chat, it -> unread(it.answers("I will do so, part 1")));
    for (int i = 2; i < 30; i++) {
      String text = "I will do so, part " + i;
      assertThat(ask(one, chat, it -> unread(it.answers(text)))).isSameAs(run);
    }
  }

  @Test
  void whereAnswersCannotBeReadTwoConversationsInTurnAreNotMixed() {
    Written first = new Written().says("What is in the first file?");
    Written second = new Written().says("And in the second?");
    Map<LiveRun, Written> seen = new HashMap<>();
    for (int i = 1; i < 20; i++) {
      for (Written each : List.of(first, second)) {
        String id = each == first ? "a" + i : "b" + i;
        LiveRun run = ask(one, each, it -> unread(it.asks(id, "open", "{}")));
        assertThat(seen.getOrDefault(run, each)).isSameAs(each);
        seen.put(run, each);
        each.results(1);
      }
    }
  }

  private static AnswerTrace unread(AnswerTrace unused) {
    return AnswerTrace.of("", List.of(), null, new CanonicalDigest());
  }

  private void lose(LiveRun run, Written chat, String text) {
    AnswerTrace answer = chat.answers(text);
    run.talk().answered(answer, 0);
    calls.answered(run, answer);
    run.run().halt(Kind.STALL, "a test");
    run.talk().lastIsLost();
    calls.answerIsLost(run);
  }

  /** Sends what was said so far, and hears the answer. */
  private LiveRun ask(InvocationStack thread, Written chat, Function<Written, AnswerTrace> model) {
    LiveRun live = sent(thread, chat.request());
    AnswerTrace answer = model.apply(chat);
    live.talk().answered(answer, 0);
    calls.answered(live, answer);
    return live;
  }

  private LiveRun ask(InvocationStack thread, Written chat) {
    return sent(thread, chat.request());
  }

  private LiveRun sent(InvocationStack thread, ReadRequest request) {
    LiveRun live = calls.ofModelCall(thread, RequestedRunsTest.class, request, START);
    live.talk().hear(request, 0);
    return live;
  }
}
