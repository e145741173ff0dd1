package io.loophalt.core.detect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowCountTest {

  private final WindowCount count = new WindowCount(5);

  @Test
  void aDigestIsCountedAsLongAsItsTurnIsInTheWindow() {
    turns(1);
    count.add(7);
    turns(4);

    assertThat(count.add(7)).as("in the fifth turn, the first included").isEqualTo(2);
  }

  @Test
  void whatHasLeftTheWindowIsForgotten() {
    turns(1);
    count.add(7);
    turns(4);
    assertThat(count.isEmpty()).isFalse();
    turns(1);

    assertThat(count.isEmpty()).isTrue();
    assertThat(count.add(7)).isEqualTo(1);
  }

  private void turns(int turns) {
    for (int i = 0; i < turns; i++) {
      count.nextTurn();
    }
  }
}
