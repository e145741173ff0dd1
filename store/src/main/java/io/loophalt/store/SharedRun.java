package io.loophalt.store;

import io.loophalt.core.run.Run;
import io.loophalt.core.run.SavedRun;
import io.loophalt.runtime.invocation.Patience;
import io.loophalt.runtime.runs.RunSharing.Shared;
import io.loophalt.runtime.safety.OwnThread;
import io.loophalt.runtime.steering.MayWait;
import io.loophalt.store.RunPlace.Above;
import io.loophalt.store.StoredRun.Looked;
import io.loophalt.store.link.RedisLink;
import io.loophalt.store.link.RedisLink.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One run of this process that is judged in others, too: each call is judged by the state that is
 * in the store, while no other process judges one, and puts back what came of it. A call counts in
 * the runs around it as well, and asks for all of them at once.
 *
 * <p>Thread-safe. The calls of this process take turns before one of them asks the store. What was
 * judged without it is put there a little later, or when it is back, unless others have come
 * further meanwhile.
 */
final class SharedRun implements Shared, Lease.Level {

  private final RedisLink link;
  private final LateEntries late;
  private final Member member;

  /** The runs in which all that happens here counts, outermost first; this one is the last. */
  private final List<SharedRun> chain;

  private final KnownRun own;
  private final Lease lease;
  private final Lease.Latest latest = new Lease.Latest();
  private final ReentrantLock turn = new ReentrantLock();

  // Guarded by the turn.

  /** Where it is kept. What is known of that is read by any thread. */
  private final KnownPlace place;

  /** What the store has said when it was found, and was not looked at yet. */
  private RunPlace.@Nullable Found found;

  /** Whether its end is still to be told. */
  private volatile boolean endIsToBeTold;

  /** Whether it is still to be told that it is kept nowhere any more. */
  private volatile boolean placeIsToBeForgotten;

  /**
   * Of one run.
   *
   * @param outer the run around this one; null for most
   * @param place where it is kept; null if that is to be asked
   * @param expected which generation it is; null if the store says that
   */
  SharedRun(
      RedisLink link,
      StoredNames names,
      LateEntries late,
      Member member,
      @Nullable SharedRun outer,
      @Nullable RunPlace place,
      @Nullable Generation expected) {
    this.link = link;
    this.late = late;
    this.member = member;
    List<SharedRun> all = new ArrayList<>(outer == null ? List.of() : outer.chain);
    all.add(this);
    this.chain = List.copyOf(all);
    this.own = new KnownRun(names, member, expected);
    this.lease = new Lease(link, names, late.holds());
    this.place = new KnownPlace(link, names, member, own, place);
    this.found = place == null ? null : place.found();
  }

  @Override
  public boolean enter() {
    Patience patience = link.patience();
    if (patience.isOver() || !takeTurns(patience)) {
      late.add(this);
      return goesOnHere();
    }
    try {
      RunPlace.Found known = found;
      found = null;
      if (known != null && !own.isHeard()) {
        lease.hold(this, known);
      } else {
        lease.hold(patience, levels(patience));
      }
      if (own.isGone()) {
        place.forget(patience); // Who has ended it there did not come to that.
      }
      if (place.elsewhere() != null && own.isAhead()) {
        bring(patience); // It is opened anew there, and knows only what the store does.
      } else if (own.isAhead()) {
        late.add(this);
      }
      return goesOnHere();
    } finally {
      leave();
      member.run().deliver();
    }
  }

  private boolean goesOnHere() {
    return !own.isOverElsewhere() && place.elsewhere() == null;
  }

  @Override
  public boolean isOver() {
    return own.isOverElsewhere();
  }

  @Override
  public boolean begin() {
    Patience patience = link.patience();
    if (patience.isOver() || !takeTurns(patience)) {
      return false;
    }
    boolean shared = false;
    try {
      lease.called();
      shared = lease.acquire(patience, levels(patience));
      return shared;
    } finally {
      if (!shared) {
        leave();
      }
    }
  }

  /** Those of the runs that the store can be asked about at once. */
  private List<SharedRun> levels(Patience patience) {
    if (place.isToBeFound()) {
      findPlace(patience);
    } else if (place.isDue()) {
      late.add(this);
    }
    List<SharedRun> levels = new ArrayList<>(chain.size());
    String outermost = null;
    for (int i = chain.size() - 1; i >= 0; i--) {
      SharedRun each = chain.get(i);
      RunPlace known = each.place.now();
      if (known != null && !each.own.isAlone()) {
        String itsOutermost =
            known.around().isEmpty() ? each.member.run().id() : known.around().get(0).name().id();
        if (outermost == null && link.isThere(known.key())) {
          outermost = itsOutermost;
        }
        if (itsOutermost.equals(outermost)) {
          levels.add(0, each);
        }
      }
    }
    return levels;
  }

  /** Whether it is known by now where the run is kept. */
  private boolean findPlace(Patience patience) {
    List<Above> around = place.now() == null ? aroundInside(outer()) : List.of();
    return around != null && place.find(around, patience);
  }

  /** What is around a run that is begun inside another; null if that is not known yet. */
  static @Nullable List<Above> aroundInside(@Nullable SharedRun outer) {
    if (outer == null) {
      return List.of();
    }
    RunPlace its = outer.place.now();
    if (its != null) {
      return its.aroundInside(outer.own.name(), outer.own.generation());
    }
    if (outer.own.isAlone() || outer.member.isOver() || outer.place.isUnreadable()) {
      return List.of(); // It will be kept nowhere.
    }
    outer.late.add(outer);
    return null;
  }

  /** Where others know it, if that is inside another run than this process does; or null. */
  @Nullable RunPlace elsewhere() {
    return place.elsewhere();
  }

  /** Whether this is the run of its id that is meant, as far as this is known. */
  boolean isOf(@Nullable Generation expected) {
    Generation known = own.generation();
    return known == null || expected == null || known.isSame(expected);
  }

  private @Nullable SharedRun outer() {
    return chain.size() == 1 ? null : chain.get(chain.size() - 2);
  }

  @Override
  public byte[] key() {
    return place.key();
  }

  @Override
  public byte[] entry() {
    return place.entry();
  }

  @Override
  public KnownRun known() {
    return own;
  }

  @Override
  public Lease.Latest latest() {
    return latest;
  }

  @Override
  public void mayBeLost() {
    late.add(this);
  }

  @Override
  public void alone() {
    chain.forEach(SharedRun::aloneHere);
  }

  private void aloneHere() {
    if (!isReachable()) {
      SavedRun.judgedUnkept(member.run()); // Until it is there, others do as much unseen.
    }
    own.judgedAlone();
    late.oneMoreAlone();
    if (!own.isUnreadable() && !place.isUnreadable()) {
      late.add(this);
    }
  }

  /** Whatever has happened, nobody waits for this call. */
  private void leave() {
    try {
      lease.release();
    } finally {
      chain.forEach(each -> each.turn.unlock());
    }
  }

  @Override
  public void end() {
    List<SharedRun> judged = List.of();
    Patience patience = link.patience();
    try {
      judged = chain.stream().filter(lease::judges).toList();
      if (own.isLost() && place.isDue()) {
        findPlace(patience); // Before the state: who finds that would begin it alone.
      }
      for (SharedRun each : judged) {
        if (!each.place.keepAsLongAsItsHalt(patience)) {
          late.add(each);
        }
      }
      lease.put(1, patience);
    } finally {
      leave();
    }
    for (SharedRun each : chain) {
      if (!judged.contains(each)) {
        SavedRun.judgedUnkept(each.member.run());
        each.aloneHere();
      } else if (each.own.isAhead()) {
        late.add(each);
      }
    }
  }

  @Override
  public void over() {
    endIsToBeTold = true;
    if (!member.run().isHalted()) {
      member.endsUnhalted();
    }
    tellEnd();
    if (endIsToBeTold || placeIsToBeForgotten) {
      late.add(this);
    }
  }

  /** Whether this was the run of this id, and its end is still to be told. */
  boolean isEndOf(String id) {
    return endIsToBeTold && member.run().id().equals(id);
  }

  /** Tells that it is over, unless this thread must not wait, or the store does not answer. */
  void tellEnd() {
    Patience patience = link.patience();
    if (mayWait(Thread.currentThread()) && isReachable() && patience.take(turn)) {
      try {
        tellEnd(patience);
      } finally {
        leaveTurn();
      }
    }
  }

  private void leaveTurn() {
    try {
      lease.release();
    } finally {
      turn.unlock();
      member.run().deliver();
    }
  }

  /**
   * Puts into the store what was judged without it, and learns what others have.
   *
   * @return false if it is to be done again, because the store was away or another process judges
   */
  boolean catchUp() {
    turn.lock();
    try {
      Patience patience = link.patience();
      if (endIsToBeTold || placeIsToBeForgotten) {
        tellEnd(patience);
        return !endIsToBeTold && !placeIsToBeForgotten;
      }
      if (own.isGone()) {
        return place.forget(patience);
      }
      if (own.isAlone() || member.isOver() || own.isOverBySilence()) {
        return true;
      }
      if (place.now() == null && !findPlace(patience)) {
        return place.isUnreadable();
      }
      if (!bring(patience)) {
        return !own.isGone() && (own.isAlone() || own.isUnreadable());
      }
      return !place.isDue() || findPlace(patience) || place.isUnreadable();
    } finally {
      leaveTurn();
    }
  }

  /** Puts what was judged without the store there; returns whether it is known to take all. */
  private boolean bring(Patience patience) {
    if (!lease.acquire(patience, List.of(this))) {
      return false;
    }
    boolean isKept = place.keepAsLongAsItsHalt(patience);
    if (own.knowsMore()) {
      lease.put(0, patience);
    }
    return isKept && !own.isAhead();
  }

  /**
   * What is in the store is known here, too; nothing is asked or told.
   *
   * @return false if the run is over, because another process has ended it
   */
  boolean look(StoredRun stored) {
    turn.lock();
    try {
      if (!own.isAlone()) {
        own.goOnFrom(stored, null);
      }
      return !own.isOverElsewhere();
    } finally {
      turn.unlock();
      member.run().deliver();
    }
  }

  /**
   * Another process has halted the run, or lets it go on: what is in the store now is known here,
   * too.
   *
   * @param told what the other process says of it, which counts where the store does not answer;
   *     null if it is not known what was told
   */
  void hear(@Nullable StoredRun told) {
    turn.lock();
    try {
      if (own.isAlone() || member.isOver()) {
        return;
      }
      Looked looked = place.now() == null ? null : StoredRun.look(link, key(), own.base());
      StoredRun known = looked == null || looked.at() == null ? told : looked.at();
      if (known != null) {
        own.goOnFrom(known, null);
      }
      boolean isLost = looked != null && looked.at() == null && own.isExpectedThere();
      if (isLost || own.isFurther() || own.isAhead()) {
        late.add(this); // What it knows is for others, whenever it is called here next.
      }
    } finally {
      turn.unlock();
      member.run().deliver();
    }
  }

  /** Another process has halted the run before it was joined here; see {@link KnownRun}. */
  void beginHalted(StoredRun told) {
    turn.lock();
    try {
      own.beginHalted(told);
    } finally {
      turn.unlock();
    }
  }

  /** Whether what is in the store was of no use here when it was looked at last. */
  boolean isUnreadable() {
    return own.isUnreadable();
  }

  /** The state that this process has. */
  byte[] base() {
    turn.lock();
    try {
      return own.base();
    } finally {
      turn.unlock();
    }
  }

  private void tellEnd(Patience patience) {
    if (!place.isSaid() && !place.isUnreadable()) {
      findPlace(patience);
    }
    if (place.now() != null && !own.isHeard()) {
      lease.waitFor(patience, List.of(this));
    }
    boolean isBehind = own.isHeard() && !own.isAlone() && own.isHaltedOtherwise();
    if (isBehind && !bring(patience) && !own.isAlone() && !own.isUnreadable()) {
      return; // A halt, or its end, comes before the end of the run, which keeps the one it finds.
    }
    lease.release();
    Generation known = own.generation();
    if (own.isAlone() || place.isUnreadable()) {
      endIsToBeTold = false;
    } else if (known != null && endIsToBeTold && place.isSaid()) {
      Answer answer = link.ask(RunScripts.END, patience, own.end(key(), known, entry()));
      if (answer != null) {
        link.giveBack(answer.connection());
        endIsToBeTold = false;
        placeIsToBeForgotten = Long.valueOf(1).equals(answer.content());
      }
    }
    if (placeIsToBeForgotten) {
      placeIsToBeForgotten = !place.forget(patience);
    }
    if (!endIsToBeTold) {
      own.isOver();
    }
  }

  /** Whether this thread may ask the store now, after the others of this process. */
  private boolean takeTurns(Patience patience) {
    if (!mayWait(Thread.currentThread()) || !isAnyReachable()) {
      return false;
    }
    for (int i = 0; i < chain.size(); i++) {
      if (!patience.take(chain.get(i).turn)) {
        chain.subList(0, i).forEach(each -> each.turn.unlock());
        return false;
      }
    }
    return true;
  }

  private boolean isAnyReachable() {
    return chain.stream().anyMatch(SharedRun::isReachable);
  }

  /** Whether the server that has the run was there when it was asked last. */
  private boolean isReachable() {
    return link.isThere(key());
  }

  /** No thread of the agent's own holds anything up that so short a time would matter to. */
  static boolean mayWait(Thread thread) {
    return thread instanceof OwnThread || MayWait.is(thread);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // one object for each run
  public long millisElsewhere(Run run) {
    return run == member.run() ? own.millisElsewhere() : 0;
  }

  @Override
  public boolean isForAnotherThread() {
    boolean is = isReachable() && !own.isAlone() && !mayWait(Thread.currentThread());
    if (is) {
      link.patience(); // It waits from now on, for a thread that may wait to begin with.
    }
    return is;
  }
}
