package io.loophalt.runtime.steering;

import io.loophalt.runtime.runs.LiveRun;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Something that listeners are told, and what becomes of their answers. Thread-safe.
 *
 * <p>It is about the thread on which it is made.
 */
final class Told {

  /** How long a call waits for an answer, in milliseconds. */
  static final long MOST_WAIT_MILLIS = 100;

  private final Map<String, Object> what;
  private final @Nullable LiveRun live;
  private final boolean asks;
  private final WeakReference<ClassLoader> loader;
  private final long deadline = System.nanoTime() + MOST_WAIT_MILLIS * 1_000_000;
  private final CountDownLatch decided = new CountDownLatch(1);

  /** Who is still to answer. */
  private int left;

  /** Whether the halted run went on by an answer. */
  private volatile boolean goesOn;

  /**
   * Makes it.
   *
   * @param live the run that it is about; null where that is over
   * @param asks whether the run may go on by an answer
   */
  Told(Map<String, Object> what, @Nullable LiveRun live, boolean asks) {
    this.what = what;
    this.live = live;
    this.asks = asks;
    this.loader = new WeakReference<>(Thread.currentThread().getContextClassLoader());
  }

  Map<String, Object> what() {
    return what;
  }

  @Nullable LiveRun live() {
    return live;
  }

  boolean asks() {
    return asks;
  }

  /** The context class loader of the thread that it is about. */
  @Nullable ClassLoader loader() {
    return loader.get();
  }

  /** Whether an answer comes too late now. */
  boolean isLate() {
    return System.nanoTime() - deadline > 0;
  }

  /** One more is to answer. */
  synchronized void isAsked() {
    left++;
  }

  /** One has answered, or will not. */
  synchronized void isAnswered() {
    if (--left == 0) {
      decided.countDown();
    }
  }

  boolean goesOn() {
    return goesOn;
  }

  /** The run goes on: nobody else's answer is waited for. */
  void goOn() {
    goesOn = true;
    decided.countDown();
  }

  /** Waits for an answer that decides, or for the last one; false if it does not come in time. */
  boolean await() throws InterruptedException {
    return decided.await(MOST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
  }
}
