package io.loophalt.core.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
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

  /** As where the settings of a run that goes on have changed. */
  @Test
  void aShorterWindowGoesOnWithTheLatest() throws IOException {
    for (int turn = 0; turn < 5; turn++) {
      turns(1);
      count.add(turn < 2 ? 7 : 8);
    }
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    count.save(new DataOutputStream(saved));
    WindowCount shorter = new WindowCount(4);

    DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved.toByteArray()));
    shorter.restore(in);

    assertThat(in.read()).as("what is left").isEqualTo(-1);
    shorter.nextTurn();
    assertThat(shorter.add(8)).isEqualTo(4);
    assertThat(shorter.add(7)).isEqualTo(1);
  }

  private void turns(int turns) {
    for (int i = 0; i < turns; i++) {
      count.nextTurn();
    }
  }
}
