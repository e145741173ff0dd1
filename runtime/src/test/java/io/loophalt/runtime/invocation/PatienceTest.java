package io.loophalt.runtime.invocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PatienceTest {

  @AfterEach
  void forgetThatThisThreadWasInterrupted() {
    Thread.interrupted();
  }

  @Test
  void whoIsInterruptedTakesALockAllTheSameWhenItIsFree() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    CountDownLatch held = new CountDownLatch(1);
    Thread waiting = Thread.currentThread();
    Thread holder =
        new Thread(
            () -> {
              lock.lock();
              try {
                held.countDown();
                while (!lock.hasQueuedThread(waiting)) {
                  Thread.onSpinWait();
                }
              } finally {
                lock.unlock();
              }
            });
    holder.start();
    held.await();
    Thread.currentThread().interrupt();

    assertThat(new Patience(TimeUnit.SECONDS.toNanos(30)).take(lock)).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void whoIsInterruptedPausesAllTheSame() {
    long pause = TimeUnit.MILLISECONDS.toNanos(50);
    Patience patience = new Patience(TimeUnit.SECONDS.toNanos(30));
    Thread.currentThread().interrupt();

    long before = System.nanoTime();
    assertThat(patience.pause(pause)).isTrue();
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(pause);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  /** The server would be blamed for what it cannot answer in so short a time. */
  @Test
  void whoHasLittleLeftAsksNothing() {
    Patience patience = new Patience(TimeUnit.SECONDS.toNanos(100));
    patience.waitedSince(System.nanoTime() - TimeUnit.SECONDS.toNanos(80));
    assertThat(patience.isOver()).isFalse();

    patience.waitedSince(System.nanoTime() - TimeUnit.SECONDS.toNanos(11));
    assertThat(patience.isOver()).isTrue();
  }
}
