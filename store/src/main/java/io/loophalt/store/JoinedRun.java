package io.loophalt.store;

import io.loophalt.core.run.Run;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import java.time.Duration;

/**
 * A joined run of a registry.
 *
 * @param frozen time that counts for no run
 */
record JoinedRun(LiveRun live, RunRegistry registry, FrozenTime frozen) implements Member {

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
  public Duration gap() {
    return registry.policy().joins().gap(run().task());
  }
}
