package io.loophalt.store;

import io.loophalt.store.link.Script;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the server does with runs in one go each. Commands of Redis 6.2 alone.
 *
 * <p>A run is one hash: {@code g} the number of its generation and {@code e} its name, {@code v}
 * the id of its state, {@code s} the state, {@code n} how much happened in it, {@code h} whether it
 * is halted, and for how many ms that is kept, {@code b} when it began, {@code l} who judges a call
 * of it just now, {@code x} until when, {@code i} what it is called, sealed, {@code m} in which
 * {@link io.loophalt.store.link.ServerHistory} the state was put there, and {@code w} when. Times
 * are the server's. One that was begun inside another is kept beside the outermost around it; under
 * its own name there is only {@code p}, the entry that says where that is, sealed, and {@code k},
 * for how many ms that is kept at least while the run is halted. The two may be on two servers, so
 * no script ends both. When it is over, {@code o} beside the outermost says by which entry nobody
 * begins it there again.
 */
final class RunScripts {

  private RunScripts() {}

  /**
   * For how long nobody else judges if a process is killed in the middle of a call, or when it has
   * just joined.
   */
  static final long LEASE_MILLIS = 1_000;

  private static final String NOW =
      """
      local t = redis.call('TIME')
      local now = t[1] * 1000 + math.floor(t[2] / 1000)
      """;

  /**
   * A call of some runs that are kept together, each inside the one before it, may be judged, for
   * so long, and who asks gets the states that are others than those it has. Arguments: a name for
   * this call, or nothing where none is to be judged and only what others do just now is waited
   * for, and for how many ms; then for each run the id of its state, ms until a silent one is over,
   * the name of a call of its own that may be under way here though it is over, number and name of
   * the generation that this is if there is none, 0 for a run that is not to begin, and what the
   * run is called, sealed, or nothing where that is there already, and by which entry it was found,
   * or nothing where it is under its own name. Answer: 1, and of each run: 1, number of the
   * generation, id, age in ms, how much happened, for how many ms a halt is kept, or 0, state or
   * nil, name of the generation, in which history the state was put there, and how many ms ago; or
   * 0 if it has not begun, or is over for who has found it by this entry. 0 alone if somebody
   * judges one of them just now. A time further off than any lease is of another clock, as after a
   * failover, and holds nobody up. Who is still in the generation before does not begin the next
   * one.
   */
  static final Script ACQUIRE =
      Script.of(
          NOW
              + """
              local call, lease = ARGV[1], ARGV[2]
              local function asked(i)
                return unpack(ARGV, 7 * i - 4, 7 * i + 2)
              end
              local all = {}
              for i, key in ipairs(KEYS) do
                local _, _, before = asked(i)
                local r = redis.call('HMGET', key, 'l', 'x', 'g', 'v', 'b', 'n', 'h', 'e', 'o', 'm', 'w')
                if r[1] and r[1] ~= call and r[1] ~= before then
                  local left = tonumber(r[2]) - now
                  if left > 0 and left <= tonumber(lease) then
                    return {0}
                  end
                end
                all[i] = r
              end
              local found = {1}
              for i, key in ipairs(KEYS) do
                local base, gap, _, number, name, sealed, entry = asked(i)
                local r = all[i]
                if (not r[3] and number == '0') or (r[9] and not r[5] and r[9] == entry) then
                  found[i + 1] = {0}
                else
                  if not r[3] then
                    r[3] = number
                    r[8] = name
                    r[5] = tostring(now)
                    redis.call('HSET', key, 'g', r[3], 'e', r[8], 'b', r[5])
                  elseif not r[5] and (r[8] == name or (sealed ~= '' and number ~= '0')) then
                    r[5] = tostring(now)
                    redis.call('HSET', key, 'b', r[5])
                  end
                  if sealed ~= '' then
                    redis.call('HSET', key, 'i', sealed)
                  end
                  if call ~= '' then
                    redis.call('HSET', key, 'l', call, 'x', tostring(now + lease))
                  end
                  redis.call('PEXPIRE', key, math.max(gap, r[7] or 0))
                  local s = false
                  if r[4] and r[4] ~= base then
                    s = redis.call('HGET', key, 's')
                  end
                  found[i + 1] = {1, tonumber(r[3]), r[4] or '',
                    math.max(0, now - tonumber(r[5] or now)), tonumber(r[6] or 0), tonumber(r[7] or 0),
                    s, r[8], r[10] or '', math.max(0, now - tonumber(r[11] or now))}
                end
              end
              return found
              """);

  /**
   * What {@link #ACQUIRE} is asked about a run.
   *
   * @param base the id of the state that is known
   * @param gapMillis until a silent one is over
   * @param before a call of its own that may be under way here though it is over
   * @param ifNone which generation this is if there is none; of number 0 for one that is not to
   *     begin
   * @param name what it is called, sealed; empty where that is there already
   * @param entry by which it was found; empty where it is under its own name
   */
  @SuppressWarnings("ArrayRecordComponent") // as they are sent, and never compared
  record Question(
      byte[] base, long gapMillis, byte[] before, Generation ifNone, byte[] name, byte[] entry) {

    private List<byte[]> arguments() {
      return List.of(
          base,
          StoredNames.number(gapMillis),
          before,
          StoredNames.number(ifNone.number()),
          ifNone.name(),
          name,
          entry);
    }
  }

  /**
   * Keys and arguments of {@link #ACQUIRE}.
   *
   * @param call what it is called; empty where none is to be judged
   * @param questions of as many runs as there are keys
   * @param more what a script that begins with that one takes besides
   */
  static byte[][] asking(List<byte[]> keys, byte[] call, List<Question> questions, byte[]... more) {
    List<byte[]> all = new ArrayList<>(keys);
    all.add(call);
    all.add(StoredNames.number(LEASE_MILLIS));
    questions.forEach(each -> all.addAll(each.arguments()));
    all.addAll(List.of(more));
    return all.toArray(new byte[0][]);
  }

  /**
   * Where is a run kept? If it is not there yet, and somebody begins it inside another one, it is
   * beside that from now on. Arguments: those of {@link #ACQUIRE} for it alone, what is around it,
   * sealed, or nothing, and for how many ms that is kept. Answer: 2 and what is around it, sealed;
   * or that of {@link #ACQUIRE}, if it is kept here.
   */
  static final Script FIND =
      Script.of(
          """
          local r = redis.call('HMGET', KEYS[1], 'p', 'b', 'k')
          local p = r[1]
          if not p and ARGV[10] ~= '' and not r[2] then
            p = ARGV[10]
            redis.call('HSET', KEYS[1], 'p', p)
          end
          if p then
            redis.call('PEXPIRE', KEYS[1], math.max(ARGV[11], r[3] or 0))
            return {2, p}
          end
          """
              + ACQUIRE.text());

  /**
   * A run that was kept beside another one is over: who joins it looks for a new place. Told after
   * {@link #END}, or by who finds out that nobody has told it. Argument: what is around it, as it
   * was found. Answer: 1.
   */
  static final Script FORGET =
      Script.of(
          """
          if redis.call('HGET', KEYS[1], 'p') == ARGV[1] then
            redis.call('HDEL', KEYS[1], 'p', 'k')
          end
          return 1
          """);

  /**
   * A run that is kept beside another one is halted, or is no more: for as long it is said under
   * its own name where that is, if it is. Arguments: for how many ms it is kept for the halt, 0
   * where there is none; and for how many without one. Answer: 1.
   */
  static final Script KEEP =
      Script.of(
          """
          if redis.call('HGET', KEYS[1], 'p') then
            if ARGV[1] == '0' then
              redis.call('HDEL', KEYS[1], 'k')
            else
              redis.call('HSET', KEYS[1], 'k', ARGV[1])
            end
            redis.call('PEXPIRE', KEYS[1], math.max(ARGV[1], ARGV[2]))
          end
          return 1
          """);

  /**
   * The states after a call. Arguments: its name; then for each run number and name of the
   * generation, id of the state, or nothing where the call was not judged in it, state, how much
   * happened, for how many ms a halt is kept, or 0, ms until a silent run is over, how many ms ago
   * the run began where that is to be changed, else nothing, and where all others are to be told of
   * a halt by which channel, and what, and in which history the state is put there, or nothing
   * where that is not known: then it stays said in which the one before was. Who may not publish
   * tells them nothing: they hear of it with their next call. Answer: whether all count.
   */
  static final Script PUT =
      Script.of(
          """
          local t = redis.call('TIME')
          local now = t[1] * 1000 + math.floor(t[2] / 1000)
          local all = 1
          for i, key in ipairs(KEYS) do
            local number, name, id, state, happened, halt, gap, age, channel, news, history =
              unpack(ARGV, 11 * i - 9, 11 * i + 1)
            if redis.call('HGET', key, 'l') ~= ARGV[1] then
              all = 0
            else
              redis.call('HDEL', key, 'l', 'x')
              if id ~= '' then
                redis.call('HSET', key, 'g', number, 'e', name, 'v', id,
                  's', state, 'n', happened, 'h', halt)
                redis.call('PEXPIRE', key, math.max(gap, halt))
                if age ~= '' then
                  redis.call('HSET', key, 'b', tostring(now - age))
                end
                if channel ~= '' then
                  redis.pcall('PUBLISH', channel, news)
                end
                if history ~= '' then
                  redis.call('HSET', key, 'm', history, 'w', tostring(now))
                end
              end
            end
          end
          return all
          """);

  /**
   * What comes of a call in a run, for {@link #PUT}.
   *
   * @param happened how much, by whomever
   * @param haltMillis for how long a halt is kept at least; 0 where it is not halted
   * @param gapMillis until a silent one is over
   * @param millis how long ago it began, where that is to be changed; else null
   * @param news what all others are told of a halt, sealed; empty where they are told nothing
   * @param channel on which they are told
   * @param history in which the state is put there; empty where that is not known
   */
  @SuppressWarnings("ArrayRecordComponent") // as they are sent, and never compared
  record Judged(
      Generation generation,
      byte[] id,
      byte[] state,
      long happened,
      long haltMillis,
      long gapMillis,
      @Nullable Long millis,
      byte[] channel,
      byte[] news,
      byte[] history) {

    private static final List<byte[]> NOT_JUDGED = Collections.nCopies(11, StoredNames.NOTHING);

    private List<byte[]> arguments() {
      return List.of(
          StoredNames.number(generation.number()),
          generation.name(),
          id,
          state,
          StoredNames.number(happened),
          StoredNames.number(haltMillis),
          StoredNames.number(gapMillis),
          millis == null ? StoredNames.NOTHING : StoredNames.number(millis),
          news.length == 0 ? StoredNames.NOTHING : channel,
          news,
          history);
    }
  }

  /**
   * Keys and arguments of {@link #PUT}.
   *
   * @param call what it is called
   * @param judged what came of it in as many runs as there are keys; null in one in which it was
   *     not judged after all
   * @param more what a script that ends with that one takes besides
   */
  static byte[][] putting(
      List<byte[]> keys, byte[] call, List<@Nullable Judged> judged, byte[]... more) {
    List<byte[]> all = new ArrayList<>(keys);
    all.add(call);
    for (Judged each : judged) {
      all.addAll(each == null ? Judged.NOT_JUDGED : each.arguments());
    }
    all.addAll(List.of(more));
    return all.toArray(new byte[0][]);
  }

  /**
   * What a run is like, for who only looks. Arguments: the id of the state that is known. Answer:
   * as for a run of {@link #ACQUIRE}, and what it is called, sealed, and 1 if it has begun, 0 if
   * one of its name is over and the next has not; 2 and what is around it, sealed, if it is kept
   * elsewhere; or 0 if there is none.
   */
  static final Script LOOK =
      Script.of(
          NOW
              + """
              local r = redis.call('HMGET', KEYS[1], 'g', 'v', 'b', 'n', 'h', 'e', 'i', 'p', 'm', 'w')
              if r[8] then
                return {2, r[8]}
              end
              if not r[1] or not r[6] or not r[7] then
                return {0}
              end
              local s = false
              if r[2] and r[2] ~= ARGV[1] then
                s = redis.call('HGET', KEYS[1], 's')
              end
              return {1, tonumber(r[1]), r[2] or '', math.max(0, now - tonumber(r[3] or now)),
                tonumber(r[4] or 0), tonumber(r[5] or 0), s, r[6], r[9] or '',
                math.max(0, now - tonumber(r[10] or now)), r[7], r[3] and 1 or 0}
              """);

  /**
   * The run is over: who joins it is in the next generation. A halt stays. Arguments: the name of
   * its generation, that of the next, ms until a silent run is over, and by which entry it is
   * found, or nothing where it is under its own name: the next one of its name may be kept
   * elsewhere, so this is called by it no more, and nobody begins it here by that entry. Answer: 1,
   * or 2 if it stays halted; 0 if it is another generation.
   */
  static final Script END =
      Script.of(
          """
          local r = redis.call('HMGET', KEYS[1], 'e', 'h')
          if r[1] ~= ARGV[1] then
            return 0
          end
          redis.call('HINCRBY', KEYS[1], 'g', 1)
          redis.call('HSET', KEYS[1], 'e', ARGV[2])
          local halt = tonumber(r[2] or 0)
          if halt == 0 then
            redis.call('HDEL', KEYS[1], 'v', 's', 'n', 'h', 'b', 'm', 'w')
            if ARGV[4] ~= '' then
              redis.call('HDEL', KEYS[1], 'i')
              redis.call('HSET', KEYS[1], 'o', ARGV[4])
            end
          end
          redis.call('HDEL', KEYS[1], 'l', 'x')
          redis.call('PEXPIRE', KEYS[1], math.max(ARGV[3], halt))
          return halt ~= 0 and 2 or 1
          """);
}
