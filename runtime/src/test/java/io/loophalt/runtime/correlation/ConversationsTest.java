package io.loophalt.runtime.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.Conversations.Visit;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.value.SmallPolicies;
import java.lang.ref.WeakReference;
import java.nio.CharBuffer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which calls are one conversation, and when it is over. */
class ConversationsTest {

  private static final long START = System.nanoTime();
  private static final long GAP = SmallPolicies.IDLE_GAP.toNanos();
  private static final int MAX_RUNS = 20;

  private final List<String> ended = new ArrayList<>();
  private Runnable whenEnded = () -> {};
  private final RunRegistry registry =
      new RunRegistry(
          SmallPolicies.of(MAX_RUNS),
          Presets::create,
          new RunEvents(
              event -> {
                if (event instanceof RunEnded) {
                  ended.add(event.runId());
                  whenEnded.run();
                }
              },
              Clock.systemUTC(),
              false));
  private final Conversations conversations = new Conversations(registry);

  @Test
  void equalTextsAreOneConversationAndOthersAreNot() {
    LiveRun first = call("chat", new String("s-1"), true, START);

    assertThat(call("chat", CharBuffer.wrap("s-1"), true, START)).isSameAs(first);
    assertThat(call("chat", "s-2", true, START)).isNotSameAs(first);
    assertThat(call("search", "s-1", true, START)).as("another task").isNotSameAs(first);
  }

  @ParameterizedTest(name = "by value: {0}")
  @ValueSource(booleans = {true, false})
  void aConversationOutlivesTheRunInWhichItBegan(boolean byValue) {
    Object session = byValue ? "s-1" : new Object();
    LiveRun request = registry.open(null, "request", null, START);
    LiveRun first = inside(request, session, byValue);
    assertThat(inside(request, session, byValue)).isSameAs(first);
    registry.close(request);

    LiveRun next = registry.open(null, "request", null, START);
    LiveRun second = inside(next, session, byValue);
    assertThat(second.parent()).isSameAs(next);
    assertThat(first.isClosed()).isTrue();
    second.run().halt(Kind.OPERATOR, "by a test");
    registry.close(next);
    assertThat(inside(null, session, byValue)).as("halted itself").isSameAs(second);
  }

  /** As where it was dropped to make room, and whoever opened it is still in it. */
  @Test
  void inARunThatIsOverAConversationGoesOnWhereItIs() {
    LiveRun request = registry.open(null, "request", null, START);
    LiveRun first = inside(request, "s-1", true);
    registry.close(request);

    assertThat(inside(request, "s-1", true)).isSameAs(first);
  }

  private LiveRun inside(@Nullable LiveRun around, Object session, boolean byValue) {
    Visit visit = conversations.enter("chat", session, byValue, around, START);
    visit.conversation().leave(START);
    return visit.run();
  }

  @Test
  void longTextsAreToldApartByWhatIsBehindTheirBeginning() {
    String same = "x".repeat(5_000);

    LiveRun first = call("chat", same + "a", true, START);

    assertThat(call("chat", same + "a", true, START)).isSameAs(first);
    assertThat(call("chat", same + "b", true, START)).isNotSameAs(first);
  }

  @Test
  void anObjectIsItselfOnlyHoweverEqualAnotherOneIs() {
    List<String> one = new ArrayList<>(List.of("history"));
    List<String> other = new ArrayList<>(List.of("history"));

    LiveRun first = call("chat", one, false, START);
    one.add("more");

    assertThat(call("chat", one, false, START)).as("although it has changed").isSameAs(first);
    assertThat(call("chat", other, false, START)).isNotSameAs(first);
    assertThat(one).as("alive to the end").hasSize(2);
  }

  @Test
  void anObjectIsNotKeptAliveAndTheRunEndsWithIt() throws InterruptedException {
    Object session = new Object();
    LiveRun live = call("chat", session, false, START);
    WeakReference<Object> watched = new WeakReference<>(session);

    session = UUID.randomUUID();
    for (int i = 0; i < 200 && ended.isEmpty(); i++) {
      System.gc();
      Thread.onSpinWait();
      call("chat", session, false, START);
    }

    assertThat(watched.get()).as("the session").isNull();
    assertThat(ended).containsExactly(live.run().id());
    assertThat(conversations.size()).as("that of %s", session).isEqualTo(1);
  }

  @Test
  void aConversationIsOverWhenItWasSilentForTheIdleGap() {
    LiveRun first = call("chat", "s-1", true, START);

    assertThat(call("chat", "s-1", true, START + GAP)).isSameAs(first);
    LiveRun later = call("chat", "s-1", true, START + 2 * GAP + 1);

    assertThat(later).isNotSameAs(first);
    assertThat(ended).containsExactly(first.run().id());
  }

  @Test
  void aLongCallIsNoSilence() {
    Visit longCall = conversations.enter("chat", "s-1", true, null, START);

    LiveRun meanwhile = call("chat", "s-1", true, START + 3 * GAP);
    longCall.conversation().leave(START + 4 * GAP);
    LiveRun after = call("chat", "s-1", true, START + 5 * GAP);

    assertThat(meanwhile).isSameAs(longCall.run());
    assertThat(after).isSameAs(longCall.run());
    assertThat(ended).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHaltedConversationStaysHaltedHoweverLongItIsSilent(boolean byValue) {
    LiveRun halted = said("s-1", byValue, 17, START);
    halted.run().halt(Kind.NO_PROGRESS, "a test");

    for (long silence : new long[] {GAP / 2, GAP + 1, 100 * GAP}) {
      LiveRun later = said("s-1", byValue, 17, START + silence);
      assertThat(later.run().haltReason()).as("after %s ns", silence).isNotNull();
    }
    LiveRun other = said("s-2", byValue, 17, START + 101 * GAP);
    assertThat(other.run().haltReason()).as("another conversation").isNull();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatAPersonSaysThatIsNewBeginsAHaltedConversationAnew(boolean byValue) {
    LiveRun halted = said("s-1", byValue, 17, START);
    String first = halted.run().id();
    halted.run().halt(Kind.NO_PROGRESS, "a test");
    LiveRun retried = said("s-1", byValue, 17, START + 2 * GAP);
    assertThat(retried.run().haltReason()).as("the same words again").isNotNull();

    LiveRun begun = said("s-1", byValue, 18, START + 2 * GAP + 1);

    assertThat(begun.run().haltReason()).as("other words").isNull();
    assertThat(begun.millisAt(START + 2 * GAP + 1)).as("age of the new run").isZero();
    assertThat(said("s-1", byValue, 19, START + 3 * GAP)).isSameAs(begun);
    assertThat(ended).as("the run before").containsExactly(first);
  }

  /** A call in which a person's words are seen. */
  private LiveRun said(String identity, boolean byValue, long words, long now) {
    Visit visit = conversations.enter("chat", identity, byValue, null, now);
    registry.personSaid(visit.run(), words, now);
    visit.conversation().leave(now);
    return visit.run();
  }

  @Test
  void whatAnOperatorHasHaltedIsNotBegunAnewByWhatIsSaid() {
    LiveRun halted = call("chat", "s-1", true, START);
    halted.run().halt(Kind.OPERATOR, "enough");

    registry.personSaid(halted, 18, START + 1);

    assertThat(halted.run().haltReason()).isNotNull();
  }

  @Test
  void silentConversationsAreForgottenEvenIfNobodyAsksForThemAgain() {
    call("chat", "s-1", true, START);
    call("chat", "s-2", true, START + GAP);

    call("chat", "s-3", true, START + GAP + GAP / 2);

    assertThat(conversations.size()).as("s-2 and s-3").isEqualTo(2);
    assertThat(ended).containsExactly("run-1");
  }

  @Test
  void moreConversationsThanRunsAreKeptAreForgottenWithTheirRuns() {
    for (int i = 0; i < 100 * MAX_RUNS; i++) {
      call("chat", "s-" + i, true, START + i);
    }

    assertThat(registry.all()).hasSizeLessThanOrEqualTo(MAX_RUNS);
    assertThat(conversations.size()).isLessThanOrEqualTo(MAX_RUNS + 2);
  }

  /** Else all that the second execution does in it would be counted in the first one. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void insideEachJoinedRunAConversationIsARunOfItsOwn(boolean byValue) {
    LiveRun one = registry.join("order", "1", null, START);
    LiveRun other = registry.join("order", "2", null, START);
    LiveRun outside = called("s-1", byValue, null);
    LiveRun inOne = called("s-1", byValue, one);

    LiveRun deeper = registry.open(null, "part", one, START);
    assertThat(called("s-1", byValue, deeper)).as("the same joined run").isSameAs(inOne);
    assertThat(called("s-1", byValue, inOne)).as("inside itself").isSameAs(inOne);
    LiveRun inOther = called("s-1", byValue, other);

    assertThat(inOne.parent()).isSameAs(one);
    assertThat(inOther.parent()).isSameAs(other);
    assertThat(called("s-1", byValue, null)).isSameAs(outside);
    assertThat(outside.parent()).isNull();
  }

  @Test
  void aConversationThatWasHaltedInOneJoinedRunStaysHaltedThereAlone() {
    LiveRun one = registry.join("order", "1", null, START);
    LiveRun halted = called("s-1", true, one);
    halted.run().halt(Kind.NO_PROGRESS, "a test");
    registry.close(halted);

    LiveRun other = registry.join("order", "2", null, START);
    assertThat(called("s-1", true, other).run().haltReason()).isNull();
    assertThat(called("s-1", true, null).run().haltReason()).isNull();
    assertThat(called("s-1", true, one).run().haltReason()).isNotNull();
  }

  private LiveRun called(String identity, boolean byValue, @Nullable LiveRun parent) {
    Visit visit = conversations.enter("chat", identity, byValue, parent, START);
    visit.conversation().leave(START);
    return visit.run();
  }

  @Test
  void aRunThatWasDroppedIsBegunAnew() {
    LiveRun dropped = call("chat", "s-1", true, START);
    registry.close(dropped);

    assertThat(call("chat", "s-1", true, START)).isNotSameAs(dropped);
  }

  @Test
  void aConversationThatGoesOnWhileItsSilenceIsNoticedIsTheOneThatGoesOnAfterwards() {
    List<LiveRun> meanwhile = new ArrayList<>();
    call("chat", "s-1", true, START);
    whenEnded =
        () -> {
          whenEnded = () -> {};
          meanwhile.add(call("chat", "s-1", true, START + 2 * GAP));
        };

    call("chat", "s-2", true, START + 2 * GAP);

    assertThat(meanwhile).as("runs that were begun when the silent one ended").hasSize(1);
    assertThat(call("chat", "s-1", true, START + 2 * GAP)).isSameAs(meanwhile.get(0));
    assertThat(registry.all()).as("those of s-1 and s-2").hasSize(2);
  }

  private LiveRun call(String task, Object identity, boolean byValue, long now) {
    Visit visit = conversations.enter(task, identity, byValue, null, now);
    visit.conversation().leave(now);
    return visit.run();
  }
}
