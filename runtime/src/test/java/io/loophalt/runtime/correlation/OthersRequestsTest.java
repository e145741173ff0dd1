package io.loophalt.runtime.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.request.AnswerTrace;
import io.loophalt.runtime.request.Written;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that are much alike, though they are of others, and requests that are not alike, though
 * they are of one run.
 */
class OthersRequestsTest {

  private static final long START = System.nanoTime();

  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10_000), Presets::create, RunEvents.NONE);
  private final UnclaimedCalls calls =
      new UnclaimedCalls(
          registry,
          new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8)));
  private final InvocationStack one = new InvocationStack();
  private final InvocationStack another = new InvocationStack();

  /** Their first turns went to another replica. */
  @ParameterizedTest
  @ValueSource(strings = {"", "call_%d"})
  void aHaltIsNotThrownToOthersWhoseCallsAreTheSame(String id) {
    LiveRun stuck = haltedAfterFive(id, "I am Zoe. Where is my parcel?");

    for (InvocationStack thread : List.of(one, another)) {
      for (String who : List.of("Ann", "Bob", "Cem")) {
        Written chat = new Written().says("I am " + who + ". What have I ordered?");
        chat.asks(id.formatted(4), "open_orders", "{}");
        assertThat(ask(thread, chat.results(1), it -> it.answers("One.")))
            .as(who)
            .isNotSameAs(stuck);
      }
    }
  }

  /** As where they press a button. */
  @Test
  void norToOthersWhoSayTheSameAndHaveBegunLater() {
    LiveRun stuck = haltedAfterFive("", "What have I ordered?");
    Written chat = new Written().says("What have I ordered?");
    chat.asks("", "open_orders", "{}");

    assertThat(ask(one, chat.copy().results(1), it -> it.answers("One."))).isNotSameAs(stuck);
    assertThat(ask(another, chat.results(1), it -> it.answers("One."))).isNotSameAs(stuck);
  }

  @Test
  void anIdThatCountsIsNoSignOfAnotherCall() {
    LiveRun stuck = haltedAfterFive("call_%d", "Where is my parcel?");
    Written chat = new Written().says("Where is my parcel?");
    for (int i = 0; i < 6; i++) {
      chat.asks("call_" + i, "page", "{\"n\":" + i + "}");
      chat.results(1);
    }

    assertThat(ask(another, chat, it -> it.answers("It is here."))).isNotSameAs(stuck);
  }

  @Test
  void aHaltStaysThatOfTheConversationThatHasNoIds() {
    Written chat = new Written();
    LiveRun stuck = haltedAfterFive("", "Where is my parcel?", chat);

    assertThat(sent(one, chat)).isSameAs(stuck);
    assertThat(sent(another, chat)).isSameAs(stuck);
    ask(one, new Written().says("Something else."), it -> it.answers("Well."));
    assertThat(sent(one, chat)).isSameAs(stuck);
  }

  @Test
  void anIdUnlikeAllOthersTellsARunWhoseWordsAreWrittenAnew() {
    List<String> ids =
        List.of("D681PevKs", "toolu_01A09q90qw90lq917835lq9", "call_" + UUID.randomUUID());
    for (String id : ids) {
      Written chat = new Written().says("It is Monday. Find it.");
      LiveRun run = ask(one, chat, it -> it.asks(id, "find", "{'broken"));
      Written anew = new Written().says("It is Tuesday, and all has changed. Find it.");
      anew.asks(id, "find", "{}");
      assertThat(sent(another, anew.results(1))).as(id).isSameAs(run);
    }
  }

  @Test
  void withoutIdsTheThreadTellsARunWhoseWordsAreWrittenAnew() {
    LiveRun run = null;
    for (int i = 0; i < 20; i++) {
      Written chat = new Written().says("The state is " + "open ".repeat(i) + ". Find it.");
      for (int j = 0; j < i; j++) {
        chat.asks("", "find", "{}");
        chat.results(1);
      }
      LiveRun next = ask(one, chat, it -> it.asks("", "find", "{}"));
      assertThat(run == null ? next : run).as("%s", i).isSameAs(next);
      run = next;
    }
  }

  /** Whether the task is done, say, with all that was said before; the answer is dropped. */
  @ParameterizedTest
  @ValueSource(strings = {"", "call_%d", "call_%d_9f8e7d6c5b4a"})
  void aQuestionAsideWithTheHistoryIsOfTheRunAndTheRunGoesOn(String id) {
    Written chat = new Written().says("Find k.");
    LiveRun run = ask(one, chat, it -> it.asks(id.formatted(0), "find", "{}"));
    for (int i = 1; i < 20; i++) {
      String next = id.formatted(i);
      chat.results(1);
      Written aside = chat.copy().says("Is the task done?");
      assertThat(ask(i % 2 == 0 ? one : another, aside, it -> it.answers("no"))).isSameAs(run);
      assertThat(ask(one, chat, it -> it.asks(next, "find", "{}"))).as("%s", i).isSameAs(run);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "call_9f8e7d6c5b4a_%d"})
  void whoDropsAnswersAndAsksAgainIsOfTheRun(String id) {
    Written chat = new Written().says("Find k.");
    LiveRun run = ask(one, chat, it -> it.asks(id.formatted(0), "find", "{}"));
    for (int i = 1; i < 20; i++) {
      String next = id.formatted(i);
      chat.results(1);
      for (String dropped : List.of("I will find it.", "I am about to find it.")) {
        assertThat(ask(one, chat.copy(), it -> it.answers(dropped))).as("%s", i).isSameAs(run);
      }
      assertThat(ask(one, chat, it -> it.asks(next, "find", "{}"))).as("%s", i).isSameAs(run);
    }
  }

  /** Each goes on with one of three, and none is the last one that came. */
  @Test
  void whoGoesOnWithTheFirstOfThreeSamplesIsOfTheRun() {
    Written chat = new Written().says("Find k.");
    LiveRun run = ask(one, chat, it -> it.asks(UUID.randomUUID().toString(), "find", "{}"));
    for (int i = 1; i < 20; i++) {
      chat.results(1);
      List<Written> samples = Stream.generate(chat::copy).limit(3).toList();
      for (Written sample : samples) {
        String id = UUID.randomUUID().toString();
        assertThat(ask(one, sample, it -> it.asks(id, "find", "{}"))).as("%s", i).isSameAs(run);
      }
      chat = samples.get(0);
    }
  }

  /** It is no loop to ask for ever more samples. */
  @Test
  void whoAsksForManySamplesHasRunsOfTheirOwn() {
    Written chat = new Written().says("Find k.");
    ask(one, chat, it -> it.asks("call_9f8e7d6c5b4a", "find", "{}"));
    chat.results(1);
    List<LiveRun> runs = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      runs.add(ask(one, chat.copy(), it -> it.answers("42")));
    }

    assertThat(runs.stream().distinct()).hasSizeGreaterThan(20);
  }

  @Test
  void anEarlierCallWithoutAnIdIsNotGoneBackToByOthers() {
    Written first = new Written().says("I am Zoe. What have I ordered?");
    LiveRun run = ask(one, first, it -> it.asks("", "open_orders", "{}"));
    ask(one, first.results(1), it -> it.answers("You have ordered a lamp."));
    Written second = new Written().says("I am Ann. What have I ordered?");
    second.asks("", "open_orders", "{}");

    assertThat(ask(one, second.copy().results(1), it -> it.answers("A table."))).isNotSameAs(run);
    assertThat(ask(another, second.results(1), it -> it.answers("A table."))).isNotSameAs(run);
  }

  /** One prompt holds all, and the answers are short. */
  @ParameterizedTest
  @ValueSource(strings = {"", "Thought:", "What do you do next?"})
  void transcriptsWithShortAnswersInTurnOnOneThreadStayApart(String cue) {
    String[] soFar = {
      "You act.\nUser: How is the weather in Oslo?\n",
      "You act.\nUser: How is the weather in Rome?\n",
      "You act.\nUser: What do I need in Oslo?\n"
    };
    LiveRun[] runs = new LiveRun[soFar.length];
    for (int i = 0; i < 12; i++) {
      for (int j = 0; j < soFar.length; j++) {
        Written prompt = new Written().says(soFar[j] + cue);
        LiveRun run =
            ask(i % 3 == 2 ? another : one, prompt, it -> it.answers("Action: lookup[city]"));
        assertThat(i == 0 ? run : runs[j]).as("%s, turn %s", j, i).isSameAs(run);
        assertThat(Stream.of(runs).limit(j)).doesNotContain(run);
        runs[j] = run;
        soFar[j] += cue + " Action: lookup[city]\nObservation: nothing\n";
      }
    }
  }

  private LiveRun haltedAfterFive(String id, String words) {
    return haltedAfterFive(id, words, new Written());
  }

  private LiveRun haltedAfterFive(String id, String words, Written chat) {
    LiveRun run = sent(one, chat.says(words));
    for (int i = 0; i < 5; i++) {
      String next = String.format(Locale.ROOT, id, i);
      run = ask(one, chat, it -> it.asks(next, "open_orders", "{}"));
      chat.results(1);
    }
    run.run().halt(Kind.STALL, "a test");
    return run;
  }

  /** Sends what was said so far, and hears the answer. */
  private LiveRun ask(InvocationStack thread, Written chat, Function<Written, AnswerTrace> model) {
    LiveRun live = sent(thread, chat);
    AnswerTrace answer = model.apply(chat);
    live.talk().answered(answer, 0);
    calls.answered(live, answer);
    return live;
  }

  private LiveRun sent(InvocationStack thread, Written chat) {
    var request = chat.request();
    LiveRun live = calls.ofModelCall(thread, OthersRequestsTest.class, request, START);
    live.talk().hear(request, 0);
    return live;
  }
}
