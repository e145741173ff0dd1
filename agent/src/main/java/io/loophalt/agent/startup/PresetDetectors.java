package io.loophalt.agent.startup;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.presets.Presets;
import java.util.function.Function;

/**
 * Makes detectors by name. A class instead of a method reference, which would cost start-up time.
 */
final class PresetDetectors implements Function<DetectorPolicy, Detector> {

  @Override
  public Detector apply(DetectorPolicy policy) {
    return Presets.create(policy);
  }
}
