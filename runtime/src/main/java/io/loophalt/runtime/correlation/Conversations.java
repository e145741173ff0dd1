package io.loophalt.runtime.correlation;

import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.runtime.invocation.PathReader;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The runs of conversations that go on from call to call, on whatever thread: one for each task and
 * identity, and inside each joined run one of its own, because what is done in it counts there.
 *
 * <p>Texts and numbers are the same conversation when they are equal, other objects when they are
 * the same object, which is not kept alive for that. A conversation is over when its object is
 * gone, or when nothing was called for it for the idle gap; one that was halted stays halted for
 * longer, until a person says something new. Thread-safe; conversations do not wait for each other.
 */
public final class Conversations {

  /** An identity longer than this is remembered by its digest. */
  private static final int MAX_TEXT = 200;

  private final RunRegistry registry;
  private final Map<Object, Conversation> byIdentity = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
  private final AtomicLong lastSweepNanos = new AtomicLong(System.nanoTime());

  /** So many are looked through for those that are over, also before the gap has passed. */
  private volatile int sweepsAt;

  Conversations(RunRegistry registry) {
    this.registry = registry;
    this.sweepsAt = registry.mostRuns();
  }

  /** One conversation, from its first call until it is over. */
  public final class Conversation {

    /** What is the same in all calls of it; null if that is an object. */
    private final @Nullable String text;

    private @Nullable LiveRun live;
    private int callsInside;
    private long usedNanos;
    private boolean over;

    Conversation(@Nullable String text) {
      this.text = text;
    }

    /** The run of a call that begins now; null if the conversation is over. */
    private synchronized @Nullable LiveRun enter(
        String task, @Nullable LiveRun parent, long nowNanos) {
      if (over) {
        return null;
      }
      LiveRun current = live;
      if (current == null || isSilent(nowNanos) || hasOutlivedTheRunAround(current, parent)) {
        if (current != null) {
          registry.close(current);
        }
        current = opened(task, parent, nowNanos);
        live = current;
        usedNanos = nowNanos;
      }
      callsInside++;
      use(current, nowNanos);
      return current;
    }

    /**
     * The run in which it was opened is over, and its ceilings with it: what follows is a part of
     * another one, or of none. One that is halted itself stays so.
     */
    private boolean hasOutlivedTheRunAround(LiveRun current, @Nullable LiveRun parent) {
      LiveRun around = current.parent();
      return around != null
          && around != parent
          && around.isOver()
          && around.joinedOne() == null
          && callsInside == 0
          && !current.run().isHalted();
    }

    private LiveRun opened(String task, @Nullable LiveRun parent, long nowNanos) {
      if (text != null) {
        return registry.openConversation(task, text, parent, nowNanos);
      }
      LiveRun opened = registry.open(null, task, parent, nowNanos);
      opened.becomeConversation();
      return opened;
    }

    /** A call has ended. */
    public synchronized void leave(long nowNanos) {
      callsInside--;
      LiveRun current = live;
      if (current != null) {
        use(current, nowNanos);
      }
    }

    /** The calls that a halted run refuses do not keep it alive. */
    private void use(LiveRun current, long nowNanos) {
      if (current.run().haltReason() == null) {
        usedNanos = nowNanos;
      }
    }

    private boolean isSilent(long nowNanos) {
      LiveRun current = live;
      return callsInside == 0
          && current != null
          && (current.isClosed() || nowNanos - usedNanos > gapOf(current).toNanos());
    }

    /** An object cannot be known again once the conversation is over; a text can. */
    private Duration gapOf(LiveRun current) {
      return text == null && current.run().haltReason() != null
          ? registry.policy().haltedFor()
          : registry.policy().idleGap();
    }

    /** Ends the conversation if it is silent, or its object is gone. */
    private synchronized boolean endIf(boolean objectIsGone, long nowNanos) {
      if (!over && (objectIsGone || isSilent(nowNanos))) {
        over = true;
        LiveRun current = live;
        if (current != null) {
          registry.close(current);
        }
      }
      return over;
    }
  }

  /** What a call is to give back when it ends, and the run it belongs to. */
  public record Visit(Conversation conversation, LiveRun run) {}

  /**
   * A call begins that belongs to a conversation.
   *
   * @param identity what tells it apart from others
   * @param byValue whether a text of it is compared; else the object itself
   * @param parent the run inside which it takes place; until that is over, of the calls in one
   *     joined run only that of the first counts
   */
  public Visit enter(
      String task, Object identity, boolean byValue, @Nullable LiveRun parent, long nowNanos) {
    sweep(nowNanos);
    LiveRun joined = parent == null ? null : parent.joinedOne();
    while (true) {
      String text = byValue ? shortened(PathReader.textOf(identity)) : null;
      Object key =
          text != null
              ? new ByValue(task, text, joined)
              : new ByIdentity(task, identity, joined, gone);
      Conversation conversation = byIdentity.computeIfAbsent(key, first -> new Conversation(text));
      LiveRun live = conversation.enter(task, parent, nowNanos);
      if (live != null) {
        return new Visit(conversation, live);
      }
      byIdentity.remove(key, conversation);
    }
  }

  /** How many conversations are remembered. */
  int size() {
    return byIdentity.size();
  }

  private void sweep(long nowNanos) {
    for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
      Conversation orphan = byIdentity.remove(each);
      if (orphan != null) {
        orphan.endIf(true, nowNanos);
      }
    }
    long gap = registry.policy().idleGap().toNanos();
    long last = lastSweepNanos.get();
    boolean due = nowNanos - last > gap || byIdentity.size() > sweepsAt;
    if (due && lastSweepNanos.compareAndSet(last, nowNanos)) {
      // Not by an iterator: it would also remove the conversation that has followed meanwhile.
      byIdentity.values().removeIf(each -> each.endIf(false, nowNanos));
      // Of so many that none was over the next call is not to look at all of them again.
      sweepsAt = Math.max(registry.mostRuns(), byIdentity.size() + byIdentity.size() / 10);
    }
  }

  private static String shortened(String text) {
    return text.length() <= MAX_TEXT
        ? text
        : text.substring(0, MAX_TEXT) + '#' + text.length() + '#' + TextDigest.of(text);
  }

  private record ByValue(String task, String value, @Nullable LiveRun joined) {}

  private static final class ByIdentity extends WeakReference<Object> {
    private final String task;
    private final @Nullable LiveRun joined;
    private final int hash;

    ByIdentity(String task, Object object, @Nullable LiveRun joined, ReferenceQueue<Object> gone) {
      super(object, gone);
      this.task = task;
      this.joined = joined;
      this.hash =
          31 * (31 * task.hashCode() + System.identityHashCode(object))
              + System.identityHashCode(joined);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      Object object = get();
      return object != null
          && other instanceof ByIdentity that
          && that.refersTo(object)
          && that.joined == joined
          && that.task.equals(task);
    }
  }
}
