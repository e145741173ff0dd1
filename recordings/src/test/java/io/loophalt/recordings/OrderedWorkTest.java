package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work that is done at the same time and told in order. */
@Timeout(60)
class OrderedWorkTest {

  private final List<Integer> heard = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void whatPiecesTellIsHeardInTheirOrderAndOnTheThreadThatHandsThemOut(int threads) {
    Thread here = Thread.currentThread();
    List<Thread> hearing = new ArrayList<>();
    try (OrderedWork work = new OrderedWork(threads, () -> {})) {
      for (int piece = 0; piece < 50; piece++) {
        int first = piece * 1_000;
        work.submit(
            told -> {
              for (int i = 0; i < 1_000; i++) {
                int number = first + i;
                told.accept(
                    () -> {
                      heard.add(number);
                      hearing.add(Thread.currentThread());
                    });
              }
            });
      }
      work.finish();
    }

    assertThat(heard).isEqualTo(IntStream.range(0, 50_000).boxed().toList());
    assertThat(hearing).containsOnly(here);
  }

  @Test
  void twoPiecesAreUnderWayAtTheSameTime() {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    try (OrderedWork work = new OrderedWork(2, () -> {})) {
      work.submit(told -> meet(first, second));
      work.submit(told -> meet(second, first));
      work.finish();
    }
    assertThat(first.getCount() + second.getCount()).isZero();
  }

  private static void meet(CountDownLatch mine, CountDownLatch other) {
    mine.countDown();
    try {
      other.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatAPieceThrowsIsThrownAfterWhatWasToldBefore(int threads) {
    try (OrderedWork work = new OrderedWork(threads, () -> {})) {
      assertThatThrownBy(
              () -> {
                work.submit(told -> told.accept(() -> heard.add(1)));
                work.submit(
                    told -> {
                      told.accept(() -> heard.add(2));
                      throw new IllegalArgumentException("broken");
                    });
                work.finish();
              })
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("broken");
    }
    assertThat(heard).containsExactly(1, 2);
  }

  /** As when nobody reads the output any more. */
  @Test
  void whatHearingThrowsEndsTheWorkAndNoPieceWaitsForEver() throws InterruptedException {
    CountDownLatch given = new CountDownLatch(1);
    try (OrderedWork work = new OrderedWork(2, () -> {})) {
      assertThatThrownBy(
              () -> {
                work.submit(
                    told ->
                        told.accept(
                            () -> {
                              throw new IllegalArgumentException("gone");
                            }));
                work.submit(
                    told -> {
                      try {
                        for (int i = 0; i < 100_000; i++) {
                          told.accept(() -> {});
                        }
                      } finally {
                        given.countDown();
                      }
                    });
                work.finish();
              })
          .hasMessage("gone");
    }
    given.await();
  }
}
