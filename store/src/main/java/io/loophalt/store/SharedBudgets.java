package io.loophalt.store;

import io.loophalt.core.budget.Budget;
import io.loophalt.core.budget.Budget.Share;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.OwnThread;
import io.loophalt.store.link.RedisLink;
import io.loophalt.store.link.RedisLink.Answer;
import io.loophalt.store.link.Script;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Brings the store what this process has used of its budgets, and learns what others have, on a
 * thread of its own: no call waits for it.
 *
 * <p>Each process tells all that it has used in a period, and never what came to it since. So
 * telling it twice counts once, and what the server has lost is told again.
 */
final class SharedBudgets {

  /** How often it tells what is new here. */
  private static final long TELL_MILLIS = 200;

  /** How often it asks what is new elsewhere. */
  private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** For how long a period that is over is kept, for clocks that are behind. */
  private static final long KEPT_MILLIS = TimeUnit.HOURS.toMillis(1);

  /** Of what is counted: no sum of several overflows. */
  private static final long MOST = Long.MAX_VALUE / 1_000_000;

  /**
   * What a process has used of a budget in a period, which is one hash: {@code c} and {@code t} the
   * money and the tokens of all, and each process's own under its name. Arguments: the name of the
   * process, money, tokens, ms until it may be forgotten. Answer: money and tokens of all, as
   * texts, because they may be more than a number of Lua holds exactly.
   */
  private static final Script USE =
      Script.of(
          """
          for _, each in ipairs({{'c', ARGV[2]}, {'t', ARGV[3]}}) do
            local own = each[1] .. ':' .. ARGV[1]
            local before = redis.call('HGET', KEYS[1], own) or '0'
            if tonumber(each[2]) > tonumber(before) then
              redis.call('HSET', KEYS[1], own, each[2])
              redis.call('HINCRBY', KEYS[1], each[1], each[2])
              if before ~= '0' then
                redis.call('HINCRBY', KEYS[1], each[1], '-' .. before)
              end
            end
          end
          redis.call('PEXPIRE', KEYS[1], ARGV[4])
          local all = redis.call('HMGET', KEYS[1], 'c', 't')
          return {all[1] or '0', all[2] or '0'}
          """);

  private final RedisLink link;
  private final StoredNames names;
  private final RunRegistry registry;
  private final byte[] process;

  /** What was told last of each budget, and when. Of the one thread. */
  private final Map<Budget, Told> told = new WeakHashMap<>();

  private record Told(Share share, long nanos) {}

  /** Of a registry whose budgets are {@linkplain #exchange brought there} by whoever has this. */
  SharedBudgets(RedisLink link, StoredNames names, RunRegistry registry) {
    this.link = link;
    this.names = names;
    this.registry = registry;
    this.process = names.another();
  }

  /** From now on the budgets of a registry are shared. Returns at once. */
  static void begin(RedisLink link, StoredNames names, RunRegistry registry) {
    OwnThread.of(new SharedBudgets(link, names, registry)::goOn, "loophalt-store-budgets").start();
  }

  private void goOn() {
    try {
      while (true) {
        link.awaitThere();
        names.warnings().goingOn(this::exchange);
        TimeUnit.MILLISECONDS.sleep(TELL_MILLIS);
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Tells what is new here, and learns what is new elsewhere. Of one thread at a time.
   *
   * @return false if the store did not answer for one of them, which is asked for next time
   */
  boolean exchange() {
    boolean all = true;
    for (Budget each : registry.sharedBudgets()) {
      all &= tell(each); // In a cluster the server of another one may be there.
    }
    return all;
  }

  private boolean tell(Budget budget) {
    Share own = budget.share();
    Told before = told.get(budget);
    long now = System.nanoTime();
    if (before != null && before.share().equals(own) && now - before.nanos() < ASK_NANOS) {
      return true;
    }
    long cost = Math.min(own.cost(), MOST);
    long tokens = Math.min(own.tokens(), MOST);
    long millisLeft = Math.max(0, own.end() - System.currentTimeMillis()) + KEPT_MILLIS;
    byte[][] use = {
      names.keyOfBudget(budget.name(), own.start(), own.end()),
      process,
      StoredNames.number(cost),
      StoredNames.number(tokens),
      StoredNames.number(millisLeft)
    };
    Answer answer = link.ask(USE, link.deadlineNanos(), use);
    if (answer == null) {
      return false; // What was used is told with the next one.
    }
    link.giveBack(answer.connection());
    List<?> all = (List<?>) answer.content();
    told.put(budget, new Told(own, now));
    budget.isUsedElsewhere(
        new Share(own.start(), own.end(), number(all, 0) - cost, number(all, 1) - tokens));
    return true;
  }

  private static long number(List<?> all, int at) {
    return Long.parseLong(new String((byte[]) all.get(at), StandardCharsets.US_ASCII));
  }
}
