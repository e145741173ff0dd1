package io.loophalt.agent.startup;

import io.loophalt.agent.detect.Detector;
import io.loophalt.agent.detect.preset.Presets;
import io.loophalt.agent.policy.DetectorPolicy;
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
