package io.loophalt.store;

import io.loophalt.store.link.RedisLink;
import io.loophalt.store.link.RedisLink.Answer;
import io.loophalt.store.link.ServerHistory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the store knows of a run.
 *
 * @param generation which run of its id it is
 * @param id of the state; empty if there is none
 * @param ageMillis how long ago the run began, by the server's clock
 * @param happened how often something was judged so far
 * @param haltMillis for how long a halt is kept at least; 0 where it is not halted
 * @param state null if it is the one that was asked with, or if there is none
 * @param put in which history of the server the state was put there; null if that is not known
 */
@SuppressWarnings("ArrayRecordComponent") // as they came, and never compared
record StoredRun(
    Generation generation,
    byte[] id,
    long ageMillis,
    long happened,
    long haltMillis,
    byte @Nullable [] state,
    @Nullable Put put) {

  /**
   * A state was put there.
   *
   * @param history what the {@link ServerHistory} is called
   * @param nanos when, by {@link System#nanoTime}
   */
  record Put(String history, long nanos) {}

  /** In which history of the server its state was put there; null if that is not known. */
  @Nullable String history() {
    return put == null ? null : put.history();
  }

  /**
   * Whether the server has maybe lost what followed its state.
   *
   * @param there of that server; null if that is not known
   */
  boolean mayLack(@Nullable ServerHistory there) {
    return there != null && put != null && there.mayLackWhatFollowed(put.history(), put.nanos());
  }

  /** Whether it is halted. */
  boolean isHalted() {
    return haltMillis != 0;
  }

  /**
   * What the store has of a run.
   *
   * @param at null if that is nothing
   */
  record Looked(@Nullable StoredRun at) {}

  /**
   * Looks what that is; nobody is held up by it.
   *
   * @param key of the run
   * @param base the state that is known here
   * @return null if the store does not answer in time
   */
  static @Nullable Looked look(RedisLink link, byte[] key, byte[] base) {
    Answer answer = link.ask(RunScripts.LOOK, link.patience(), new byte[][] {key, base});
    if (answer == null) {
      return null;
    }
    try {
      Looked looked = new Looked(of(answer.content()));
      link.giveBack(answer.connection());
      return looked;
    } catch (RuntimeException notOurs) {
      link.drop(answer.connection(), notOurs); // This is no answer of a Redis.
      return null;
    }
  }

  /** Reads the answer of {@link RunScripts#LOOK}; null if there is none here. */
  static @Nullable StoredRun of(Object answer) {
    List<?> parts = (List<?>) answer;
    return number(parts, 0) == 1 ? read(parts) : null;
  }

  /**
   * Reads the answer of {@link RunScripts#ACQUIRE}: what is known of each run, null for one that
   * has not begun; null if another process judges just now.
   */
  static @Nullable List<@Nullable StoredRun> allOf(Object answer) {
    List<?> parts = (List<?>) answer;
    if (number(parts, 0) == 0) {
      return null;
    }
    List<@Nullable StoredRun> all = new ArrayList<>();
    for (Object each : parts.subList(1, parts.size())) {
      all.add(of(each));
    }
    return all;
  }

  /** The same of one run. */
  static @Nullable StoredRun firstOf(Object answer) {
    List<@Nullable StoredRun> all = allOf(answer);
    return all == null ? null : all.get(0);
  }

  /**
   * What is around the run, sealed; null if it is kept where {@link RunScripts#FIND} has looked.
   */
  static byte @Nullable [] aroundIn(Object answer) {
    List<?> parts = (List<?>) answer;
    return number(parts, 0) == 2 ? bytes(parts, 1) : null;
  }

  private static StoredRun read(List<?> parts) {
    return new StoredRun(
        new Generation(number(parts, 1), bytes(parts, 7)),
        bytes(parts, 2),
        number(parts, 3),
        number(parts, 4),
        number(parts, 5),
        (byte[]) parts.get(6),
        putIn(parts));
  }

  private static @Nullable Put putIn(List<?> parts) {
    byte[] history = bytes(parts, 8);
    return history.length == 0
        ? null
        : new Put(
            new String(history, StandardCharsets.US_ASCII),
            System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(number(parts, 9)));
  }

  /** What the run is called, sealed; null if the answer is none of {@link RunScripts#LOOK}. */
  static byte @Nullable [] nameIn(Object answer) {
    List<?> parts = (List<?>) answer;
    return parts.size() > 10 ? bytes(parts, 10) : null;
  }

  /** Whether it has begun, by the answer of {@link RunScripts#LOOK} that has its name. */
  static boolean hasBegun(Object answer) {
    return number((List<?>) answer, 11) == 1;
  }

  private static byte[] bytes(List<?> parts, int at) {
    return (byte[]) parts.get(at);
  }

  private static long number(List<?> parts, int at) {
    return (Long) parts.get(at);
  }
}
