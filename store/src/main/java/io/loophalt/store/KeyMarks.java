package io.loophalt.store;

import io.loophalt.store.link.RedisLink;
import io.loophalt.store.link.RedisLink.Answer;
import io.loophalt.store.link.Script;
import java.time.Duration;

/**
 * What each process leaves in the store of its digest key, so that two with different keys hear of
 * each other: neither would ever meet a run, a halt or a budget of the other, as if it were not
 * there.
 *
 * <p>A mark is a keyed digest of a text that everybody knows, and is of no use to who wants to know
 * the key. It is forgotten soon after the last process with the key has ended. Of one thread.
 */
final class KeyMarks {

  private static final long LEFT_EVERY_NANOS = Duration.ofSeconds(20).toNanos();

  /** Longer than until it is left again, also where the process gets no processor for long. */
  private static final long ALIVE_MILLIS = Duration.ofMinutes(1).toMillis();

  /**
   * Leaves a mark beside those of others, of which a few are kept. One hash: {@code m} the marks
   * that are alive, each with when it was left last, by the server's clock. Arguments: the mark, ms
   * for which one is alive. Answer: how many others are.
   */
  private static final Script LEAVE =
      Script.of(
          """
          local t = redis.call('TIME')
          local now = t[1] * 1000 + math.floor(t[2] / 1000)
          local others = 0
          local marks = ARGV[1] .. ' ' .. tostring(now)
          for mark, at in string.gmatch(redis.call('HGET', KEYS[1], 'm') or '', '(%x+) (%d+)') do
            if mark ~= ARGV[1] and math.abs(now - at) < tonumber(ARGV[2]) and others < 9 then
              others = others + 1
              marks = marks .. ' ' .. mark .. ' ' .. at
            end
          end
          redis.call('HSET', KEYS[1], 'm', marks)
          redis.call('PEXPIRE', KEYS[1], ARGV[2])
          return others
          """);

  private final RedisLink link;
  private final StoredNames names;
  private final byte[][] left;

  /** When it was left last; 0 if it was not yet. */
  private long leftNanos;

  KeyMarks(RedisLink link, StoredNames names) {
    this.link = link;
    this.names = names;
    this.left =
        new byte[][] {names.keyOfKeyMarks(), names.keyMark(), StoredNames.number(ALIVE_MILLIS)};
  }

  /** Leaves that of this process, if it is time, and says once if it is not the only one. */
  void leaveIfDue() {
    long now = System.nanoTime();
    if (leftNanos != 0 && now - leftNanos < LEFT_EVERY_NANOS) {
      return;
    }
    Answer answer = link.ask(LEAVE, link.deadlineNanos(), left);
    if (answer == null) {
      return; // The next time.
    }
    link.giveBack(answer.connection());
    leftNanos = now;
    if (answer.content() instanceof Long others && others > 0) {
      names.tellOtherKey();
    }
  }
}
