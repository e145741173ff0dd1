package io.loophalt.store;

import io.loophalt.store.RedisLink.Answer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * By which this process alone may judge a call of a run: asked for before it, and given back with
 * what came of it. Not thread-safe.
 */
final class Lease {

  private static final long SHORTEST_PAUSE_NANOS = 20_000;
  private static final long LONGEST_PAUSE_NANOS = 1_000_000;

  private final RedisLink link;
  private final StoredNames names;
  private final RunCommands commands;

  /** That of the call that is under way, or of the one before. */
  private byte[] name = StoredNames.NONE;

  /** On which it is given back; null where that never reached the server, as far as known. */
  private @Nullable StoreConnection connection;

  /** Whether the connection is this one's alone just now. */
  private boolean held;

  Lease(RedisLink link, StoredNames names, RunCommands commands) {
    this.link = link;
    this.names = names;
    this.commands = commands;
  }

  /** Whether the call was neither told nor released. */
  boolean isHeld() {
    return held;
  }

  /**
   * Asks for it, and waits for other processes that have it.
   *
   * @param base the state that is known
   * @param ifNone which generation this is if there is none
   * @param isFirst whether this process has not asked before
   * @return what is in the store; null if it was not to be had in time
   */
  @Nullable StoredRun acquire(long deadlineNanos, byte[] base, Generation ifNone, boolean isFirst) {
    byte[] last = name;
    byte[] before = connection == null || connection.isDropped() ? last : StoredNames.NONE;
    connection = null;
    name = names.another();
    long pause = SHORTEST_PAUSE_NANOS;
    while (true) {
      byte[][] question = commands.acquire(name, base, before, ifNone, isFirst);
      Answer answer = link.ask(Script.ACQUIRE, deadlineNanos, question);
      if (answer == null) {
        return null;
      }
      connection = answer.connection();
      held = true;
      StoredRun stored = read(answer);
      if (stored != null || !held) {
        return stored;
      }
      giveBack();
      if (System.nanoTime() + pause - deadlineNanos > 0) {
        return null;
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
      if (link.isCluster()) {
        before = last; // What was told of that one may have missed a run that has moved.
      }
    }
  }

  /** What is in the store, without a lease; null if it does not answer. */
  @Nullable StoredRun look(byte[] base) {
    Answer answer = link.ask(Script.LOOK, link.deadlineNanos(), commands.look(base));
    if (answer == null) {
      return null;
    }
    StoredRun stored = read(answer);
    if (!answer.connection().isDropped()) {
      link.giveBack(answer.connection());
    }
    return stored;
  }

  /** Null if another process judges, or if this is no answer of a Redis. */
  private @Nullable StoredRun read(Answer answer) {
    try {
      return StoredRun.of(answer.content());
    } catch (RuntimeException notOurs) {
      link.drop(answer.connection(), notOurs);
      held = false;
      return null;
    }
  }

  /** The call was not judged. */
  void release() {
    tell(Script.RELEASE, commands.release(name));
  }

  /**
   * What came of the call.
   *
   * @param told of the call
   * @return false if that is known not to have reached the store
   */
  boolean put(RunCommands.Told told) {
    byte[][] put = commands.put(name, told);
    if (!told.isNews() || !link.isCluster()) {
      return tell(Script.PUT, put);
    }
    // In a cluster a run may move away before it is told something; a halt must not be lost then.
    giveBack();
    Answer answer = link.ask(Script.PUT, link.deadlineNanos(), put);
    if (answer != null) {
      link.giveBack(answer.connection());
    }
    return answer != null && Long.valueOf(1).equals(answer.content());
  }

  private boolean tell(Script script, byte[][] keyAndArguments) {
    StoreConnection known = connection;
    held = false;
    return known != null && link.tell(known, script, keyAndArguments);
  }

  private void giveBack() {
    StoreConnection known = connection;
    held = false;
    connection = null;
    if (known != null) {
      link.giveBack(known);
    }
  }
}
