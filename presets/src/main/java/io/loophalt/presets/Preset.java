package io.loophalt.presets;

import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import java.util.List;

/**
 * Detectors with their ladders, and ceilings, under one name.
 *
 * @param name the name in the configuration, such as {@code openhands}
 * @param detectors in the order in which they are asked
 * @param ceilings the hard limits
 */
public record Preset(String name, List<DetectorPolicy> detectors, Ceilings ceilings) {

  /** Copies the detectors. */
  public Preset {
    detectors = List.copyOf(detectors);
  }
}
