package io.loophalt.store;

import io.loophalt.runtime.safety.OwnThread;
import io.loophalt.runtime.steering.Freeze;
import io.loophalt.runtime.steering.FromOutside;
import io.loophalt.store.StoredFreeze.StoreAwayException;
import io.loophalt.store.link.RedisLink;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Holds the calls of this process while a person has frozen all that share the store. A thread of
 * its own looks at what was told, at once where the store says that something was, and every other
 * second in any case: also a process that begins later, or whose connection was lost, follows.
 *
 * <p>Of what the store has lost, a process goes on to follow what it knows, and it follows nothing
 * twice. Thread-safe.
 */
final class SharedFreezes {

  private static final long LOOKS_EVERY_MILLIS = 2_000;

  /** So many of the latest orders are known again. */
  private static final int MOST_FOLLOWED = 100;

  private final RedisLink link;
  private final StoredNames names;
  private final FromOutside outside;

  /** Left by the same thread, as it is idle for most of the time. */
  private final KeyMarks marks;

  private final FrozenTime time = new FrozenTime();
  private final Semaphore told = new Semaphore(0);

  /** What was followed, the oldest first. Of the one thread, as is what follows. */
  private final Set<String> followed = new LinkedHashSet<>();

  private @Nullable StoredFreeze latest;

  private @Nullable Freeze holds;

  private SharedFreezes(RedisLink link, StoredNames names, FromOutside outside) {
    this.link = link;
    this.names = names;
    this.outside = outside;
    this.marks = new KeyMarks(link, names);
  }

  /** From now on it is followed. Returns at once. */
  static SharedFreezes begin(RedisLink link, StoredNames names, FromOutside outside) {
    SharedFreezes freezes = new SharedFreezes(link, names, outside);
    OwnThread.of(freezes::goOn, "loophalt-store-freezes").start();
    return freezes;
  }

  /** When calls were held. */
  FrozenTime time() {
    return time;
  }

  /** Hears of freezes, and lets another one hear all else. */
  HaltChannel.Listener hearing(HaltChannel.Listener other) {
    return new HaltChannel.Listener() {
      @Override
      public void opened() {
        told.release();
        other.opened();
      }

      @Override
      public void heard(byte[] news) {
        if (Arrays.equals(news, StoredFreeze.NEWS)) {
          told.release();
        } else {
          other.heard(news);
        }
      }
    };
  }

  private void goOn() {
    try {
      while (true) {
        link.awaitThere();
        names.warnings().goingOn(this::look);
        names.warnings().goingOn(marks::leaveIfDue);
        if (told.tryAcquire(LOOKS_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
          told.drainPermits();
        }
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    try {
      StoredFreeze last = StoredFreeze.look(link, names);
      if (last == null) {
        return;
      }
      if (isNew(last)) {
        latest = last;
        follow(last);
      } else {
        repair(last);
      }
    } catch (StoreAwayException late) {
      return; // It is asked again.
    } catch (IOException | RuntimeException useless) {
      names
          .warnings()
          .once(
              "freeze",
              "a freeze of all JVMs is not followed in this one: " + useless.getMessage());
    }
  }

  private boolean isNew(StoredFreeze last) {
    if (!followed.add(last.id())) {
      return false;
    }
    if (followed.size() > MOST_FOLLOWED) {
      followed.remove(followed.iterator().next());
    }
    return true;
  }

  /**
   * The store has older data, as after a failover, where it has what was followed before the latest
   * order. That calls go on is told once more, for processes that have not heard it.
   */
  private void repair(StoredFreeze older) throws IOException {
    StoredFreeze known = latest;
    if (known != null && known.isLifted() && !known.id().equals(older.id())) {
      known.putInPlaceOf(older, link, names);
    }
  }

  private void follow(StoredFreeze last) {
    long now = System.nanoTime();
    Freeze before = holds;
    if (before != null) {
      outside.steering().lift(before);
      holds = null;
    }
    time.ends(now);
    Duration left = last.left();
    if (left.compareTo(Duration.ZERO) > 0) {
      holds = outside.steering().freeze(last.calls(), last.halts(), left);
      time.begins(now - TimeUnit.MILLISECONDS.toNanos(last.ageMillis()), now + left.toNanos());
    }
  }
}
