package io.loophalt.runtime;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Errors inside the agent's own code: counted, logged once each, and after {@value #LIMIT} of them
 * the agent turns itself off, loudly. Thread-safe.
 */
public final class Failures {

  /** How many errors the agent forgives itself. */
  static final int LIMIT = 10;

  private final Log log;
  private final Runnable turnOff;
  private final AtomicInteger count = new AtomicInteger();
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /**
   * Starts at zero.
   *
   * @param turnOff takes the agent out of all woven code
   */
  public Failures(Log log, Runnable turnOff) {
    this.log = log;
    this.turnOff = turnOff;
  }

  /**
   * Notes an error. An exhausted stack or heap is the application's and does not count against the
   * agent.
   */
  public void note(String where, Throwable error) {
    if (logged.add(where + error.getClass().getName())) {
      log.error("internal error " + where + "; the application is not affected", error);
    }
    if (error instanceof VirtualMachineError) {
      return;
    }
    if (count.incrementAndGet() == LIMIT) {
      turnOff.run();
      log.warn(
          "TURNED OFF after "
              + LIMIT
              + " internal errors: from now on no run is watched or halted in this JVM. Please report the errors above.");
    }
  }

  /** Whether there were so many that the agent is off. */
  boolean haveTurnedOff() {
    return count.get() >= LIMIT;
  }

  /** How many counted. */
  public int count() {
    return count.get();
  }
}
