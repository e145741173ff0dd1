package io.loophalt.store;

import io.loophalt.core.run.Run;
import java.time.Duration;

/** The run as this process has it. */
interface Member {

  Run run();

  /** How long it has been going on. */
  long millis();

  /** It began so long ago, in another process. */
  void beganMillisAgo(long millis);

  /** Whether it goes on halted for an earlier one of its id that this process remembers. */
  boolean isRevived();

  /** Whether this process has ended or dropped it. */
  boolean isOver();

  /** After so much silence it is over. */
  Duration gap();
}
