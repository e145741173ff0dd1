package io.loophalt.core.policy;

import java.util.Map;

/**
 * One detector as a task uses it.
 *
 * @param detector the detector's name
 * @param mode whether it acts, only watches, or is off
 * @param ladder what its counts lead to
 * @param parameters the detector's own numbers by name, such as {@code window}; missing ones have
 *     their defaults
 */
public record DetectorPolicy(
    String detector, Mode mode, Ladder ladder, Map<String, Integer> parameters) {

  /** How far a detector, or the whole agent, may go. */
  public enum Mode {
    /** Detects and intervenes. */
    ACT,
    /** Detects and reports, and never interferes. */
    OBSERVE,
    /** Does not exist. */
    OFF
  }

  /** Copies the parameters. */
  public DetectorPolicy {
    parameters = Map.copyOf(parameters);
  }

  /** A number of the detector, or what it has by default. */
  public int parameter(String name, int byDefault) {
    return parameters.getOrDefault(name, byDefault);
  }
}
