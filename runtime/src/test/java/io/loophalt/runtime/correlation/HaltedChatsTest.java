package io.loophalt.runtime.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.request.Written;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A conversation that was halted goes on when a person says something new, and only then. */
class HaltedChatsTest {

  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
  private final RunCorrelator runs = new RunCorrelator(registry, new Log(System.err));
  private final LiveRun live =
      runs.conversations().enter("chat", "s-1", /* byValue= */ true, null, 0).run();
  private final Written chat = new Written();

  @BeforeEach
  void halt() {
    sent(chat.says("Pay the bill."));
    runs.answered(live, chat.answers("I am waiting for the bank."));
    sent(chat.says("Go on."));
    live.run().halt(Kind.STALL, "a test");
  }

  @Test
  void whatIsAskedNextIsNewThoughTheMemoryKeepsWhatWasRefused() {
    assertThat(isHaltedAfter(chat)).as("the same request").isTrue();
    assertThat(isHaltedAfter(chat.says("Go on."))).as("the same words").isTrue();
    assertThat(isHaltedAfter(chat.says("When do you open?"))).isFalse();
    assertThat(haltedAgainAfter(chat.says("And on Sundays?"))).isFalse();
    assertThat(haltedAgainAfter(chat.says("And on Sundays?"))).isTrue();
  }

  @Test
  void whatIsAskedIsNewThoughTheProgramAddsItsOwnWordsBehindIt() {
    String added = "Answer in one sentence.";
    assertThat(isHaltedAfter(chat.says(added))).isFalse();

    assertThat(haltedAgainAfter(chat.says("When do you open?").says(added))).isFalse();
    assertThat(haltedAgainAfter(chat)).as("the same request").isTrue();
  }

  /** The loop goes on inside the call in which a person has spoken. */
  @Test
  void whatALoopSaysOfItsToolsInAUsersPlaceIsNoPersons() {
    live.talk().entered(/* halted= */ false, 0);
    runs.answered(live, chat.answers("Action: fetch"));
    live.talk().stepRefused();
    String halt = Objects.requireNonNull(live.run().haltReason()).summary();

    assertThat(isHaltedAfter(chat.says("Observation: " + halt))).isTrue();
    assertThat(isHaltedAfter(chat.says("Observation: the tool failed"))).isTrue();
    live.talk().entered(/* halted= */ true, 0);
    assertThat(isHaltedAfter(chat)).as("tried again").isTrue();
    assertThat(isHaltedAfter(chat.says("Observation: " + halt))).isTrue();
    assertThat(isHaltedAfter(chat.says("When do you open?"))).as("a person").isFalse();
  }

  /** Results of tools have messages of their own, so what a user says is none. */
  @Test
  void aPersonMayFollowOnToolsThatAnAnswerAskedFor() {
    live.talk().entered(/* halted= */ false, 0);
    runs.answered(live, chat.asks("1", "fetch", "{}"));
    live.talk().stepRefused();

    assertThat(isHaltedAfter(chat.results(1))).isTrue();
    assertThat(isHaltedAfter(chat.says("When do you open?"))).isFalse();
  }

  private boolean haltedAgainAfter(Written request) {
    live.run().halt(Kind.STALL, "a test");
    return isHaltedAfter(request);
  }

  private boolean isHaltedAfter(Written request) {
    sent(request);
    return live.run().haltReason() != null;
  }

  private void sent(Written request) {
    runs.hear(live, request.request());
  }
}
