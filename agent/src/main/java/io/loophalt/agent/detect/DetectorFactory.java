package io.loophalt.agent.detect;

import io.loophalt.agent.policy.DetectorPolicy;
import java.util.function.Function;

/** Makes detectors from their settings. Thread-safe. */
public final class DetectorFactory implements Function<DetectorPolicy, Detector> {

  @Override
  public Detector apply(DetectorPolicy policy) {
    return switch (policy.detector()) {
      case IdenticalCallStreak.NAME -> new IdenticalCallStreak();
      case FourDimensionStreak.NAME -> new FourDimensionStreak();
      default -> throw new IllegalArgumentException("no detector '" + policy.detector() + "'");
    };
  }
}
