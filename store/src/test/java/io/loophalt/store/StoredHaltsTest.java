package io.loophalt.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.store.StoredHalts.Found;
import io.loophalt.store.StoredHalts.Looked;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoredHaltsTest {

  private static final long AGE = 300;

  /** The server may have answered at any time between. */
  @Test
  void aSlowAnswerDoesNotSayWhichOfTwoWasFirst() {
    Looked slow = new Looked(answer(), 1_000, 1_500);

    assertThat(slow.beganMillisAtMost()).isEqualTo(1_200);
    assertThat(slow.isTooSlowFor(foundAt(699))).as("surely later").isFalse();
    assertThat(slow.isTooSlowFor(foundAt(700))).isTrue();
    assertThat(slow.isTooSlowFor(foundAt(1_199))).isTrue();
    assertThat(slow.isTooSlowFor(foundAt(1_200))).as("surely before").isFalse();
  }

  @Test
  void ofNoRunNothingMoreIsAsked() {
    Looked nothing = new Looked(List.of(0L), 1_000, 1_500);

    assertThat(nothing.run()).isNull();
    assertThat(nothing.isTooSlowFor(foundAt(1_000))).isFalse();
  }

  private static Found foundAt(long millis) {
    return new Found("order/job", "a finding", millis, "stuck");
  }

  /** As {@link RunScripts#LOOK} gives it. */
  private static Object answer() {
    byte[] name = new byte[0];
    return Arrays.asList(1L, 1L, name, AGE, 5L, 0L, null, name, name, 0L, name);
  }
}
