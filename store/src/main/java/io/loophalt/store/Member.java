package io.loophalt.store;

import io.loophalt.StopReason;
import io.loophalt.core.run.Run;
import java.time.Duration;

/** A run that is judged in several processes, as this one has it. */
interface Member {

  /** The run. */
  Run run();

  /** How long it has been going on. */
  long millis();

  /**
   * How long it had been going on before this process knew of it.
   *
   * @param age how long it had been going on in all
   * @param nanos when, by {@link System#nanoTime}
   */
  long millisElsewhere(long age, long nanos);

  /** Whether it goes on halted for an earlier one of its id that this process remembers. */
  boolean isRevived();

  /** Whether this process has ended or dropped it. */
  boolean isOver();

  /** It ends here and is not halted, whatever others have told of it before. */
  default void endsUnhalted() {}

  /** Another process has let it go on. */
  default void isResetElsewhere() {}

  /** Another process has halted it, for this reason. Told once, however often it is heard of. */
  void isHaltedElsewhere(StopReason reason);

  /** After so much silence it is over. */
  Duration gap();

  /** Its halt is kept for at least so long; zero where that ends by itself. */
  Duration haltedFor();
}
