package io.loophalt.operations.control;

import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.steering.Freeze;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How calls are held that a person freezes, and let go on. Thread-safe. */
public interface Freezing {

  /**
   * Holds them from now on, in place of a freeze before.
   *
   * @param halts whether runs are halted at their next call instead of waiting
   * @param most how long at most; more than 0
   * @return when that ends by itself
   * @throws ControlException if it cannot be done; the message is for a person
   */
  Instant freeze(Freeze.Calls calls, boolean halts, Duration most) throws ControlException;

  /**
   * Lets them go on.
   *
   * @return whether they were held
   * @throws ControlException if it cannot be done; the message is for a person
   */
  boolean unfreeze() throws ControlException;

  /** When it ends by itself; null if nothing is frozen. */
  @Nullable Instant frozenUntil();

  /** Of this JVM's own calls. */
  record Here(RunCorrelator runs) implements Freezing {

    @Override
    public Instant freeze(Freeze.Calls calls, boolean halts, Duration most) {
      return runs.outside().steering().freeze(calls, halts, most).until();
    }

    @Override
    public boolean unfreeze() {
      return runs.outside().steering().unfreeze();
    }

    @Override
    public @Nullable Instant frozenUntil() {
      Freeze freeze = runs.outside().steering().frozen();
      return freeze == null ? null : freeze.until();
    }
  }
}
