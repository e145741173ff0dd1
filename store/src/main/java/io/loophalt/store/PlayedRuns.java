package io.loophalt.store;

import io.loophalt.StopReason;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.run.Run;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import io.loophalt.store.link.RedisLink;
import java.time.Duration;

/**
 * Runs of recordings that several processes play together: each plays some of the calls, and all
 * have the same recordings and the same digest key. Thread-safe.
 */
public final class PlayedRuns {

  private final RedisLink link;
  private final StoredNames names;
  private final LateEntries late;
  private final Duration ttl;

  /** Looks for the server. */
  public PlayedRuns(StorePolicy policy, Log log) {
    this.names = new StoredNames(policy, DigestKey.current(), log);
    this.link = new RedisLink(policy, names.trial(), log);
    this.late = new LateEntries(link, names);
    this.ttl = policy.ttl();
  }

  /** Waits until the server is there; returns whether it is. */
  public boolean awaitServer(Duration most) throws InterruptedException {
    return link.awaitThere(most);
  }

  /** Why it is not there, for a person. */
  public String problem() {
    return link.problem();
  }

  /** Others play a run of this id, too. */
  public void share(Run run) {
    RunPlace place = RunPlace.alone(names.keyOf(run.id()));
    run.shareBy(new SharedRun(link, names, late, new Played(run, ttl), null, place, null));
  }

  /** How many calls were judged without what others have played, because the server was late. */
  public long judgedAlone() {
    return late.alone();
  }

  /** Has the times of its recording. */
  private record Played(Run run, Duration gap) implements Member {

    @Override
    public long millis() {
      return 0;
    }

    @Override
    public long millisElsewhere(long age, long nanos) {
      return 0; // Times are those of the recording.
    }

    @Override
    public boolean isRevived() {
      return false;
    }

    @Override
    public void isHaltedElsewhere(StopReason reason) {
      // The report says so.
    }

    @Override
    public boolean isOver() {
      return false;
    }

    /** The next recording of its id is another one. */
    @Override
    public Duration haltedFor() {
      return Duration.ZERO;
    }
  }
}
