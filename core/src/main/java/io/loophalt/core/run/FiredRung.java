package io.loophalt.core.run;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;

/**
 * A rung that fired.
 *
 * @param detector whose report it was
 * @param number how many detectors of the run are asked before that one
 * @param acts whether anything is to follow from what the detector finds
 * @param rule the rule of the detector
 * @param count the count that it reported
 * @param ladder what was climbed
 * @param rung how far
 */
record FiredRung(
    Detector detector, int number, boolean acts, String rule, int count, Ladder ladder, Rung rung) {

  /** How many rungs of the ladder are below it. */
  int rungsBelow() {
    int below = 0;
    for (Rung each : ladder.rungs()) {
      if (each.at() >= rung.at()) {
        break;
      }
      below++;
    }
    return below;
  }
}
