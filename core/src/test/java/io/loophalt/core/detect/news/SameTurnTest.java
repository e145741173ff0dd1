package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.detect.RecordedCall;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Told;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a turn is worth that changes something and looks at it at once. */
class SameTurnTest {

  private static final String[] WORDS = {
    "amber", "birch", "cedar", "dune", "elder", "fjord", "grove", "heath", "inlet", "juniper"
  };

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @Test
  void aValueThatIsSetAndReadBackInOneTurnCountsAsInTwo() {
    Told inTwo = new Told(new NewsAccount());
    for (String word : WORDS) {
      Told.Called set =
          worked("set_level", "{\"room\":\"hall\",\"to\":\"" + word + "\"}", "accepted");
      Told.Called read = worked("get_level", "{\"room\":\"hall\"}", "level: 12");
      told.turn(set, read);
      inTwo.turn(set).turn(read);
    }

    assertThat(inTwo.count()).isGreaterThanOrEqualTo(6);
    assertThat(told.count()).isEqualTo(inTwo.count());
  }

  @Test
  void whichOfBothEndsFirstMeansNothing() {
    Told other = new Told(new NewsAccount());
    for (String word : WORDS) {
      Told.Called set =
          worked("set_level", "{\"room\":\"hall\",\"to\":\"" + word + "\"}", "accepted");
      Told.Called read = worked("get_level", "{\"room\":\"hall\"}", "level: 12");
      Told.Called list = worked("list_rooms", "{\"floor\":1}", "rooms: 7, 8");
      told.turn(set, read, list);
      other.turn(list, read, set);
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(4);
    assertThat(other.count()).isEqualTo(told.count());
  }

  @Test
  void whatChangesAnotherThingEachTimeIsABatch() {
    for (String word : WORDS) {
      told.turn(
          worked("restart_service", "{\"name\":\"" + word + "\"}", "restarted"),
          worked("get_cluster", "{\"cluster\":\"prod\"}", "nodes: 12, degraded: none"));
    }

    assertThat(told.count()).isLessThan(3);
  }

  @Test
  void whatIsSeenToHaveChangedIsNews() {
    for (int i = 0; i < WORDS.length; i++) {
      told.turn(
          worked("set_level", "{\"room\":\"hall\",\"to\":\"" + WORDS[i] + "\"}", "accepted"),
          worked("get_level", "{\"room\":\"hall\"}", "level: " + (i == 0 ? "none" : WORDS[i - 1])));
    }

    assertThat(told.count()).as("always what the turn before has set").isZero();
  }

  @Test
  void anotherProcessKnowsWhatATurnHasShown() throws IOException {
    for (int i = 0; i < 5; i++) {
      told.turn(
          worked("set_level", "{\"room\":\"hall\",\"to\":\"" + WORDS[i] + "\"}", "accepted"),
          worked("get_level", "{\"room\":\"hall\"}", "level: 12"));
    }
    NewsAccount elsewhere = goneOn(account);
    Told there = new Told(elsewhere);
    for (int i = 5; i < WORDS.length; i++) {
      Told.Called set =
          worked("set_level", "{\"room\":\"hall\",\"to\":\"" + WORDS[i] + "\"}", "accepted");
      Told.Called read = worked("get_level", "{\"room\":\"hall\"}", "level: 12");
      told.turn(set, read);
      there.turn(set, read);
    }

    assertThat(elsewhere.explain()).isEqualTo(account.explain()).contains("get_level");
  }

  @Test
  void whatATurnAtHandHasShownIsSaved() throws IOException {
    SameTurn turn = new SameTurn();
    turn.take(step("set_level"), Worth.ATTEMPT, Worth.ATTEMPT.debt, false);
    turn.take(step("get_level"), Worth.VARIES, 60, true);
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    turn.save(new DataOutputStream(saved));

    SameTurn there = new SameTurn();
    there.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));

    assertThat(there.isInVain()).isTrue();
    assertThat(there.worth()).isEqualTo(50);
    assertThat(there.reason()).isEqualTo(Worth.VARIES);
    assertThat(there.tool()).isEqualTo("get_level");
  }

  private static Step step(String tool) {
    return new RecordedCall(
            tool, null, Effect.UNKNOWN, "{}", "12", null, null, List.of(), null, "", 0, 0)
        .step();
  }
}
