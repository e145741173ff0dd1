package io.loophalt.store;

import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.operations.memory.MemoryAwayException;
import io.loophalt.operations.memory.MemoryContents;
import io.loophalt.operations.memory.MemoryFile.Change;
import io.loophalt.operations.memory.MemoryPlace;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import io.loophalt.store.link.RedisLink;
import io.loophalt.store.link.RedisLink.Answer;
import io.loophalt.store.link.Script;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Past loops in a store, for all JVMs that share it: what a file of them has, sealed under the
 * digest key. No call of the application waits for it. Thread-safe.
 */
public final class StoredMemory implements MemoryPlace {

  /** How long one exchange may take: nobody waits for it. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Less than a file may have: it goes over the network. Bytes, before they are sealed. */
  private static final int LARGEST = 512 * 1024;

  /** Others may write at the same moment. */
  private static final int MOST_TRIES = 20;

  private static final String NAME = "the memory of past loops";

  /**
   * Answers what is there, if it is another than the one that is known: {@code v} its id, and
   * {@code s}. Argument: the id of what is known.
   */
  private static final Script READ =
      Script.of(
          """
          local v = redis.call('HGET', KEYS[1], 'v')
          if not v or v == ARGV[1] then
            return {v or '', false}
          end
          return {v, redis.call('HGET', KEYS[1], 's')}
          """);

  /**
   * Replaces it, unless somebody else has done so before. Arguments: the id of what is known, that
   * of what is new, what is new, ms until it is forgotten. Answer: whether it was replaced.
   */
  private static final Script REPLACE =
      Script.of(
          """
          if (redis.call('HGET', KEYS[1], 'v') or '') ~= ARGV[1] then
            return 0
          end
          redis.call('HSET', KEYS[1], 'v', ARGV[2], 's', ARGV[3])
          redis.call('PEXPIRE', KEYS[1], ARGV[4])
          return 1
          """);

  private final RedisLink link;
  private final StoredNames names;
  private final String place;
  private final byte[] key;
  private final byte[] keep;

  // Guarded by this.
  private byte[] id = StoredNames.NOTHING;
  private @Nullable MemoryContents known;

  /**
   * Looks for the server.
   *
   * @param kept how long what nobody changes is kept
   */
  public StoredMemory(StorePolicy policy, Duration kept) {
    // Who shares runs says whether the server is there.
    Log quiet =
        new Log(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    this.names = new StoredNames(policy, DigestKey.current(), quiet);
    this.link = new RedisLink(policy.at(policy.url(), PATIENCE), names.trial(), quiet);
    this.place = policy.place();
    this.key = names.keyOfMemory();
    this.keep = StoredNames.number(kept.toMillis());
  }

  @Override
  public String name() {
    return "in the store at " + place;
  }

  @Override
  public String remedy() {
    return "Look at the store, or remove 'memory' from the configuration";
  }

  @Override
  public synchronized @Nullable MemoryContents read() throws IOException {
    List<?> answer = (List<?>) ask(READ, new byte[][] {key, id});
    byte @Nullable [] sealed = (byte[]) answer.get(1);
    byte[] now = (byte[]) answer.get(0);
    if (sealed != null) {
      known = MemoryContents.of(DigestKey.current().open(NAME, sealed));
    } else if (now.length == 0) {
      known = null; // The server has lost it, or all of it was forgotten.
    }
    id = now;
    return known;
  }

  @Override
  public synchronized MemoryContents change(Change change) throws IOException {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      MemoryContents changed = change.of(read()).within(LARGEST);
      byte[] next = names.another();
      byte[][] replacement = {key, id, next, DigestKey.current().seal(changed.json()), keep};
      if (Long.valueOf(1).equals(ask(REPLACE, replacement))) {
        id = next;
        known = changed;
        return changed;
      }
    }
    throw new IOException("others write it all the time");
  }

  private Object ask(Script script, byte[][] keyAndArguments) throws IOException {
    Answer answer = link.ask(script, link.deadlineNanos(), keyAndArguments);
    if (answer == null) {
      throw new MemoryAwayException();
    }
    link.giveBack(answer.connection());
    return answer.content();
  }
}
