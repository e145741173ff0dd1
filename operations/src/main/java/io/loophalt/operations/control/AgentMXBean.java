package io.loophalt.operations.control;

import java.util.List;

/** The agent of this JVM, for whatever speaks JMX: {@code io.loophalt:type=Agent}. */
public interface AgentMXBean {

  /** Its version. */
  String getVersion();

  /** {@code act} or {@code observe}. */
  String getMode();

  /**
   * Lets it act, or only watch.
   *
   * @throws IllegalArgumentException for any other mode
   */
  void setMode(String mode);

  /** Whether calls are watched. */
  boolean isEnabled();

  /** Watches calls, or lets them pass. */
  void setEnabled(boolean enabled);

  /** How many runs there are. */
  int getLiveRuns();

  /** How many of them are halted. */
  int getHaltedRuns();

  /** How many halts there were since the JVM began. */
  long getHalts();

  /** When the freeze ends by itself; empty if nothing is frozen. */
  String getFrozenUntil();

  /** How many calls wait. */
  int getWaiting();

  /** The tools that are refused. */
  List<String> getBlocked();

  /** The budgets that runs share, each with how much is used and when it opens again. */
  List<String> getBudgets();

  /** Where the configuration is from. */
  String getConfig();

  /**
   * Holds every run at its next call.
   *
   * @param seconds for how long at most, more than 0 and 30 days at most
   * @return what was done
   */
  String freeze(int seconds);

  /** Lets all calls go on; returns what was done. */
  String unfreeze();

  /** Refuses a tool from now on; returns what was done. */
  String block(String tool);

  /** Refuses a tool no more; returns what was done. */
  String unblock(String tool);

  /**
   * Reads the configuration anew.
   *
   * @return what was done
   * @throws IllegalArgumentException if it is not valid; nothing has changed
   */
  String reload();
}
