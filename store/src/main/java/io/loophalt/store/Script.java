package io.loophalt.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What the server does in one go. Commands of Redis 6.2 alone.
 *
 * <p>A run is one hash: {@code g} the number of its generation and {@code e} its name, {@code v}
 * the id of its state, {@code s} the state, {@code n} how much happened in it, {@code h} whether it
 * is halted, {@code b} when it began, {@code l} who judges a call of it just now, {@code x} until
 * when, and {@code i} what it is called, sealed. Times are the server's.
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
   * has. Arguments: a name for this call, for how many ms, the id of its state, ms until a silent
   * run is over, the name of a call of its own that may be under way here though it is over, number
   * and name of the generation that this is if there is none, what the run is called, sealed, or
   * nothing where that is there already. Answer: 1, number of the generation, id, age in ms, how
   * much happened, whether it is halted, state or nil, name of the generation; or 0 if another one
   * judges just now. A time further off than any lease is of another clock, as after a failover,
   * and holds nobody up.
   */
  static final Script ACQUIRE =
      of(
          NOW
              + """
              local r = redis.call('HMGET', KEYS[1], 'l', 'x', 'g', 'v', 'b', 'n', 'h', 'e')
              if r[1] and r[1] ~= ARGV[1] and r[1] ~= ARGV[5] then
                local left = tonumber(r[2]) - now
                if left > 0 and left <= tonumber(ARGV[2]) then
                  return {0}
                end
              end
              if not r[3] then
                r[3] = ARGV[6]
                r[8] = ARGV[7]
                r[5] = tostring(now)
                redis.call('HSET', KEYS[1], 'g', r[3], 'e', r[8], 'b', r[5])
              elseif not r[5] then
                r[5] = tostring(now)
                redis.call('HSET', KEYS[1], 'b', r[5])
              end
              if ARGV[8] ~= '' then
                redis.call('HSET', KEYS[1], 'i', ARGV[8])
              end
              redis.call('HSET', KEYS[1], 'l', ARGV[1], 'x', tostring(now + ARGV[2]))
              redis.call('PEXPIRE', KEYS[1], ARGV[4])
              local s = false
              if r[4] and r[4] ~= ARGV[3] then
                s = redis.call('HGET', KEYS[1], 's')
              end
              return {1, tonumber(r[3]), r[4] or '', math.max(0, now - tonumber(r[5])),
                tonumber(r[6] or 0), tonumber(r[7] or 0), s, r[8]}
              """);

  /**
   * The state after a call. Arguments: the name of the call, number and name of the generation, id
   * of the state, state, how much happened, whether it is halted, ms until a silent run is over,
   * how many ms ago the run began where that is to be changed, else nothing, and where all others
   * are to be told of a halt by which channel, and what. Who may not do that tells them nothing:
   * they hear of it with their next call. Answer: whether it counts.
   */
  static final Script PUT =
      of(
          """
          if redis.call('HGET', KEYS[1], 'l') ~= ARGV[1] then
            return 0
          end
          redis.call('HSET', KEYS[1], 'g', ARGV[2], 'e', ARGV[3], 'v', ARGV[4], 's', ARGV[5],
            'n', ARGV[6], 'h', ARGV[7])
          redis.call('HDEL', KEYS[1], 'l', 'x')
          redis.call('PEXPIRE', KEYS[1], ARGV[8])
          if ARGV[9] ~= '' then
            local t = redis.call('TIME')
            local began = t[1] * 1000 + math.floor(t[2] / 1000) - ARGV[9]
            redis.call('HSET', KEYS[1], 'b', tostring(began))
          end
          if ARGV[10] ~= '' then
            redis.pcall('PUBLISH', ARGV[10], ARGV[11])
          end
          return 1
          """);

  /**
   * What a run is like, for who only looks. Arguments: the id of the state that is known. Answer:
   * as for {@link #ACQUIRE}, and what the run is called, sealed; or 0 if there is none.
   */
  static final Script LOOK =
      of(
          NOW
              + """
              local r = redis.call('HMGET', KEYS[1], 'g', 'v', 'b', 'n', 'h', 'e', 'i')
              if not r[1] or not r[6] or not r[7] then
                return {0}
              end
              local s = false
              if r[2] and r[2] ~= ARGV[1] then
                s = redis.call('HGET', KEYS[1], 's')
              end
              return {1, tonumber(r[1]), r[2] or '', math.max(0, now - tonumber(r[3] or now)),
                tonumber(r[4] or 0), tonumber(r[5] or 0), s, r[6], r[7]}
              """);

  /** The call was not judged: the next one may be. Argument: its name. */
  static final Script RELEASE =
      of(
          """
          if redis.call('HGET', KEYS[1], 'l') == ARGV[1] then
            redis.call('HDEL', KEYS[1], 'l', 'x')
          end
          return 1
          """);

  /**
   * The run is over: who joins it is in the next generation. A halt stays. Arguments: the name of
   * its generation, that of the next, ms until a silent run is over.
   */
  static final Script END =
      of(
          """
          local r = redis.call('HMGET', KEYS[1], 'e', 'h')
          if r[1] ~= ARGV[1] then
            return 0
          end
          redis.call('HINCRBY', KEYS[1], 'g', 1)
          redis.call('HSET', KEYS[1], 'e', ARGV[2])
          if r[2] ~= '1' then
            redis.call('HDEL', KEYS[1], 'v', 's', 'n', 'h', 'b')
          end
          redis.call('HDEL', KEYS[1], 'l', 'x')
          redis.call('PEXPIRE', KEYS[1], ARGV[3])
          return 1
          """);

  static Script of(String text) {
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
