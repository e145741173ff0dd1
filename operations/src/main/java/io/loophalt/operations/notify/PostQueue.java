package io.loophalt.operations.notify;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.operations.control.MainClass;
import io.loophalt.operations.notify.Webhook.Outcome;
import io.loophalt.runtime.policy.NotifyPolicy;
import io.loophalt.runtime.safety.OwnThread;
import java.time.Clock;
import java.time.Duration;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Posts one notification after the other, from a daemon thread of its own that the first of them
 * starts. What fails is tried again for {@link #TRIED_FOR}, what cannot wait any more is dropped
 * and counted. Nothing is ever thrown at whoever adds one, nor does that wait. Thread-safe.
 */
public final class PostQueue {

  /** How long one is tried. */
  static final Duration TRIED_FOR = Duration.ofMinutes(15);

  /** How long the end of the process waits for all that is in the queue. */
  static final Duration END_WAIT = Duration.ofSeconds(2);

  private final NotifyPolicy policy;
  private final String version;
  private final Consumer<String> complaints;
  private final Clock clock;

  private final Queue<Notification> waiting = new ConcurrentLinkedQueue<>();

  /** How many wait, the one that is being tried included. */
  private final AtomicInteger size = new AtomicInteger();

  private final LongAdder dropped = new LongAdder();

  private volatile @Nullable Thread poster;

  /** Set by the poster before it looks whether there is nothing to do and goes to sleep. */
  private volatile boolean parked;

  private volatile boolean ending;

  /** By when everything has to be over, once the process ends. */
  private volatile long endNanos;

  private volatile boolean saidDropped;

  /** Whether a person was told that this JVM cannot post at all. */
  private volatile boolean saidImpossible;

  /** Whether the receiver may have one that is counted as lost: its try had no answer in time. */
  private volatile boolean unanswered;

  /** Of what failed last, in a word; null if nothing did. */
  private volatile @Nullable String failure;

  /** Of what the end of the process found or brought: what nobody was told of as refused. */
  private final AtomicInteger lost = new AtomicInteger();

  // Of the poster alone.
  private boolean saidFailed;
  private boolean saidRefused;

  /**
   * Empty.
   *
   * @param version the agent's
   * @param complaints told once of each thing that goes wrong; must not block
   */
  public PostQueue(NotifyPolicy policy, String version, Consumer<String> complaints) {
    this.policy = policy;
    this.version = version;
    this.complaints = complaints;
    this.clock = Clock.systemUTC();
  }

  /** A class instead of a lambda, which costs the first call of a JVM more than all the rest. */
  private final class Posting implements Runnable {
    @Override
    public void run() {
      postAsTheyCome();
    }
  }

  /** Takes one, unless too many wait. */
  void add(Notification told) {
    if (ending || size.incrementAndGet() > policy.queueLength()) {
      if (!ending) {
        size.decrementAndGet();
      }
      dropBecauseOfOthers();
      return;
    }
    waiting.add(told);
    Thread known = poster;
    if (known == null) {
      start();
    } else if (parked) {
      LockSupport.unpark(known);
    }
  }

  private void dropBecauseOfOthers() {
    dropped.increment();
    if (ending) {
      lost.incrementAndGet();
    } else if (!saidDropped) {
      saidDropped = true;
      complaints.accept(
          "notifications are dropped: "
              + policy.queueLength()
              + " wait for "
              + NotifyPolicy.shown(policy.url())
              + " already. Later posts say how many were. Said once.");
    }
  }

  private synchronized void start() {
    if (poster == null) {
      Thread made = OwnThread.of(new Posting(), "loophalt-notify");
      try {
        made.start();
        poster = made;
        LockSupport.unpark(made); // Whoever added one in between has not seen it.
      } catch (OutOfMemoryError noThread) {
        return; // What is in the queue waits for the next one.
      }
    }
  }

  /** Waits for a start that is under way. */
  private synchronized @Nullable Thread started() {
    return poster;
  }

  /** How many were lost: too many waited, they were refused, or could not be posted in time. */
  public long dropped() {
    return dropped.sum();
  }

  /**
   * The process ends: all that waits is tried, and what fails or was under way once more, and this
   * waits for that, {@link #END_WAIT} at most. What is added from now on is dropped. Says how many
   * are lost, unless all are because of what was said before.
   */
  public void close() {
    endNanos = System.nanoTime() + END_WAIT.toNanos();
    ending = true;
    Thread known = started();
    if (known != null) {
      LockSupport.unpark(known);
      try {
        known.join(END_WAIT.toMillis());
      } catch (InterruptedException hurried) {
        Thread.currentThread().interrupt();
      }
    }
    int gone = lost.get() + size.get();
    if (gone > 0 && !saidImpossible) {
      String why = failure;
      complaints.accept(
          gone
              + (gone == 1 ? " notification" : " notifications")
              + " could not be posted to "
              + NotifyPolicy.shown(policy.url())
              + (why == null ? "" : " (" + why + ')')
              + " before the JVM ended, and "
              + fate(gone));
    }
  }

  private String fate(int gone) {
    if (gone == 1) {
      return unanswered ? "may be lost" : "is lost";
    }
    return "are lost" + (unanswered ? ", but perhaps for the one whose answer was awaited" : "");
  }

  private void postAsTheyCome() {
    Webhook webhook;
    PostBody bodies;
    try {
      webhook = new Webhook(policy, version);
      bodies = new PostBody(Jvm.own(MainClass.name()));
    } catch (RuntimeException | LinkageError impossible) {
      saidImpossible = true;
      complaints.accept(
          "notifications are not posted: this JVM cannot ("
              + impossible.getClass().getSimpleName()
              + "); it takes the module java.net.http (--add-modules java.net.http)");
      ending = true;
      dropped.add(size.get());
      return;
    }
    Pace pace = new Pace(policy.perMinute(), new SplittableRandom(), System.nanoTime());
    while (true) {
      Notification next = waiting.poll();
      if (next != null) {
        postOrDrop(webhook, bodies, pace, next);
      } else if (ending) {
        return;
      } else {
        awaitMore();
      }
    }
  }

  private void awaitMore() {
    parked = true;
    if (waiting.isEmpty() && !ending) {
      LockSupport.park(this);
    }
    parked = false;
  }

  /** Whatever goes wrong, the thread goes on. */
  private void postOrDrop(Webhook webhook, PostBody bodies, Pace pace, Notification next) {
    boolean delivered = false;
    try {
      String id = UUID.randomUUID().toString();
      delivered = post(webhook, pace, bodies.of(next, id, dropped.sum()), id);
    } catch (InterruptedException | RuntimeException | Error broken) {
      ThreadStop.passOn(broken);
      failed(broken.getClass().getSimpleName());
      isLost();
    } finally {
      size.decrementAndGet();
      if (!delivered) {
        dropped.increment();
      }
    }
  }

  private boolean post(Webhook webhook, Pace pace, byte[] body, String id)
      throws InterruptedException {
    long begun = System.nanoTime();
    int failures = 0;
    while (true) {
      awaitTurn(pace);
      Duration most = timeLeft();
      if (most.isZero()) {
        return isLost();
      }
      boolean isLast = ending && failures > 0;
      unanswered = true;
      Outcome outcome = webhook.post(body, id, clock.instant().getEpochSecond(), most);
      unanswered = !outcome.delivered() && timeLeft().isZero();
      if (outcome.delivered()) {
        return true;
      }
      if (!outcome.again()) {
        complainOfRefusalOnce(outcome.what());
        return false;
      }
      failed(outcome.what());
      failures++;
      if (isLast || System.nanoTime() - begun > TRIED_FOR.toNanos()) {
        return isLost();
      }
      sleep(Math.max(outcome.after().toNanos(), pace.afterFailures(failures)));
    }
  }

  /** One was not posted, and it shows at the end if that was the reason; always false. */
  private boolean isLost() {
    if (ending) {
      lost.incrementAndGet();
    }
    return false;
  }

  private void awaitTurn(Pace pace) {
    while (!ending) {
      long wait = pace.take(System.nanoTime());
      if (wait == 0) {
        return;
      }
      sleep(wait);
    }
  }

  /** For the next try; zero once the process has ended. */
  private Duration timeLeft() {
    if (!ending) {
      return policy.timeout();
    }
    long left = endNanos - System.nanoTime();
    return left <= 0 ? Duration.ZERO : Duration.ofNanos(left);
  }

  /** Until the time is over, or the process ends: then another try comes at once. */
  private void sleep(long nanos) {
    long deadline = System.nanoTime() + nanos;
    for (long left = nanos; left > 0 && !ending; left = deadline - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
  }

  /** Says so once; what fails at the end is said there. */
  private void failed(String what) {
    failure = what;
    if (!saidFailed && !ending) {
      saidFailed = true;
      complaints.accept(
          "notifications cannot be posted to "
              + NotifyPolicy.shown(policy.url())
              + " ("
              + what
              + "); each is tried again for "
              + TRIED_FOR.toMinutes()
              + " min, then dropped. Said once.");
    }
  }

  private void complainOfRefusalOnce(String what) {
    if (!saidRefused) {
      saidRefused = true;
      complaints.accept(
          "a notification was refused by "
              + NotifyPolicy.shown(policy.url())
              + " ("
              + what
              + ") and is not tried again; check 'notify' in the configuration. Said once.");
    }
  }
}
