package io.loophalt.store;

import io.loophalt.runtime.invocation.Patience;
import io.loophalt.store.RunPlace.Above;
import io.loophalt.store.link.RedisLink;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where this process knows a run to be kept in the store. Asked for and changed by one thread at a
 * time; what is known is told to any.
 */
final class KnownPlace {

  private final RedisLink link;
  private final StoredNames names;
  private final Member member;
  private final KnownRun own;
  private final byte[] ownKey;

  private volatile @Nullable RunPlace place;

  /** Whether nobody here can read where it is kept. */
  private volatile boolean unreadable;

  /** Where others know it, if that is inside another run than this process does; null for most. */
  private volatile @Nullable RunPlace elsewhere;

  /** For how long a halt is kept, as it was said under its own name last. */
  private long saidHaltMillis;

  /** When it was asked for last, by {@link System#nanoTime}. */
  private long askedNanos = System.nanoTime();

  /**
   * Of one run.
   *
   * @param own what is known of it
   * @param place null if that is to be asked
   */
  KnownPlace(
      RedisLink link, StoredNames names, Member member, KnownRun own, @Nullable RunPlace place) {
    this.link = link;
    this.names = names;
    this.member = member;
    this.own = own;
    this.ownKey = names.keyOf(member.run().id());
    this.place = place;
  }

  /** Null while that is not known. */
  @Nullable RunPlace now() {
    return place;
  }

  /** Where others know it, if that is inside another run than this process does; or null. */
  @Nullable RunPlace elsewhere() {
    return elsewhere;
  }

  /** Whether nobody here can read it. */
  boolean isUnreadable() {
    return unreadable;
  }

  /** Whether it is not known, and can be asked for. */
  boolean isToBeFound() {
    return place == null && !unreadable;
  }

  byte[] key() {
    RunPlace known = place;
    return known == null ? ownKey : known.key();
  }

  /** By which entry it was found there; empty where that is under its own name, or not known. */
  byte[] entry() {
    RunPlace known = place;
    return known == null ? StoredNames.NOTHING : known.entryId();
  }

  /** Whether it is known, and what says so. */
  boolean isSaid() {
    RunPlace known = place;
    return known != null && (known.isSaid() || elsewhere != null);
  }

  /** Whether it is to be said again, before that is forgotten. */
  boolean isDue() {
    RunPlace known = place;
    return known != null
        && known.entry() != null
        && (own.isLost()
            || System.nanoTime() - askedNanos > RunPlace.renewedAfter(member.gap()).toNanos());
  }

  /**
   * Asks for it, and says so where it is not there.
   *
   * @param ifUnknown the runs around it, where that is not known yet
   * @return whether it is known by now
   */
  boolean find(List<Above> ifUnknown, Patience patience) {
    RunPlace before = place;
    List<Above> around = before == null ? ifUnknown : before.around();
    RunPlace.Sought sought = new RunPlace.Sought(own.name(), around, own.first(), member.gap());
    RunPlace now;
    try {
      now = RunPlace.find(link, names, sought, null, patience);
    } catch (IOException useless) {
      unreadable = true;
      return false;
    }
    if (now == null) {
      return false;
    }
    askedNanos = System.nanoTime();
    own.isFoundAgain();
    if (before == null) {
      place = now;
      elsewhere = now.isInside(around) ? null : now;
    } else if (Arrays.equals(before.key(), now.key())) {
      place = before.saidBy(now);
    } else {
      elsewhere = now;
    }
    return true;
  }

  /**
   * Where the run is kept beside another one, that is said under its own name for as long as its
   * halt is kept. Only who judges it says so, before anybody else does.
   *
   * @return false if the store did not answer in time
   */
  boolean keepAsLongAsItsHalt(Patience patience) {
    long millis = own.haltMillis();
    if (millis == saidHaltMillis || Arrays.equals(key(), ownKey)) {
      return true;
    }
    boolean isSaid = RunPlace.keep(link, ownKey, member.gap(), millis, patience);
    if (isSaid) {
      saidHaltMillis = millis;
    }
    return isSaid;
  }

  /** Whoever joins the run next is not led there; whether the store has heard that. */
  boolean forget(Patience patience) {
    elsewhere = null; // Nor is this process, on a thread that asks nobody.
    RunPlace known = place;
    return known == null || known.forget(link, ownKey, patience);
  }
}
