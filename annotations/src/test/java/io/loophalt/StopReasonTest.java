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
