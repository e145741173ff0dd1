package io.loophalt.store;

import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.runs.RunSharing;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.steering.Freeze;
import io.loophalt.store.StoredNames.RunName;
import io.loophalt.store.link.RedisLink;
import io.loophalt.store.link.RedisLink.Answer;
import io.loophalt.store.link.ServerLink;
import io.loophalt.store.link.StoreConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisAccessControlException;

/**
 * All runs that are in a store, in a registry of a process that judges nothing: whoever looks at
 * them there sees what all processes know, and what is decided about them there holds for all.
 *
 * <p>Looking changes nothing in the store, and prolongs no run. Thread-safe.
 */
public final class StoredRuns implements RunSharing {

  /** Of how many keys the server tells at a time. */
  private static final int AT_A_TIME = 500;

  private final RedisLink link;
  private final StoredNames names;
  private final LateEntries late;
  private final RunRegistry registry;
  private final SharedBudgets budgets;
  private final Log log;

  /** How many runs were sealed under another key when all were looked at last. Guarded by this. */
  private int ofOtherKeys;

  private boolean knowsBudgets;

  private volatile Instant frozenUntil = Instant.MIN;

  /** What is seen for the first time, or was so last; null before. */
  private volatile @Nullable Seen seen;

  /** By the key in the store. */
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  /** Looks for the server. The registry keeps the runs, and has the settings of those who judge. */
  public StoredRuns(StorePolicy policy, RunRegistry registry, Log log) {
    this.names = new StoredNames(policy, DigestKey.current(), log);
    this.link = new RedisLink(policy, names.trial(), log);
    this.late = new LateEntries(link, names);
    this.registry = registry;
    this.budgets = new SharedBudgets(link, names, registry);
    this.log = log;
    registry.shareBy(this);
  }

  /** Waits until the server is there; returns whether it is. */
  public boolean awaitServer(Duration most) throws InterruptedException {
    return link.awaitThere(most);
  }

  /** Why it is not there, for a person. */
  public String problem() {
    return link.problem();
  }

  @Override
  public long judgedAlone() {
    return late.alone();
  }

  /** Waits for the store to take all that was decided here; returns whether it has, in time. */
  public boolean awaitTaken() throws InterruptedException {
    return late.awaitNone(link.timeoutNanos()) && late.alone() == 0;
  }

  /** How many of the runs are judged by other settings, or another version. */
  public int unreadable() {
    int unreadable = 0;
    for (Known each : known.values()) {
      unreadable += each.shared().isUnreadable() ? 1 : 0;
    }
    return unreadable;
  }

  /** Whether the store has said what was used of the budgets when it was looked at last. */
  public synchronized boolean knowsBudgets() {
    return knowsBudgets;
  }

  /** How many runs there are of which nothing is known here, because the digest key is another. */
  public synchronized int ofOtherKeys() {
    return ofOtherKeys;
  }

  @Override
  public @Nullable Place find(
      String task, String name, @Nullable LiveRun parent, @Nullable LiveRun before) {
    return null; // Who looks at runs joins none.
  }

  @Override
  public Shared share(LiveRun live) {
    String id = live.run().id();
    Seen last = seen;
    // Also one that the store has no more is shared anew, where a person names it.
    byte[] key = last != null && last.id().equals(id) ? last.key() : names.keyOf(id);
    JoinedRun member = new JoinedRun(live, registry, new FrozenTime(), null, log);
    SharedRun shared = new SharedRun(link, names, late, member, null, RunPlace.alone(key), null);
    live.run().shareBy(shared);
    known.put(text(key), new Known(live, shared));
    return shared;
  }

  /**
   * Looks at all runs that are there now; those that are there no more are closed.
   *
   * @throws IOException if the store does not answer
   */
  public synchronized void refresh() throws IOException {
    lookAtFreeze();
    knowsBudgets = budgets.exchange();
    ofOtherKeys = 0;
    Set<String> there = new HashSet<>();
    List<ServerLink> servers = link.servers();
    if (servers.isEmpty()) {
      throw new IOException("the store does not answer");
    }
    for (ServerLink each : servers) {
      scan(each, there);
    }
    for (String key : new ArrayList<>(known.keySet())) {
      if (!there.contains(key)) {
        forget(key);
      }
    }
  }

  /**
   * Holds the calls of all JVMs, in place of a freeze before.
   *
   * @return when that ends by itself, by the clock of this machine
   * @throws IOException if the store does not answer
   */
  public synchronized Instant freeze(Freeze.Calls calls, boolean halts, Duration most)
      throws IOException {
    StoredFreeze.of(calls, halts, most).put(link, names);
    Instant until = Clock.systemUTC().instant().plus(most);
    frozenUntil = until;
    return until;
  }

  /**
   * Lets the calls of all JVMs go on that {@link #freeze} holds.
   *
   * @return whether they were held
   * @throws IOException if the store does not answer
   */
  public synchronized boolean unfreeze() throws IOException {
    lookAtFreeze();
    boolean was = frozenUntil().isPresent();
    StoredFreeze.lifted().put(link, names); // Also where the store has lost what JVMs still know.
    frozenUntil = Instant.MIN;
    return was;
  }

  /** Until when all JVMs are frozen, as it was looked at last. */
  public Optional<Instant> frozenUntil() {
    Instant known = frozenUntil;
    return known.isAfter(Clock.systemUTC().instant()) ? Optional.of(known) : Optional.empty();
  }

  private void lookAtFreeze() throws IOException {
    StoredFreeze last = StoredFreeze.look(link, names);
    frozenUntil = last == null ? Instant.MIN : Clock.systemUTC().instant().plus(last.left());
  }

  private void scan(ServerLink server, Set<String> there) throws IOException {
    byte[] cursor = {'0'};
    do {
      CommandArguments scan =
          new CommandArguments(Command.SCAN)
              .add(cursor)
              .add("MATCH")
              .add(names.ofAll())
              .add("COUNT")
              .add(AT_A_TIME)
              .add("TYPE")
              .add("hash"); // Others may keep something else under the same prefix.
      long deadline = link.deadlineNanos();
      ServerLink.Asked answer = server.ask(each -> pageOrRefusal(each, scan, deadline), deadline);
      if (answer == null) {
        throw new IOException("the store does not answer");
      }
      link.giveBack(answer.connection());
      if (answer.content() instanceof JedisAccessControlException) {
        throw new IOException("the user of the store may not look for runs: it needs +scan");
      }
      List<?> page = (List<?>) answer.content();
      cursor = (byte[]) page.get(0);
      for (Object key : (List<?>) page.get(1)) {
        if (look((byte[]) key)) {
          there.add(text((byte[]) key));
        }
      }
    } while (!(cursor.length == 1 && cursor[0] == '0'));
  }

  private static Object pageOrRefusal(
      StoreConnection server, CommandArguments scan, long deadline) {
    try {
      return server.ask(scan, deadline);
    } catch (JedisAccessControlException refused) {
      if (String.valueOf(refused.getMessage()).contains("scan")) {
        return refused;
      }
      throw refused; // It is of what was told before.
    }
  }

  private void forget(String key) {
    Known gone = known.remove(key);
    if (gone != null) {
      registry.close(gone.live());
    }
  }

  /** Looks at one run; false if it is none of ours, or over. */
  private boolean look(byte[] key) throws IOException {
    Known before = known.get(text(key));
    byte[] base = before == null ? StoredNames.NONE : before.shared().base();
    Object looked = look(key, base);
    StoredRun stored = StoredRun.of(looked);
    byte[] sealed = StoredRun.nameIn(looked);
    if (stored == null || sealed == null || !StoredRun.hasBegun(looked)) {
      return false;
    }
    if (before == null) {
      RunName name;
      try {
        name = names.opened(sealed);
      } catch (IOException ofAnotherKey) {
        ofOtherKeys++;
        return false;
      }
      byte[] other = keyOfKnown(name);
      if (other != null) {
        if (!Arrays.equals(key, keyWhereItIs(name))) {
          return false;
        }
        forget(text(other));
      }
      seen = new Seen(name.id(), key);
      registry.mirror(name.id(), name.task(), System.nanoTime());
    }
    Known now = known.get(text(key));
    if (now != null && !now.shared().look(stored)) {
      forget(text(key));
      return look(key); // Another one of its id has begun.
    }
    return now != null;
  }

  private Object look(byte[] key, byte[] base) throws IOException {
    Answer answer = link.ask(RunScripts.LOOK, link.deadlineNanos(), new byte[][] {key, base});
    if (answer == null) {
      throw new IOException("the store does not answer");
    }
    link.giveBack(answer.connection());
    return answer.content();
  }

  /** Under which a run of this name was seen; null if it was not. */
  private byte @Nullable [] keyOfKnown(RunName name) {
    LiveRun live = registry.live(name.id());
    return live != null && live.shared() instanceof SharedRun shared ? shared.key() : null;
  }

  /**
   * Where whoever joins a run finds it. There may be something under another key, too, where a
   * server has lost in a failover where a part is kept, or that it is over.
   */
  private byte[] keyWhereItIs(RunName name) throws IOException {
    byte[] ownKey = names.keyOf(name.id());
    byte[] entry = StoredRun.aroundIn(look(ownKey, StoredNames.NONE));
    return entry == null ? ownKey : RunPlace.read(names, name, entry).key();
  }

  private static String text(byte[] key) {
    return new String(key, StandardCharsets.US_ASCII);
  }

  /**
   * Where a run was seen.
   *
   * @param id of the run
   */
  @SuppressWarnings("ArrayRecordComponent") // as it came, and never compared
  private record Seen(String id, byte[] key) {}

  /** A run that was seen. */
  private record Known(LiveRun live, SharedRun shared) {}
}
