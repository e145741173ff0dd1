package io.loophalt.runtime.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.loophalt.extension.ModelResponse;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** How the pieces of an answer become one. */
class AnswerSoFarTest {

  private final AnswerSoFar soFar = new AnswerSoFar();

  @Test
  void nothingIsNoAnswer() {
    assertThat(soFar.answer()).isNull();
  }

  @Test
  void oneThatComesWholeIsKeptAsItIs() {
    ModelResponse whole = new ModelResponse("m", "text", 1, 10, 5, 3);

    soFar.add(whole);

    assertThat(soFar.answer()).isSameAs(whole);
  }

  @Test
  void piecesAreWhatTheyAreOneAfterTheOther() {
    ModelResponse first = new ModelResponse("", "a", 0, 10, 5, 1);
    ModelResponse second = new ModelResponse("m", "", 1, 0, 0, 0);
    ModelResponse third = new ModelResponse("m", "bc", 1, 10, 5, 7);

    soFar.add(first);
    soFar.add(second);
    assertThat(soFar.answer()).isEqualTo(first.and(second));
    soFar.add(third);

    assertThat(soFar.answer()).isEqualTo(first.and(second).and(third));
    assertThat(soFar.answer()).isEqualTo(new ModelResponse("m", "abc", 2, 10, 5, 7));
  }

  @Test
  void whatWasTakenBackIsNotToldAgain() {
    soFar.add(new ModelResponse("m", "a", 0, 1, 0, 1));
    soFar.add(new ModelResponse("m", "b", 0, 1, 0, 2));
    soFar.clear();
    assertThat(soFar.answer()).isNull();

    soFar.add(new ModelResponse("m", "c", 0, 1, 0, 1));

    assertThat(soFar.answer()).isEqualTo(new ModelResponse("m", "c", 0, 1, 0, 1));
  }

  @Test
  void aPieceCostsTheSameHoweverMuchHasCome() {
    long few = allocatedBy(4_000);
    soFar.clear();
    long many = allocatedBy(32_000);

    assertThat(many).isLessThan(16 * few);
  }

  private long allocatedBy(int pieces) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    ModelResponse piece = new ModelResponse("m", "word ", 0, 1, 0, 1);
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < pieces; i++) {
      soFar.add(piece);
    }
    assertThat(soFar.answer()).isNotNull();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
