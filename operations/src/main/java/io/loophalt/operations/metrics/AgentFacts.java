package io.loophalt.operations.metrics;

/** What is to be known of the agent itself. Thread-safe. */
public interface AgentFacts {

  /** Its version. */
  String version();

  /** Whether it watches: no person has disabled it, nor has it switched itself off. */
  boolean isEnabled();

  /** How many errors of its own it has had. */
  long errors();

  /**
   * Seconds that its own code has taken of the threads that make guarded calls, by those that were
   * measured; without what calls waited for a person.
   */
  double ownSeconds();

  /** How many events were not written to the event log. */
  long droppedEvents();

  /**
   * How many answers of the application's listeners came too late, and how often one of them was
   * not told for lack of room.
   */
  long droppedByListeners();

  /** How often a call of a run that other JVMs share was judged by what this one knows alone. */
  long judgedAlone();
}
