package io.loophalt.store;

import io.loophalt.runtime.steering.Freeze.Calls;
import io.loophalt.store.link.RedisLink;
import io.loophalt.store.link.RedisLink.Answer;
import io.loophalt.store.link.Script;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a person has told all JVMs at once: to hold their calls, or to let them go on. Sealed under
 * the digest key, so that nobody else makes one up.
 *
 * @param id which nothing else that was told has
 * @param isLifted whether calls go on, which were held by the one before
 * @param calls which calls wait
 * @param halts whether runs are halted instead of waiting
 * @param most how long at most
 * @param ageMillis how long ago it was told, by the server's clock
 * @param found as it was found in the store, sealed; empty of one that was not
 */
@SuppressWarnings("ArrayRecordComponent") // as it came, and never compared
record StoredFreeze(
    String id,
    boolean isLifted,
    Calls calls,
    boolean halts,
    Duration most,
    long ageMillis,
    byte[] found) {

  /** What is told of it on the channel of halts: whoever hears that looks for what there is. */
  static final byte[] NEWS = {'f'};

  private static final byte FORMAT = 1;

  /** That calls go on is known for as long as the longest freeze that it may have lifted. */
  private static final Duration KEPT = Duration.ofDays(31);

  /**
   * One hash: {@code f} what was told, sealed, {@code b} when, by the server's clock. The last
   * argument is what is to be there before; nothing where it is put in any case.
   */
  private static final Script PUT =
      Script.of(
          """
          if ARGV[5] ~= '' and redis.call('HGET', KEYS[1], 'f') ~= ARGV[5] then
            return 0
          end
          local t = redis.call('TIME')
          local now = t[1] * 1000 + math.floor(t[2] / 1000)
          redis.call('HSET', KEYS[1], 'f', ARGV[1], 'b', tostring(now))
          redis.call('PEXPIRE', KEYS[1], ARGV[2])
          redis.pcall('PUBLISH', ARGV[3], ARGV[4])
          return 1
          """);

  private static final Script LOOK =
      Script.of(
          """
          local t = redis.call('TIME')
          local now = t[1] * 1000 + math.floor(t[2] / 1000)
          local r = redis.call('HMGET', KEYS[1], 'f', 'b')
          if not r[1] or not r[2] then
            return {}
          end
          return {r[1], math.max(0, now - tonumber(r[2]))}
          """);

  /** One that begins now. */
  static StoredFreeze of(Calls calls, boolean halts, Duration most) {
    return new StoredFreeze(
        UUID.randomUUID().toString(),
        /* isLifted= */ false,
        calls,
        halts,
        most,
        0,
        StoredNames.NOTHING);
  }

  /** That there is none any more. */
  static StoredFreeze lifted() {
    return new StoredFreeze(
        UUID.randomUUID().toString(),
        /* isLifted= */ true,
        Calls.ALL,
        false,
        Duration.ZERO,
        0,
        StoredNames.NOTHING);
  }

  /** What is left of its time; not positive if it is over. */
  Duration left() {
    return isLifted ? Duration.ZERO : most.minusMillis(ageMillis);
  }

  /**
   * Tells all JVMs.
   *
   * @throws IOException if the store does not answer
   */
  void put(RedisLink link, StoredNames names) throws IOException {
    put(StoredNames.NOTHING, link, names);
  }

  /**
   * The same unless somebody has told them something else since an older one was found there.
   *
   * @throws IOException if the store does not answer
   */
  void putInPlaceOf(StoredFreeze older, RedisLink link, StoredNames names) throws IOException {
    put(older.found, link, names);
  }

  private void put(byte[] before, RedisLink link, StoredNames names) throws IOException {
    byte[][] told = {
      names.keyOfFreeze(),
      sealed(names),
      StoredNames.number(KEPT.toMillis()),
      names.haltChannel(),
      NEWS,
      before
    };
    Answer answer = link.ask(PUT, link.deadlineNanos(), told);
    if (answer == null) {
      throw new StoreAwayException();
    }
    link.giveBack(answer.connection());
  }

  /**
   * What was told last; null if nothing was, or nothing is known of it any more.
   *
   * @throws IOException if the store does not answer, or what is there is sealed under another key,
   *     or of another version
   */
  static @Nullable StoredFreeze look(RedisLink link, StoredNames names) throws IOException {
    Answer answer = link.ask(LOOK, link.deadlineNanos(), new byte[][] {names.keyOfFreeze()});
    if (answer == null) {
      throw new StoreAwayException();
    }
    link.giveBack(answer.connection());
    List<?> parts = (List<?>) answer.content();
    return parts.isEmpty() ? null : opened(names, (byte[]) parts.get(0), (Long) parts.get(1));
  }

  /** It does not answer just now. */
  @SuppressWarnings("serial") // never written
  static final class StoreAwayException extends IOException {
    private StoreAwayException() {
      super("the store does not answer");
    }
  }

  private byte[] sealed(StoredNames names) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeByte(FORMAT);
      out.writeUTF(id);
      out.writeBoolean(isLifted);
      out.writeBoolean(calls == Calls.ALL);
      out.writeBoolean(halts);
      out.writeLong(most.toMillis());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return names.seal(bytes.toByteArray());
  }

  private static StoredFreeze opened(StoredNames names, byte[] sealed, long ageMillis)
      throws IOException {
    DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(names.open("a freeze", sealed)));
    if (in.readByte() != FORMAT) {
      throw new IOException("a freeze is of another version");
    }
    return new StoredFreeze(
        in.readUTF(),
        in.readBoolean(),
        in.readBoolean() ? Calls.ALL : Calls.WRITING,
        in.readBoolean(),
        Duration.ofMillis(in.readLong()),
        ageMillis,
        sealed);
  }
}
