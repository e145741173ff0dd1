package io.loophalt.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What the server does in one go. Commands of Redis 6.2 alone.
 *
 * <p>A run is one hash: {@code g} its generation, {@code v} the id of its state, {@code s} the
 * state, {@code n} how much happened in it, {@code h} whether it is halted, {@code b} when it
 * began, {@code l} who judges a call of it just now, and {@code x} until when. Times are the
 * server's.
 *
 * @param text in Lua
 * @param digest its SHA-1 as the server has it
 */
record Script(String text, String digest) {

  private static final String NOW =
      """
      local t = redis.call('TIME')
      local now = t[1] * 1000 + math.floor(t[2] / 1000)
      """;

  /**
   * Whoever asks may judge a call, for so long, and gets the state if it is another than the one it
   * has. Arguments: its name, for how many ms, the id of its state, ms until a silent run is over.
   * Answer: 1, generation, id, age in ms, how much happened, whether it is halted, state or nil; or
   * 0 if another one judges just now.
   */
  static final Script ACQUIRE =
      of(
          NOW
              + """
              local r = redis.call('HMGET', KEYS[1], 'l', 'x', 'g', 'v', 'b', 'n', 'h')
              if r[1] and r[1] ~= ARGV[1] and tonumber(r[2]) > now then
                return {0}
              end
              if not r[3] then
                r[3] = '1'
                r[5] = tostring(now)
                redis.call('HSET', KEYS[1], 'g', r[3], 'b', r[5])
              elseif not r[5] then
                r[5] = tostring(now)
                redis.call('HSET', KEYS[1], 'b', r[5])
              end
              redis.call('HSET', KEYS[1], 'l', ARGV[1], 'x', tostring(now + ARGV[2]))
              redis.call('PEXPIRE', KEYS[1], ARGV[4])
              local s = false
              if r[4] and r[4] ~= ARGV[3] then
                s = redis.call('HGET', KEYS[1], 's')
              end
              return {1, tonumber(r[3]), r[4] or '', now - tonumber(r[5]), tonumber(r[6] or 0),
                tonumber(r[7] or 0), s}
              """);

  /**
   * The state after a call. Arguments: who has judged it, generation, id of the state, state, how
   * much happened, whether it is halted, ms until a silent run is over. Answer: whether it counts.
   */
  static final Script PUT =
      of(
          """
          local r = redis.call('HMGET', KEYS[1], 'l', 'g')
          if r[1] ~= ARGV[1] or r[2] ~= ARGV[2] then
            return 0
          end
          redis.call('HSET', KEYS[1], 'v', ARGV[3], 's', ARGV[4], 'n', ARGV[5], 'h', ARGV[6])
          redis.call('HDEL', KEYS[1], 'l', 'x')
          redis.call('PEXPIRE', KEYS[1], ARGV[7])
          return 1
          """);

  /** The call was not judged: the next one may be. Argument: who was to judge it. */
  static final Script RELEASE =
      of(
          """
          if redis.call('HGET', KEYS[1], 'l') == ARGV[1] then
            redis.call('HDEL', KEYS[1], 'l', 'x')
          end
          return 1
          """);

  /**
   * The run is over: who joins it is in the next generation. A halt stays. Arguments: its
   * generation, ms until a silent run is over.
   */
  static final Script END =
      of(
          """
          local r = redis.call('HMGET', KEYS[1], 'g', 'h')
          if r[1] ~= ARGV[1] then
            return 0
          end
          redis.call('HINCRBY', KEYS[1], 'g', 1)
          if r[2] ~= '1' then
            redis.call('HDEL', KEYS[1], 'v', 's', 'n', 'h', 'b')
          end
          redis.call('HDEL', KEYS[1], 'l', 'x')
          redis.call('PEXPIRE', KEYS[1], ARGV[2])
          return 1
          """);

  private static Script of(String text) {
    try {
      byte[] sha1 =
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
      return new Script(text, HexFormat.of().formatHex(sha1));
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  /** The arguments of a call of it with one key. */
  byte[][] call(String textOrDigest, byte[][] keyAndArguments) {
    byte[][] all = new byte[keyAndArguments.length + 2][];
    all[0] = textOrDigest.getBytes(StandardCharsets.UTF_8);
    all[1] = new byte[] {'1'};
    System.arraycopy(keyAndArguments, 0, all, 2, keyAndArguments.length);
    return all;
  }
}
