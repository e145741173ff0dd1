package io.loophalt.runtime.invocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.ModelResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ModelLoopTest {

  private final ModelLoop loop = new ModelLoop();

  @Test
  void anAnswerIsChargedWithWhatTheUsageHasGrownBy() {
    assertThat(loop.alone(answer(100, 10, 20))).isEqualTo(answer(100, 10, 20));
    assertThat(loop.alone(answer(250, 60, 45))).isEqualTo(answer(150, 50, 25));
    assertThat(loop.alone(answer(250, 60, 45))).isEqualTo(answer(0, 0, 0));
  }

  @Test
  void aUsageThatHasNotGrownStandsForItself() {
    loop.alone(answer(100, 0, 20));

    assertThat(loop.alone(answer(130, 0, 5)))
        .as("fewer tokens came than before, so the provider does not add them up")
        .isEqualTo(answer(130, 0, 5));
    assertThat(loop.alone(answer(160, 0, 9)))
        .as("what has grown since the answer that stood for itself")
        .isEqualTo(answer(30, 0, 4));
  }

  @Test
  void aUsageOfWhichOnePartOnlyIsSmallerStandsForItselfToo() {
    for (ModelResponse next :
        List.of(answer(90, 10, 20), answer(100, 9, 20), answer(100, 10, 19))) {
      ModelLoop other = new ModelLoop();
      other.alone(answer(100, 10, 20));

      assertThat(other.alone(next)).isEqualTo(next);
    }
  }

  @Test
  void usageThatComesBehindAnAnswerIsNoOther() {
    ModelResponse usage = new ModelResponse("model", "", 0, 100, 10, 20);

    assertThat(loop.isUsageOfLast(usage)).as("of an answer that is not counted yet").isFalse();
    loop.alone(answer(100, 10, 20));
    assertThat(loop.isUsageOfLast(usage)).isTrue();
    assertThat(loop.isUsageOfLast(answer(250, 60, 45))).as("a tool call").isFalse();
    assertThat(loop.isUsageOfLast(new ModelResponse("model", "text", 0, 250, 60, 45))).isFalse();
  }

  private static ModelResponse answer(long input, long cached, long output) {
    return new ModelResponse("model", "", 1, input, cached, output);
  }
}
