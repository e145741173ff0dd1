package io.loophalt.store;

import io.loophalt.PrintableText;
import io.loophalt.StopReason;
import io.loophalt.core.budget.Budget;
import io.loophalt.core.run.Run;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A joined run of a registry.
 *
 * @param frozen time that counts for no run
 * @param heard what others have told of halts; null where that is not listened to
 * @param log where a person is told of halts
 */
record JoinedRun(
    LiveRun live, RunRegistry registry, FrozenTime frozen, @Nullable HeardHalts heard, Log log)
    implements Member {

  @Override
  public Run run() {
    return live.run();
  }

  @Override
  public long millis() {
    return live.ageMillisAt(System.nanoTime());
  }

  @Override
  public long millisElsewhere(long age, long nanos) {
    return age - frozen.millisWithin(age) - live.millisAt(nanos);
  }

  @Override
  public boolean isRevived() {
    return live.isRevived();
  }

  @Override
  public boolean isOver() {
    return live.isOver();
  }

  @Override
  public void endsUnhalted() {
    if (heard != null) {
      heard.forget(run().id());
    }
  }

  @Override
  public void isResetElsewhere() {
    registry.isResetElsewhere(run().id());
  }

  /** In the words of a halt that was decided here. */
  @Override
  public void isHaltedElsewhere(StopReason reason) {
    log.halt("halted " + PrintableText.name(run().id()) + ": " + reason.summary());
  }

  @Override
  public Duration gap() {
    return registry.policy().joins().gap(run().task());
  }

  @Override
  public Duration haltedFor() {
    StopReason reason = run().haltReason();
    return reason == null || reason.detector().startsWith(Budget.RULE)
        ? Duration.ZERO
        : registry.policy().haltedFor();
  }
}
