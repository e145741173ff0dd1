package io.loophalt.store;

import io.loophalt.runtime.invocation.Patience;
import io.loophalt.store.Holds.Held;
import io.loophalt.store.RunScripts.Judged;
import io.loophalt.store.RunScripts.Question;
import io.loophalt.store.link.RedisLink;
import io.loophalt.store.link.RedisLink.Answer;
import io.loophalt.store.link.ServerHistory;
import io.loophalt.store.link.StoreConnection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * By which this process alone may judge a call of some runs, each inside the one before it and kept
 * beside it: asked for before the call, and given back with what came of it. Not thread-safe.
 */
final class Lease {

  private static final long SHORTEST_PAUSE_NANOS = 20_000;
  private static final long LONGEST_PAUSE_NANOS = 1_000_000;

  /** A run of which a call is to be judged. */
  interface Level {

    /** Where it is kept. */
    byte[] key();

    /** By which entry it was found there; empty where that is under its own name. */
    byte[] entry();

    /** What is known of it here. */
    KnownRun known();

    /** The latest call that was asked for. */
    Latest latest();

    /** What the store was told of it last has maybe not reached it. */
    void mayBeLost();
  }

  /** The latest call of a run that this process has asked for. */
  static final class Latest {

    private byte[] name = StoredNames.NONE;

    /** On which it is given back; null where that never reached the server, as far as known. */
    private @Nullable StoreConnection connection;

    byte[] mayBeUnderWay() {
      StoreConnection known = connection;
      return known == null || known.isDropped() ? name : StoredNames.NONE;
    }
  }

  private final RedisLink link;
  private final StoredNames names;
  private final Holds holds;

  /** For the call that may follow; null for nothing. */
  private @Nullable Ahead ahead;

  /** When somebody has joined, and called nothing yet, by {@link System#nanoTime}; 0 for never. */
  private long joinedNanos;

  // Of the call that is under way.
  private byte[] name = StoredNames.NONE;
  private List<? extends Level> levels = List.of();

  /** Those of them that are judged by what is in the store. */
  private List<Level> judged = List.of();

  private @Nullable StoreConnection connection;

  Lease(RedisLink link, StoredNames names, Holds holds) {
    this.link = link;
    this.names = names;
    this.holds = holds;
  }

  /**
   * What was asked for before a call.
   *
   * @param levels the runs of which all is known
   * @param bases the states that were known then
   * @param there of the server that has said so; null if that is not known
   */
  private record Ahead(
      Held held, List<? extends Level> levels, List<byte[]> bases, @Nullable ServerHistory there) {

    /** Whether it was said in this history. */
    boolean isIn(@Nullable ServerHistory now) {
      return Objects.equals(nameOf(now), nameOf(there));
    }

    private static @Nullable String nameOf(@Nullable ServerHistory history) {
      return history == null ? null : history.name();
    }

    /** Whether nothing was asked for, or heard of the runs, since. */
    @SuppressWarnings("ReferenceEquality") // each is another array
    boolean isOf(List<? extends Level> ofRuns) {
      boolean is = levels.equals(ofRuns);
      for (int i = 0; is && i < ofRuns.size(); i++) {
        Level each = ofRuns.get(i);
        is = each.latest().name == held.name() && each.known().base() == bases.get(i);
      }
      return is;
    }
  }

  /** Whether a call of this run is judged by what is in the store. */
  boolean judges(Level run) {
    return judged.contains(run);
  }

  /**
   * Asks for it, and waits for other processes that have one of the runs.
   *
   * @return whether what is in the store of one of them is known here now, by which the call is
   *     judged
   */
  boolean acquire(Patience patience, List<? extends Level> ofRuns) {
    if (isHeld(ofRuns)) {
      return true;
    }
    if (patience.isOver()) {
      return false; // What was asked for before may be under way, and is to be named next time.
    }
    name = names.another();
    List<byte[]> before = mayBeUnderWay(ofRuns);
    List<byte[]> last = new ArrayList<>();
    ofRuns.forEach(each -> last.add(each.latest().name));
    isLatest(name, ofRuns);
    Asked asked = ask(patience, name, ofRuns, before, last);
    if (asked == null) {
      return false;
    }
    isGiven(asked.connection(), ofRuns, goOnFrom(ofRuns, asked));
    return !judged.isEmpty();
  }

  private boolean isHeld(List<? extends Level> ofRuns) {
    Ahead known = ahead;
    StoreConnection idle = known == null ? null : connectionOf(known, ofRuns);
    if (known == null || idle == null) {
      return false;
    }
    if (!known.held.take()) {
      link.giveBack(idle);
      return false;
    }
    name = known.held.name();
    isGiven(idle, ofRuns, List.copyOf(ofRuns));
    return true;
  }

  /** On which it is given back what was asked for ahead; null if that is of no use any more. */
  private @Nullable StoreConnection connectionOf(Ahead known, List<? extends Level> ofRuns) {
    StoreConnection idle =
        known.isOf(ofRuns) ? link.connection(ofRuns.get(0).key(), known.held.askedNanos()) : null;
    if (idle != null && !known.isIn(idle.history())) {
      link.giveBack(idle);
      return null;
    }
    return idle;
  }

  /** Whether nobody else can have done anything in the runs since they were asked for ahead. */
  private boolean isStillHeld(List<? extends Level> ofRuns) {
    Ahead known = ahead;
    StoreConnection idle =
        known == null || !known.held.mayBeTaken() ? null : connectionOf(known, ofRuns);
    if (known == null || idle == null) {
      return false;
    }
    link.giveBack(idle);
    return known.held.mayBeTaken();
  }

  private void isGiven(StoreConnection on, List<? extends Level> ofRuns, List<Level> good) {
    levels = ofRuns;
    judged = good;
    connection = on;
    for (Level each : ofRuns) {
      each.latest().connection = on;
    }
  }

  /** A call is to be judged. */
  void called() {
    if (joinedNanos != 0) {
      holds.called(System.nanoTime() - joinedNanos);
      joinedNanos = 0;
    }
  }

  private void joined() {
    long now = System.nanoTime();
    if (joinedNanos != 0 && now - joinedNanos >= holds.nanos()) {
      holds.called(now - joinedNanos); // Nobody has called anything.
    }
    joinedNanos = now;
  }

  /** As {@link #acquire}, for a call that mostly follows at once, unless others judge just now. */
  void hold(Patience patience, List<? extends Level> ofRuns) {
    if (isStillHeld(ofRuns)) {
      return; // Who joins it once more may call as well as who has joined it before.
    }
    joined();
    if (ofRuns.isEmpty() || !holds.pay() || patience.isOver()) {
      waitFor(patience, ofRuns);
      return;
    }
    byte[] call = names.another();
    List<byte[]> before = mayBeUnderWay(ofRuns);
    long askedNanos = System.nanoTime();
    Asked asked = askOnce(patience, call, ofRuns, before);
    if (asked != null && asked.isJudgedElsewhere()) {
      link.giveBack(asked.connection());
      waitFor(patience, ofRuns);
      return;
    }
    isLatest(call, ofRuns);
    if (asked == null) {
      holds.hold(call, keys(ofRuns), askedNanos); // The server may have heard it.
      return;
    }
    ServerHistory there = asked.connection().history();
    Held held = holds.hold(call, keys(ofRuns), askedNanos, asked.connection());
    isAhead(held, ofRuns, goOnFrom(ofRuns, asked.stored(), there), there);
  }

  /** The same of a run that was found when it was looked for. */
  void hold(Level run, RunPlace.Found found) {
    joined();
    List<Level> one = List.of(run);
    Held held = found.held();
    if (held != null) {
      isLatest(held.name(), one);
    }
    List<Level> good = goOnFrom(one, List.of(found.run()), found.there());
    if (held != null) {
      isAhead(held, one, good, found.there());
    }
  }

  private void isAhead(
      Held held, List<? extends Level> ofRuns, List<Level> good, @Nullable ServerHistory there) {
    if (good.size() < ofRuns.size()) {
      holds.letGo(held); // Who joins it next here is in another run, and need not wait for this.
      ahead = null;
      return;
    }
    List<byte[]> bases = new ArrayList<>();
    ofRuns.forEach(each -> bases.add(each.known().base()));
    ahead = new Ahead(held, ofRuns, bases, there);
  }

  private static void isLatest(byte[] call, List<? extends Level> ofRuns) {
    for (Level each : ofRuns) {
      each.latest().name = call;
      each.latest().connection = null;
    }
  }

  private static List<byte[]> mayBeUnderWay(List<? extends Level> ofRuns) {
    List<byte[]> all = new ArrayList<>();
    ofRuns.forEach(each -> all.add(each.latest().mayBeUnderWay()));
    return all;
  }

  /** As {@link #acquire}, where no call is to be judged. */
  void waitFor(Patience patience, List<? extends Level> ofRuns) {
    List<byte[]> before = mayBeUnderWay(ofRuns);
    Asked asked = ask(patience, StoredNames.NOTHING, ofRuns, before, before);
    if (asked != null) {
      link.giveBack(asked.connection());
      goOnFrom(ofRuns, asked);
    }
  }

  private static List<Level> goOnFrom(List<? extends Level> ofRuns, Asked asked) {
    return goOnFrom(ofRuns, asked.stored(), asked.connection().history());
  }

  private static List<Level> goOnFrom(
      List<? extends Level> ofRuns,
      List<@Nullable StoredRun> stored,
      @Nullable ServerHistory there) {
    List<Level> good = new ArrayList<>(ofRuns.size());
    for (int i = 0; i < ofRuns.size(); i++) {
      KnownRun known = ofRuns.get(i).known();
      if (known.goOnFrom(stored.get(i), there)) {
        known.countAnewIfLacking(there);
        good.add(ofRuns.get(i));
      }
    }
    return good;
  }

  /**
   * What was answered.
   *
   * @param stored of each run; empty if another process judges one of them
   */
  private record Asked(List<@Nullable StoredRun> stored, StoreConnection connection) {

    boolean isJudgedElsewhere() {
      return stored.isEmpty();
    }
  }

  /** Null if none of the runs can be asked about, or the answer was not to be had in time. */
  private @Nullable Asked ask(
      Patience patience,
      byte[] call,
      List<? extends Level> ofRuns,
      List<byte[]> firstBefore,
      List<byte[]> last) {
    List<byte[]> before = firstBefore;
    long pause = SHORTEST_PAUSE_NANOS;
    while (!ofRuns.isEmpty()) {
      Asked asked = askOnce(patience, call, ofRuns, before);
      if (asked == null || !asked.isJudgedElsewhere()) {
        return asked;
      }
      link.giveBack(asked.connection());
      if (!patience.pause(pause)) {
        return null;
      }
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
      before = last; // What was told of that one may be lost: the run has moved, or nobody knows.
    }
    return null;
  }

  private @Nullable Asked askOnce(
      Patience patience, byte[] call, List<? extends Level> ofRuns, List<byte[]> before) {
    byte[][] question = question(call, ofRuns, before);
    Answer answer = link.ask(RunScripts.ACQUIRE, ofRuns.size(), patience, question);
    if (answer == null) {
      return null;
    }
    try {
      List<@Nullable StoredRun> stored = StoredRun.allOf(answer.content());
      return new Asked(stored == null ? List.of() : stored, answer.connection());
    } catch (RuntimeException notOurs) {
      link.drop(answer.connection(), notOurs); // This is no answer of a Redis.
      return null;
    }
  }

  private static byte[][] question(byte[] call, List<? extends Level> ofRuns, List<byte[]> before) {
    List<Question> all = new ArrayList<>(ofRuns.size());
    for (int i = 0; i < ofRuns.size(); i++) {
      all.add(ofRuns.get(i).known().question(before.get(i), ofRuns.get(i).entry()));
    }
    return RunScripts.asking(keys(ofRuns), call, all);
  }

  private static List<byte[]> keys(List<? extends Level> ofRuns) {
    List<byte[]> keys = new ArrayList<>(ofRuns.size());
    for (Level each : ofRuns) {
      keys.add(each.key());
    }
    return keys;
  }

  /** The call was not judged, if one is under way. */
  void release() {
    if (connection != null) {
      tell(Collections.nCopies(levels.size(), null), List.of());
    }
    judged = List.of();
  }

  /**
   * Puts what came of the call into the store. Nobody waits for that, but where it is a halt or the
   * end of one: that must not be lost on its way, nor be refused unnoticed because this process
   * stood still for longer than it alone may judge. Where there is no time for that, it is looked
   * for later.
   *
   * @param more how many more judgements by all than this process has made alone
   * @param patience of the call, where it has to wait for that
   */
  void put(int more, Patience patience) {
    List<@Nullable Judged> all = new ArrayList<>(levels.size());
    List<Told> told = new ArrayList<>(levels.size());
    boolean isNews = false;
    ServerHistory history = connection == null ? null : connection.history();
    for (Level each : levels) {
      KnownRun run = each.known();
      Generation known = judges(each) ? run.generation() : null;
      if (known == null) {
        all.add(null);
      } else {
        Told next = run.next(known, more, history);
        told.add(next);
        all.add(run.put(next));
        isNews |= next.isNews();
      }
    }
    Boolean isPut; // null where nobody knows
    if (isNews && !patience.isOver()) {
      isPut = ask(all, patience);
    } else {
      isPut = tell(all, judged) ? (isNews ? null : Boolean.TRUE) : Boolean.FALSE;
    }
    for (int i = 0; i < told.size(); i++) {
      KnownRun known = judged.get(i).known();
      if (isPut == null) {
        known.mayBePut(told.get(i));
      } else {
        known.isPut(told.get(i), isPut);
      }
    }
  }

  /** Returns false if that is known not to have reached the store; nobody waits for it. */
  private boolean tell(List<@Nullable Judged> told, List<Level> ofRuns) {
    StoreConnection known = connection;
    connection = null;
    return known != null
        && link.tell(
            known,
            RunScripts.PUT,
            levels.size(),
            RunScripts.putting(keys(levels), name, told),
            () -> ofRuns.forEach(Level::mayBeLost));
  }

  /** Returns whether the store says that all of it is there; null if it says nothing. */
  private @Nullable Boolean ask(List<@Nullable Judged> told, Patience patience) {
    StoreConnection known = connection;
    connection = null;
    if (known == null) {
      return Boolean.FALSE;
    }
    link.giveBack(known);
    levels.forEach(each -> each.latest().connection = null);
    byte[][] put = RunScripts.putting(keys(levels), name, told);
    Answer answer = link.ask(RunScripts.PUT, levels.size(), patience, put);
    if (answer == null) {
      return null;
    }
    link.giveBack(answer.connection());
    return Long.valueOf(1).equals(answer.content());
  }
}
