package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import java.util.Arrays;
import java.util.List;

/**
 * How often a call waits for a server that is far away: as often as an answer has to come, and no
 * oftener. A busy machine only adds to that, so the shortest of some tries counts.
 */
class WaitsIT extends SharedJvms {

  /** A run is held for longer than that between a join and the call that follows. */
  private static final long TRAVEL_MILLIS = 200;

  private static final int TRIES = 5;

  @OnEveryJdk
  void aCallWaitsOnceBeforeAndOnceAfterItsBody(ForkedContainer container) throws Exception {
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      startFarAway(container, network);

      assertThat(waits("waits-twice", "question"))
          .as("to join; for a call at once after that, whose run is held; for the next one")
          .containsExactly(1, 1, 2);
    }
  }

  @OnEveryJdk
  void aReportedTurnWaitsOnce(ForkedContainer container) throws Exception {
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      startFarAway(container, network);

      assertThat(waits("waits-twice", "turn"))
          .as("to join; for a turn at once after that, whose run is held; for the next one")
          .containsExactly(1, 0, 1);
    }
  }

  /** As whoever asks for the run that trusted baggage names, and then calls something in it. */
  @OnEveryJdk
  void whoJoinsARunThatIsHeldWaitsNotAgain(ForkedContainer container) throws Exception {
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      startFarAway(container, network);

      assertThat(waits("waits-again", "question"))
          .as("to join; to join once more; for a call at once after that")
          .containsExactly(1, 0, 1);
    }
  }

  /** That it is over is one answer, and where the next of its id is another. */
  @OnEveryJdk
  void whoJoinsWhatHasEndedElsewhereWaitsNoLongerThanTheTimeout(ForkedContainer container)
      throws Exception {
    timeout = "4s";
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      begin(container, network.port(), 1);
      begin(container, server.port(), 1);
      for (ForkedJvm each : jvms) {
        each.awaitErrorMatching(".*the store at .* is there");
      }
      assertThat(step(0, "job", "question")).isEqualTo("went on");
      assertThat(order(1, "end", "job")).isEqualTo("went on");
      network.answerAfter(3_000);

      String[] waits = order(0, "waits", "job question").split(" ");

      assertThat(Long.parseLong(waits[0])).as("to join, in ms").isBetween(3_000L, 5_000L);
    }
  }

  private void startFarAway(ForkedContainer container, LoopbackProxy network) throws Exception {
    begin(container, network.port(), 1);
    jvms.get(0).awaitErrorMatching(".*the store at .* is there");
    network.answerAfter(TRAVEL_MILLIS);
  }

  /** How often an answer has to travel to join a new job, and then for what is done after that. */
  private List<Integer> waits(String order, String what) {
    long[] shortest = {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE};
    for (int i = 0; i < TRIES; i++) {
      String[] millis = order(0, order, "job" + i + ' ' + what).split(" ");
      assertThat(millis).hasSameSizeAs(shortest);
      Arrays.setAll(shortest, part -> Math.min(shortest[part], Long.parseLong(millis[part])));
    }
    return Arrays.stream(shortest)
        .mapToObj(millis -> Math.round((float) millis / TRAVEL_MILLIS))
        .toList();
  }
}
