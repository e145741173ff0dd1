package io.loophalt.store;

import io.loophalt.StopReason;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.SavedRun;
import io.loophalt.core.run.SavedRun.Header;
import io.loophalt.store.RunScripts.Judged;
import io.loophalt.store.RunScripts.Question;
import io.loophalt.store.StoredNames.RunName;
import io.loophalt.store.link.ServerHistory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of a run that is in the store: how it follows what others have put there,
 * and what it puts there itself, as arguments of {@link RunScripts}.
 *
 * <p>Of one thread at a time, but for what is said to be of any.
 */
final class KnownRun {

  private final StoredNames names;
  private final Member member;

  /** What this process has judged alone. */
  private final JudgedAlone judgedAlone = new JudgedAlone();

  /** In which this process is; null where that is not known yet. */
  private volatile @Nullable Generation generation;

  /** Whether the store has answered what the run is like. */
  private boolean heard;

  /** When its state was the one in the store last. */
  private volatile Standing standing = Standing.NONE;

  /**
   * How often something was judged in the state that the one of this process takes the place of. By
   * a halt or a reset that may be more than this process knows of; who has put it there must not
   * take that for something that never arrived.
   */
  private long surpassed;

  /** Whether its times are to be those of this process, because the generation there is another. */
  private boolean takesOver;

  /** Whether nothing was put there yet, and the run was joined here before the store was asked. */
  private boolean begins;

  /** Whether this process judges for itself, because the run is over. */
  private volatile boolean alone;

  private volatile boolean overElsewhere;

  /** Whether it is not where it was looked for. */
  private boolean gone;

  /** Whether what is in the store was of no use here when it was looked at last. */
  private volatile boolean unreadable;

  /** Whether it has judged something since that is not in the store. */
  private volatile boolean ahead;

  /** Whether the store has lost what it had, and with it maybe where the run is kept. */
  private volatile boolean lost;

  /** Whether the run is halted there, as far as this process knows. */
  private boolean haltedThere;

  /** Whether the store had nothing any more when it answered last. */
  private boolean isEmptied;

  /** Whether the store had less than this process knows when it answered last. */
  private boolean isFurther;

  /** Whether the store may have lost what followed a state that it had when it answered last. */
  private boolean mayLack;

  /** What was told last, if nothing says that it is there; null for nothing. */
  private @Nullable Told unanswered;

  /** How long it had been going on before this process knew of it. */
  private volatile long millisElsewhere;

  /**
   * Of one run.
   *
   * @param expected which generation it is; null if the store says that
   */
  KnownRun(StoredNames names, Member member, @Nullable Generation expected) {
    this.names = names;
    this.member = member;
    this.generation = expected;
  }

  /** What the run is called. Of any thread, as all that follows until it is said. */
  RunName name() {
    return new RunName(member.run().task(), member.run().id());
  }

  /** In which this process is; null where that is not known yet. */
  @Nullable Generation generation() {
    return generation;
  }

  /** Whether this process judges for itself, because the run is over. */
  boolean isAlone() {
    return alone;
  }

  /** Whether it is, because another process has ended it. */
  boolean isOverElsewhere() {
    return overElsewhere;
  }

  /** Whether what is in the store was of no use here when it was looked at last. */
  boolean isUnreadable() {
    return unreadable;
  }

  /** Whether it has judged something since that is not in the store. */
  boolean isAhead() {
    return ahead;
  }

  /** Whether the store has lost what it had, and with it maybe where the run is kept. */
  boolean isLost() {
    return lost;
  }

  /** It has been said again where the run is kept. */
  void isFoundAgain() {
    lost = false;
  }

  /** How long it had been going on before this process knew of it. */
  long millisElsewhere() {
    return millisElsewhere;
  }

  /** Something was judged by what this process knows. */
  void judgedAlone() {
    judgedAlone.oneMore(standing.alone());
    ahead = true;
  }

  /** Whether the store had less than this process knows when it answered last. */
  boolean isFurther() {
    return isFurther;
  }

  /** From now on it judges for itself. The last that is of any thread. */
  void isOver() {
    alone = true;
  }

  /** Whether the store has answered what the run is like. */
  boolean isHeard() {
    return heard;
  }

  /** Whether it is not where it was looked for: it is over there, or was never begun. */
  boolean isGone() {
    return gone;
  }

  /** The state in the store on which that of this process stands. */
  byte[] base() {
    return standing.id();
  }

  /** The one that it begins if there is none. */
  Generation first() {
    Generation known = generation;
    return known == null ? new Generation(1, names.another()) : known;
  }

  /**
   * May this process judge a call?
   *
   * @param before the call before, which may be under way there though it is over
   * @param entry by which it was found; empty where it is under its own name
   */
  Question question(byte[] before, byte[] entry) {
    Generation known = generation;
    // One that others know of is over if it is not there.
    Generation ifNone = known == null || heard ? first() : new Generation(0, known.name());
    return new Question(
        standing.id(),
        gapMillis(),
        before,
        ifNone,
        heard ? StoredNames.NOTHING : names.sealed(name()),
        entry);
  }

  /**
   * The run is over.
   *
   * @param entry by which it is found; empty where it is under its own name
   */
  byte[][] end(byte[] key, Generation ended, byte[] entry) {
    return new byte[][] {
      key, ended.name(), names.another(), StoredNames.number(gapMillis()), entry
    };
  }

  /**
   * Another process has halted the run before it was joined here. Which generation that was, and
   * whether it is halted still, the store says when it is asked.
   */
  void beginHalted(StoredRun told) {
    try {
      byte[] state = told.state();
      if (state != null) {
        boolean known = member.run().isHalted();
        SavedRun.goOn(member.run(), state);
        standing = standing.halted();
        haltedThere = true;
        tellIfHalted(known);
      }
    } catch (IOException useless) {
      names.tellUnreadable(member.run().task(), useless);
    }
  }

  /**
   * Whether a call may be judged by what is in the store.
   *
   * @param stored null for a run that is not there
   * @param there of the server that has said so; null if that is not known
   */
  boolean goOnFrom(@Nullable StoredRun stored, @Nullable ServerHistory there) {
    long answeredNanos = System.nanoTime(); // What follows takes its time the first time.
    boolean first = !heard;
    heard = true;
    isEmptied = false;
    isFurther = false;
    mayLack = false;
    Generation known = generation;
    if (stored == null) {
      gone = true;
      return endsElsewhere(); // Nobody is in it but by a run inside.
    }
    haltedThere = stored.isHalted();
    takesOver = false;
    begins = stored.id().length == 0 && member.millis() > stored.ageMillis();
    unreadable = false;
    if (known != null && !known.isSame(stored.generation())) {
      if (first ? !stored.isHalted() : stored.generation().isLaterThan(known)) {
        return endsElsewhere();
      }
      if (!first) {
        // The server has lost the end of the one before, as in a failover.
        takesOver = true;
        ahead = true;
        lost = true;
        mayLack = standing.mayLack(there);
        return true;
      }
    }
    generation = stored.generation();
    arrivedIfIn(stored);
    mayLack = stored.mayLack(there);
    byte[] state = stored.state();
    if (state == null) {
      isEmptied = !first && stored.id().length == 0 && standing.judged() > 0;
      isFurther = isEmptied;
      lost |= isEmptied;
      if (first && stored.generation().number() > 1 && member.isRevived()) {
        member.run().resetHere(); // It was, and has ended, since this process knew of it last.
        member.isResetElsewhere();
      }
      return true;
    }
    try {
      if (!goOnUnlessFurther(stored, state, first, answeredNanos)) {
        isFurther = true;
        mayLack |= standing.mayLack(there);
      }
      return true;
    } catch (IOException useless) {
      unreadable = true;
      names.tellUnreadable(member.run().task(), useless);
      return false;
    }
  }

  /** The store may have taken what was told it, and its answer was lost. */
  private void arrivedIfIn(StoredRun stored) {
    Told told = unanswered;
    if (told != null && Arrays.equals(told.state(), stored.id())) {
      isPut(told, /* isThere= */ true);
    }
  }

  /**
   * Who may judge a call now, or joins, and was just told what is there, counts repetition anew
   * where that is nothing any more, or may be old: the server may have lost what others have done
   * since, so that a row of which this process knows may have ended. After as much silence as ends
   * the run for all others nothing of theirs is lost.
   *
   * @param there of the server that has said what is there; null if that is not known
   */
  void countAnewIfLacking(@Nullable ServerHistory there) {
    if (mayLack || (isEmptied && !standing.isSilentFor(member.gap()))) {
      names.tellCountedAnew(there);
      member.run().countAnewHere();
    }
  }

  /** Whether a store that has nothing of it has lost it. */
  boolean isExpectedThere() {
    return heard && standing.judged() > 0 && !standing.isForgottenBy(member);
  }

  /** Whether others have begun it anew, or may, and this process has nothing to say of it. */
  boolean isOverBySilence() {
    return heard && !ahead && standing.judged() > 0 && standing.isForgottenBy(member);
  }

  private boolean endsElsewhere() {
    overElsewhere = true;
    alone = true;
    return false;
  }

  /** What is judged meanwhile, on a thread that does not wait, is not lost. */
  private boolean goOnUnlessFurther(
      StoredRun stored, byte[] state, boolean first, long answeredNanos) throws IOException {
    Run run = member.run();
    long alone;
    long happened;
    boolean halted;
    int again;
    do {
      alone = judgedAlone.count();
      happened = run.usage().steps() + run.usage().turns();
      halted = run.isHalted();
      again = judgedAgain(stored, first);
      long judged = again < 0 ? standing.judgedWith(alone) : standing.judged();
      if (isFurtherThan(stored, first, halted, judged)) {
        SavedRun.check(run, state); // What is of no use here is of use to others, and stays.
        surpassed = stored.happened();
        return false;
      }
    } while (!goOn(stored, happened, halted, again >= 0, answeredNanos));
    long known = alone - Math.max(0, again);
    stands(stored.id(), stored.happened(), known, stored.isHalted(), stored.history());
    ahead = again > 0;
    if (stored.isHalted()) {
      tellIfHalted(halted); // One that was decided here is told as such.
    } else if (halted) {
      member.isResetElsewhere();
    }
    return true;
  }

  private boolean goOn(
      StoredRun stored, long happened, boolean halted, boolean isWithAlone, long answeredNanos)
      throws IOException {
    Run run = member.run();
    byte[] state = Objects.requireNonNull(stored.state());
    long before = millisElsewhere;
    boolean goesOn = false;
    millisElsewhere = member.millisElsewhere(stored.ageMillis(), answeredNanos); // It is asked.
    try {
      goesOn =
          isWithAlone
              ? SavedRun.goOnWithAlone(run, state, happened, halted)
              : SavedRun.goOn(run, state, happened, halted);
      return goesOn;
    } finally {
      if (!goesOn) {
        millisElsewhere = before;
      }
    }
  }

  /** How much that was judged alone is judged again behind that; negative if it is to be left. */
  private int judgedAgain(StoredRun stored, boolean first) {
    boolean isOfAnother = first && stored.generation().number() != 1;
    return isOfAnother || judgedAlone.isOld(standing.alone())
        ? -1
        : SavedRun.judgedAlone(member.run());
  }

  private void tellIfHalted(boolean known) {
    StopReason reason = known ? null : member.run().haltReason();
    if (reason != null && member.run().isHalted()) {
      member.isHaltedElsewhere(reason);
    }
  }

  /**
   * Whether the store lacks what this process has judged: while it was away, or because what was
   * put there last never reached it. A halt of that time stays, and a reset of that time counts.
   */
  private boolean isFurtherThan(StoredRun stored, boolean first, boolean halted, long judged) {
    if (first && !(ahead && stored.generation().number() == 1)) {
      return false; // What it has judged by itself may be of a run that ended elsewhere.
    }
    boolean isStandingThere = standing.judged() <= stored.happened(); // Else it never came there.
    if (ahead && halted != stored.isHalted() && isStandingThere) {
      return halted != (standing.isHalted() || (first && member.isRevived()));
    }
    return judged > stored.happened();
  }

  /**
   * Whether the store lacks something: it was away, has lost it, or a thread that did not wait has
   * judged more while it was told, or asked.
   */
  boolean knowsMore() {
    return ahead || isFurther || judgedAlone.count() != standing.alone() || isHaltedOtherwise();
  }

  /** Whether it is halted here and not there, or the other way round, as far as this is known. */
  boolean isHaltedOtherwise() {
    return member.run().isHalted() != haltedThere;
  }

  private void stands(
      byte[] on, long judged, long alone, boolean halted, @Nullable String history) {
    standing = new Standing(on, judged, alone, halted, history, System.nanoTime());
    haltedThere = halted;
    ahead = false;
    unanswered = null;
  }

  /**
   * What comes of a call.
   *
   * @param more how many more judgements by all than this process has made alone
   * @param there of the server that is told; null if that is not known
   */
  Told next(Generation known, int more, @Nullable ServerHistory there) {
    // First: what is judged meanwhile, on threads that do not wait, is then more than this.
    long soFar = judgedAlone.save();
    boolean halted = member.run().isHalted();
    boolean isNews = halted != haltedThere || (halted && takesOver);
    return new Told(
        known,
        names.another(),
        Math.max(standing.judgedWith(soFar), surpassed) + more,
        soFar,
        halted,
        isNews,
        takesOver || begins,
        /* isOfCall= */ more > 0,
        there);
  }

  /**
   * That may be in the store now. If it is, nothing of it may be judged once more behind what
   * others have done since; if not, this process has seen more, as long as they have not.
   */
  void mayBePut(Told told) {
    SavedRun.judgedUnkept(member.run());
    isPut(told, /* isThere= */ false);
  }

  /** That is in the store now, or is known not to be. */
  void isPut(Told told, boolean isThere) {
    if (isThere) {
      SavedRun.arrived(member.run());
      judgedAlone.isKnown();
      String history = told.history() == null ? null : told.history().name();
      stands(told.state(), told.happened(), told.alone(), told.isHalted(), history);
      isFurther = false;
    } else {
      ahead = true;
      unanswered = told;
      if (told.isOfCall()) {
        SavedRun.judgedUnkept(member.run()); // Of calls that could wait nothing is kept.
      }
    }
  }

  /** What comes of a call, for the store. */
  Judged put(Told told) {
    Run run = member.run();
    long millis = member.millis();
    byte[] state = SavedRun.save(run, new Header(millis, 0));
    return new Judged(
        told.generation(),
        told.state(),
        state,
        told.happened(),
        haltMillis(told.isHalted()),
        gapMillis(),
        told.takesOver() ? millis : null,
        names.haltChannel(),
        told.isNews() ? news(told, millis, state) : StoredNames.NOTHING,
        told.history() == null
            ? StoredNames.NOTHING
            : told.history().name().getBytes(StandardCharsets.US_ASCII));
  }

  private byte[] news(Told told, long millis, byte[] state) {
    StoredRun stored =
        new StoredRun(
            told.generation(),
            told.state(),
            millis,
            told.happened(),
            haltMillis(told.isHalted()),
            state,
            null);
    return new HaltNews(name(), stored).sealed(names);
  }

  /** For how long the store keeps the halt at least; 0 while there is none. */
  long haltMillis() {
    return haltMillis(member.run().isHalted());
  }

  private long haltMillis(boolean halted) {
    return halted ? Math.max(1, member.haltedFor().toMillis()) : 0;
  }

  private long gapMillis() {
    return member.gap().toMillis();
  }
}
