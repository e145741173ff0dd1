package io.loophalt.core.detect.standard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimesTest {

  @Test
  void nothingComesOneTimes() {
    assertThat(Times.of(1)).isEqualTo("once so far");
    assertThat(Times.of(2)).isEqualTo("2 times");
    assertThat(Times.inARow(1)).isEqualTo("once so far");
    assertThat(Times.inARow(2)).isEqualTo("2 times in a row");
  }
}
