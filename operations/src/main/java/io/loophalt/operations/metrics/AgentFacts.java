package io.loophalt.operations.metrics;

/** What is to be known of the agent itself. Thread-safe. */
public interface AgentFacts {

  /** Its version. */
  String version();

  /** Whether it watches: no person has disabled it, nor has it switched itself off. */
  boolean isEnabled();

  /** How many errors of its own it has had. */
  long errors();

  /** How many events were not written to the event log. */
  long droppedEvents();
}
