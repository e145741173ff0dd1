package io.loophalt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StopReasonTest {

  private static final StopReason REASON =
      new StopReason(
          StopReason.Kind.REPEATED_ERROR,
          "the same error 5 times in a row",
          "fix-timeout",
          "run-1",
          "novelty",
          5,
          10,
          11,
          4_000,
          300,
          List.of("run_check 3fa9c1 error 77aa01"),
          true);

  @Test
  void survivesTheWayThroughAMapOfJdkTypes() {
    assertThat(StopReason.fromMap(REASON.asMap())).isEqualTo(REASON);
  }

  @Test
  void readsAMapOfAnotherVersionLeniently() {
    StopReason read = StopReason.fromMap(Map.of("kind", "solar_flare", "steps", 7));
    assertThat(read.kind()).isEqualTo(StopReason.Kind.NO_PROGRESS);
    assertThat(read.steps()).isEqualTo(7);
    assertThat(read.lastActions()).isEmpty();
    assertThat(read.partial()).isTrue();
  }

  @Test
  void isTheMessageOfTheException() {
    assertThat(new LoopHaltException(REASON))
        .hasMessage(
            "run stopped (repeated_error) in task 'fix-timeout': the same error 5 times in a row"
                + " [10 steps, 11 turns, 4300 tokens]")
        .extracting(LoopHaltException::stopReason)
        .isSameAs(REASON);
  }

  @Test
  void namesForgeNoLineInWhatIsForAPersonAndStayAsTheyAreForPrograms() {
    String forged = "a\n[loophalt] WARNING forged\u001b[2J\u202e\u2028\u009b";
    String shown = "a\\u000a[loophalt] WARNING forged\\u001b[2J\\u202e\\u2028\\u009b";
    StopReason reason =
        new StopReason(
            StopReason.Kind.TOOL_CALL_CAP,
            "2 of 2 calls of " + forged + " used",
            forged,
            forged,
            "tool-calls " + forged,
            2,
            2,
            1,
            0,
            0,
            List.of(forged + " 3fa9c1 error 77aa01"),
            true);

    assertThat(reason.summary())
        .isEqualTo(
            "run stopped (tool_call_cap) in task '%s': 2 of 2 calls of %s used [2 steps, 1 turn, 0 tokens]"
                .formatted(shown, shown));
    assertThat(reason.toString())
        .isEqualTo(
            ("StopReason[kind=TOOL_CALL_CAP, detail=2 of 2 calls of %1$s used, task=%1$s,"
                    + " runId=%1$s, detector=tool-calls %1$s, count=2, steps=2, turns=1,"
                    + " inputTokens=0, outputTokens=0, lastActions=[%1$s 3fa9c1 error 77aa01],"
                    + " partial=true]")
                .formatted(shown));
    assertThat(reason.lastActions()).containsExactly(shown + " 3fa9c1 error 77aa01");
    assertThat(reason.runId()).isEqualTo(forged);
    assertThat(reason.task()).isEqualTo(forged);
    assertThat(new LoopHaltException(reason)).hasMessage(reason.summary());
    assertThat(StopReason.fromMap(reason.asMap())).isEqualTo(reason);
  }

  @Test
  void travelsWithTheExceptionThroughSerialization() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new LoopHaltException(REASON));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(((LoopHaltException) in.readObject()).stopReason()).isEqualTo(REASON);
    }
  }
}
