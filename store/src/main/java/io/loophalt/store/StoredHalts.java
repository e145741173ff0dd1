package io.loophalt.store;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.SavedRun;
import io.loophalt.core.run.SavedRun.Header;
import io.loophalt.runtime.policy.JoinPolicy;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import io.loophalt.store.RunScripts.Judged;
import io.loophalt.store.RunScripts.Question;
import io.loophalt.store.StoredNames.RunName;
import io.loophalt.store.link.RedisLink;
import io.loophalt.store.link.RedisLink.Answer;
import io.loophalt.store.link.Script;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/**
 * Halts joined runs in a store for what was found about them elsewhere, each finding once: that it
 * was followed is noted in the same step with the halt, so that a run which an operator has let go
 * on since is not halted again for it.
 *
 * <p>Of one thread, but for {@link #close}.
 */
public final class StoredHalts implements AutoCloseable {

  private static final long PAUSE_NANOS = 1_000_000;

  /**
   * Who gets no processor between an answer and a look at the clock takes a run for younger than it
   * is. The next look is mostly fast enough.
   */
  private static final int MOST_LOOKS = 10;

  /** With what the fields of findings begin that were followed. */
  private static final String FINDING = "f:";

  /**
   * The state after the halt, and which finding it followed. Arguments: those of {@link
   * RunScripts#PUT}, and the finding.
   */
  private static final Script PUT =
      Script.of(
          """
          if redis.call('HGET', KEYS[1], 'l') == ARGV[1] then
            redis.call('HSET', KEYS[1], 'f:' .. ARGV[13], '1')
          end
          """
              + RunScripts.PUT.text());

  /** What came of it. */
  public enum Outcome {
    /** It is halted from now on. */
    HALTED,
    /** It was halted already. */
    WAS_HALTED,
    /** The finding was followed before. */
    FOLLOWED_BEFORE,
    /** Nobody has joined a run of this id, or it is over. */
    NO_SUCH_RUN,
    /** The run that there is began after what was found. */
    BEGAN_LATER,
    /** It is judged by other settings of its task, or another version. */
    UNREADABLE
  }

  /**
   * What was found.
   *
   * @param run as it stands in commands, {@code task/id}
   * @param finding what nothing else that is found is called
   * @param epochMillis when
   * @param detail for a person
   */
  public record Found(String run, String finding, long epochMillis, String detail) {}

  /** Makes runs in which nothing has happened, with the settings of those who judge them. */
  public interface Runs {

    /** One of a task. */
    Run begin(String run, String task);
  }

  private final RedisLink link;
  private final StoredNames names;
  private final KeyMarks marks;
  private final JoinPolicy joins;
  private final Duration haltedFor;
  private final Runs runs;

  /**
   * Looks for the server.
   *
   * @param policy its timeout is how long one halt may take
   * @param joins of those who judge the runs
   * @param haltedFor for so long they keep a halt at least
   */
  public StoredHalts(StorePolicy policy, JoinPolicy joins, Duration haltedFor, Runs runs, Log log) {
    this.names = new StoredNames(policy, DigestKey.current(), log);
    this.link = new RedisLink(policy, names.trial(), log);
    this.marks = new KeyMarks(link, names);
    this.joins = joins;
    this.haltedFor = haltedFor;
    this.runs = runs;
  }

  /** Waits until the server is there; returns whether it is. */
  public boolean awaitServer(Duration most) throws InterruptedException {
    return link.awaitThere(most);
  }

  /** Why it is not there, for a person. */
  public String problem() {
    return link.problem();
  }

  /**
   * Halts a run.
   *
   * @return null if the store did not answer in time: once again, then
   */
  public @Nullable Outcome halt(String task, Found found) {
    marks.leaveIfDue(); // Else nothing that it looks for is ever there, and nobody says why.
    String finding = DigestKey.current().nameOf(found.finding());
    long deadline = link.deadlineNanos();
    byte[] key = names.keyOf(found.run());
    Looked looked = look(key, deadline);
    byte[] entry = looked == null ? null : StoredRun.aroundIn(looked.content());
    if (entry != null) {
      try {
        key = RunPlace.read(names, new RunName(task, found.run()), entry).key();
      } catch (IOException useless) {
        return Outcome.UNREADABLE;
      }
      looked = look(key, deadline);
    }
    for (int i = 1; i < MOST_LOOKS && looked != null && looked.isTooSlowFor(found); i++) {
      looked = look(key, deadline);
    }
    if (looked == null) {
      return null;
    }
    StoredRun stored = looked.run();
    if (stored == null) {
      return Outcome.NO_SUCH_RUN;
    }
    if (looked.beganMillisAtMost() > found.epochMillis()) {
      return Outcome.BEGAN_LATER;
    }
    Answer before =
        link.ask(new CommandArguments(Command.HGET).add(key).add(FINDING + finding), deadline);
    if (before == null) {
      return null;
    }
    link.giveBack(before.connection());
    if (before.content() != null) {
      return Outcome.FOLLOWED_BEFORE;
    }
    byte[] ownKey = entry == null ? null : names.keyOf(found.run());
    return new Halting(
            key,
            ownKey,
            stored.generation(),
            runs.begin(found.run(), task),
            names.another(),
            deadline)
        .follow(finding, found.detail());
  }

  private @Nullable Looked look(byte[] key, long deadline) {
    long asked = System.currentTimeMillis();
    Answer answer = link.ask(RunScripts.LOOK, deadline, new byte[][] {key, StoredNames.NONE});
    if (answer == null) {
      return null;
    }
    link.giveBack(answer.connection());
    return new Looked(answer.content(), asked, System.currentTimeMillis());
  }

  /**
   * What the store knows of a run. It says how old that was at some time between these two.
   *
   * @param askedMillis since 1970
   * @param answeredMillis since 1970
   */
  record Looked(Object content, long askedMillis, long answeredMillis) {

    /** Null if there is none. */
    @Nullable StoredRun run() {
      return StoredRun.of(content);
    }

    /** When the run began, or later than that. */
    long beganMillisAtMost() {
      StoredRun known = run();
      return known == null ? Long.MIN_VALUE : answeredMillis - known.ageMillis();
    }

    /** Whether the run may have begun before what was found, or after it, as far as this says. */
    boolean isTooSlowFor(Found found) {
      long took = answeredMillis - askedMillis;
      return beganMillisAtMost() > found.epochMillis()
          && beganMillisAtMost() - took <= found.epochMillis();
    }
  }

  @Override
  public void close() {
    link.close();
  }

  /** One run while nobody else judges it. */
  private final class Halting {

    /** Nobody begins a run by halting it. */
    private final Generation none = new Generation(0, StoredNames.NOTHING);

    private final byte[] key;

    /** Under which it is said where it is kept; null where it is kept there. */
    private final byte @Nullable [] ownKey;

    private final Generation looked;
    private final Run run;
    private final byte[] lease;
    private final Duration gap;
    private final long haltMillis = Math.max(1, haltedFor.toMillis());
    private final long deadline;

    Halting(
        byte[] key,
        byte @Nullable [] ownKey,
        Generation looked,
        Run run,
        byte[] lease,
        long deadline) {
      this.key = key;
      this.ownKey = ownKey;
      this.looked = looked;
      this.run = run;
      this.lease = lease;
      this.gap = joins.gap(run.task());
      this.deadline = deadline;
    }

    @Nullable Outcome follow(String finding, String detail) {
      List<@Nullable StoredRun> acquired = acquire();
      if (acquired == null) {
        return null;
      }
      StoredRun stored = acquired.get(0);
      if (stored == null) {
        return Outcome.NO_SUCH_RUN;
      }
      if (!stored.generation().isSame(looked)) {
        return release() ? Outcome.NO_SUCH_RUN : null; // It has ended since.
      }
      byte[] state = stored.state();
      if (state != null) {
        try {
          SavedRun.goOn(run, state);
        } catch (IOException useless) {
          names.tellUnreadable(run.task(), useless);
          return release() ? Outcome.UNREADABLE : null;
        }
      }
      run.halt(Kind.OPERATOR, detail); // Does nothing to one that is halted.
      byte[] id = names.another();
      byte[] halted = SavedRun.save(run, new Header(stored.ageMillis(), 0));
      StoredRun told =
          new StoredRun(
              stored.generation(),
              id,
              stored.ageMillis(),
              stored.happened(),
              haltMillis,
              halted,
              null);
      Judged judged =
          new Judged(
              stored.generation(),
              id,
              halted,
              stored.happened(),
              haltMillis,
              gap.toMillis(),
              null,
              names.haltChannel(),
              new HaltNews(new RunName(run.task(), run.id()), told).sealed(names),
              StoredNames.NOTHING); // What may be missing there is for those who judge.
      if (ownKey != null && !ask(RunScripts.KEEP, RunPlace.keeping(ownKey, gap, haltMillis))) {
        return null;
      }
      byte[] followed = finding.getBytes(StandardCharsets.US_ASCII);
      if (!ask(PUT, RunScripts.putting(List.of(key), lease, List.of(judged), followed))) {
        return null;
      }
      return stored.isHalted() ? Outcome.WAS_HALTED : Outcome.HALTED;
    }

    /** The run, or null in its place if it is over; null if it is not to be had in time. */
    private @Nullable List<@Nullable StoredRun> acquire() {
      Question asked =
          new Question(
              StoredNames.NONE,
              gap.toMillis(),
              StoredNames.NONE,
              none,
              StoredNames.NOTHING,
              StoredNames.NOTHING);
      byte[][] question = RunScripts.asking(List.of(key), lease, List.of(asked));
      while (true) {
        Answer answer = link.ask(RunScripts.ACQUIRE, deadline, question);
        if (answer == null) {
          return null;
        }
        link.giveBack(answer.connection());
        List<@Nullable StoredRun> acquired = StoredRun.allOf(answer.content());
        if (acquired != null) {
          return acquired;
        }
        boolean isStopped = Thread.currentThread().isInterrupted();
        if (isStopped || System.nanoTime() + PAUSE_NANOS - deadline > 0) {
          return null;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }

    private boolean release() {
      return ask(
          RunScripts.PUT, RunScripts.putting(List.of(key), lease, Collections.singletonList(null)));
    }

    /** Whether it was done. */
    private boolean ask(Script script, byte[][] keyAndArguments) {
      Answer answer = link.ask(script, deadline, keyAndArguments);
      if (answer == null) {
        return false;
      }
      link.giveBack(answer.connection());
      return Long.valueOf(1).equals(answer.content());
    }
  }
}
