package io.loophalt.runtime.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.request.AnswerTrace;
import io.loophalt.runtime.request.ReadRequest;
import io.loophalt.runtime.request.Written;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Work that no run leads to is said to be lost, where something tells whose it is. */
class LostWorkTest {

  private static final long START = System.nanoTime();
  private static final String GOES_ON = "a run of task 'zeta' goes on on the thread '";
  private static final String EMPTY = "a run of task 'zeta' has ended without any call of a tool";
  private static final String ALIKE = "5 requests to a model on the thread '";

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(2_000), Presets::create, RunEvents.NONE);
  private final UnclaimedCalls calls =
      new UnclaimedCalls(registry, new Log(new PrintStream(said, true, StandardCharsets.UTF_8)));
  private final InvocationStack one = new InvocationStack();
  private final InvocationStack another = new InvocationStack();

  @Test
  void aRequestThatHoldsTheAnswerOfARunWhichNothingHasCarriedIsSaidOnce() {
    for (int i = 0; i < 2; i++) {
      LiveRun drawn = registry.open(null, "zeta", null, START);
      Written chat = new Written().says("question " + i);
      calls.answered(drawn, chat.asks("call_" + UUID.randomUUID(), "find", "{}"));

      assertThat(model(one, chat.results(1), START)).isNotSameAs(drawn);
    }

    assertThat(said()).containsOnlyOnce(GOES_ON).contains("AgentRuns.wrap", "executors: true");
  }

  @Test
  void nothingIsSaidOfWhatFollowsARunThatIsOver() {
    LiveRun drawn = registry.open(null, "zeta", null, START);
    Written chat = new Written().says("question");
    calls.answered(drawn, chat.asks("call_" + UUID.randomUUID(), "find", "{}"));
    registry.close(drawn);

    model(one, chat.results(1), START);

    assertThat(said()).doesNotContain("zeta");
  }

  @Test
  void aMethodThatCallsNothingWhileSomethingElseBeginsIsSaid() {
    LiveRun drawn = registry.open(null, "zeta", null, START);
    calls.ofTool(another, LostWorkTest.class, null, START + 1);
    registry.close(drawn);
    calls.ended(drawn, START + TimeUnit.SECONDS.toNanos(5));

    assertThat(said()).containsOnlyOnce(EMPTY);
  }

  @Test
  void soIsOneThatHasHandedItsWorkOverAndIsGone() {
    LiveRun drawn = registry.open(null, "zeta", null, START);
    registry.close(drawn);
    calls.ended(drawn, START);
    model(another, new Written().says("question"), START + 1);

    assertThat(said()).containsOnlyOnce(EMPTY);
  }

  @Test
  void whatBeganBeforeOrLongAfterIsNotItsWork() {
    calls.ofTool(another, LostWorkTest.class, null, START);
    LiveRun drawn = registry.open(null, "zeta", null, START + TimeUnit.SECONDS.toNanos(5));
    registry.close(drawn);
    calls.ended(drawn, START + TimeUnit.SECONDS.toNanos(6));
    calls.ofTool(one, LostWorkTest.class, null, START + TimeUnit.SECONDS.toNanos(9));

    assertThat(said()).doesNotContain("zeta");
  }

  /** As of a program that keeps what was asked and what tools have said, and not the answers. */
  @Test
  void requestsWithResultsAndNoAnswersAreOneRun() {
    for (boolean empty : new boolean[] {false, true}) {
      InvocationStack thread = new InvocationStack();
      Written chat = new Written().says("Where is my parcel? " + empty);
      Set<LiveRun> runs = new HashSet<>();
      for (int i = 0; i < 6; i++) {
        runs.add(asks(thread, chat, "find", "{}"));
        if (empty) {
          chat.answers("");
        }
        chat.results(1);
      }

      assertThat(runs).as("with empty answers: %s", empty).hasSize(1);
    }
    assertThat(said()).isEmpty();
  }

  @Test
  void otherQuestionsOnTheThreadAreOtherRuns() {
    Written ann = new Written().says("I am Ann. Where is my parcel?");
    Written bob = new Written().says("I am Bob. Where is my parcel?");
    LiveRun first = asks(one, ann, "find", "{}");

    assertThat(asks(one, bob, "find", "{}")).isNotSameAs(first);
    assertThat(asks(one, ann.results(1), "find", "{}")).isNotSameAs(first);
    LiveRun again = asks(one, new Written().says("I am Ann. Where is my parcel?"), "find", "{}");
    assertThat(asks(one, new Written().says("I am Ann. Where is my parcel?").results(1), "x", "{}"))
        .isSameAs(again);
    assertThat(said()).isEmpty();
  }

  /** Nothing tells such a loop from one question after the other. */
  @Test
  void requestsOfALoopThatKeepsNoAnswersAreSaidToBeRunsOfTheirOwn() {
    Written chat = new Written().says("Find the parcel.");
    Set<LiveRun> runs = new HashSet<>();
    for (int i = 0; i < 7; i++) {
      assertThat(said().contains(ALIKE)).as("before request %d", i).isEqualTo(i > 4);
      runs.add(asks(one, chat, "find", "{}"));
      chat.says("The tool says: no parcel " + i);
    }

    assertThat(runs).hasSize(7);
    assertThat(said()).containsOnlyOnce(ALIKE);
  }

  @Test
  void nothingIsSaidOfABatch() {
    for (int i = 0; i < 20; i++) {
      asks(one, new Written().instructs("Classify.").says("Record " + i), "save", "{}");
      asks(another, new Written().says("The same").says("Great product!"), "save", "{}");
    }

    assertThat(said()).isEmpty();
  }

  private LiveRun asks(InvocationStack thread, Written chat, String tool, String arguments) {
    LiveRun live = model(thread, chat, START);
    Written answered = chat.copy();
    AnswerTrace answer = answered.asks("call_" + UUID.randomUUID(), tool, arguments);
    live.talk().answered(answer, live.run().usage().steps());
    calls.answered(live, answer);
    return live;
  }

  private LiveRun model(InvocationStack thread, Written chat, long now) {
    ReadRequest request = chat.request();
    LiveRun live = calls.ofModelCall(thread, LostWorkTest.class, request, now);
    live.talk().hear(request, live.run().usage().steps());
    return live;
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }
}
