package io.loophalt.fleet.delivery;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers what it is given in its order, by a thread of its own, so that neither the job nor its
 * checkpoints wait for a place that is away.
 */
final class DeliveryWriter implements StatefulSinkWriter<String, String> {

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryWriter.class);

  /** When so many wait, the job waits. */
  static final int MOST = 10_000;

  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 10_000;

  /** How long the end of all input waits for what is not delivered. */
  private static final long END_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final long CLOSE_MILLIS = 10_000;

  private final String what;
  private final Delivery delivery;
  private final Counter delivered;
  private final Thread deliverer;

  // Guarded by this.
  private final Deque<String> waiting;
  private boolean closed;
  private @Nullable Throwable broken;

  /**
   * Begins to deliver.
   *
   * @param undelivered by one before
   */
  DeliveryWriter(
      String what, Delivery.Opening opening, MetricGroup metrics, Collection<String> undelivered) {
    this.what = what;
    this.waiting = new ArrayDeque<>(undelivered);
    this.delivered = metrics.counter(what + "_delivered");
    metrics.gauge(what + "_waiting", this::size);
    this.delivery = opening.open(metrics);
    this.deliverer = new Thread(this::deliverAll, "loophalt-" + what);
    deliverer.setDaemon(true);
    deliverer.start();
  }

  private synchronized int size() {
    return waiting.size();
  }

  @Override
  public synchronized void write(String line, Context unused)
      throws IOException, InterruptedException {
    failIfBroken();
    while (waiting.size() >= MOST) {
      wait();
      failIfBroken();
    }
    waiting.add(line);
    notifyAll();
  }

  @Override
  public synchronized void flush(boolean endOfInput) throws IOException, InterruptedException {
    failIfBroken();
    long end = System.nanoTime() + END_NANOS;
    while (endOfInput && !waiting.isEmpty()) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        throw new IOException(waiting.size() + " " + what + " could not be delivered at the end");
      }
      wait(left);
      failIfBroken();
    }
  }

  @Override
  public synchronized List<String> snapshotState(long checkpoint) throws IOException {
    failIfBroken();
    return new ArrayList<>(waiting);
  }

  private void failIfBroken() throws IOException {
    Throwable known = broken;
    if (known != null) {
      throw new IOException(what + " cannot be delivered", known);
    }
  }

  private void deliverAll() {
    try {
      for (String next = next(); next != null; next = next()) {
        deliver(next);
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    } catch (Throwable unexpected) {
      isBroken(unexpected);
    }
  }

  /** The job hears of it with the next line or checkpoint. */
  private synchronized void isBroken(Throwable unexpected) {
    broken = unexpected;
    notifyAll();
  }

  /** Waits for what is to be delivered next, which stays where it is; null at the end. */
  private synchronized @Nullable String next() throws InterruptedException {
    while (waiting.isEmpty() && !closed) {
      wait();
    }
    return closed ? null : waiting.peek();
  }

  private void deliver(String line) throws Exception {
    long pause = FIRST_PAUSE_MILLIS;
    boolean told = false;
    for (String why = delivery.deliver(line); why != null; why = delivery.deliver(line)) {
      if (!told) {
        told = true;
        LOG.warn("{} of {} wait and are tried again: {}", size(), what, why);
      }
      TimeUnit.MILLISECONDS.sleep(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    }
    if (told) {
      LOG.info("{} are delivered again", what);
    }
    delivered.inc();
    isDelivered();
  }

  private synchronized void isDelivered() {
    waiting.remove();
    notifyAll();
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    deliverer.interrupt();
    try {
      deliverer.join(CLOSE_MILLIS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    delivery.close();
  }
}
