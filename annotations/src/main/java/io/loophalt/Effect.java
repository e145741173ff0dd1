package io.loophalt;

/** What a tool does to the world, as far as its author knows. */
public enum Effect {
  /**
   * Only reads: calling it twice changes nothing. Repeating it with different arguments and always
   * the same answer is looked at as stagnation.
   */
  READ,

  /**
   * Changes something: files, tickets, accounts. A constant answer such as "ok" says nothing about
   * progress.
   */
  WRITE,

  /** Not known, the default. */
  UNKNOWN
}
