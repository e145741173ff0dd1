package io.loophalt.agent.run;

import io.loophalt.agent.detect.Detector;
import io.loophalt.agent.detect.FindingSink;
import io.loophalt.agent.policy.DetectorPolicy;
import io.loophalt.agent.policy.DetectorPolicy.Mode;
import io.loophalt.agent.policy.Intervention;
import io.loophalt.agent.policy.Ladder;
import io.loophalt.agent.policy.Rung;

/**
 * One detector inside a run, with the memory of how far each of its rules has climbed the ladder.
 */
final class DetectorSlot implements FindingSink {

  private static final int NO_RULES = 0;

  private final Run run;
  private final Detector detector;
  private final Mode mode;
  private final Ladder ladder;

  // Parallel arrays instead of a map: a detector has one to five rules, named by constants.
  private String[] rules = new String[2];
  private int[] lastCounts = new int[2];
  private int[] firedAt = new int[2];
  private int ruleCount = NO_RULES;

  DetectorSlot(Run run, Detector detector, DetectorPolicy policy) {
    this.run = run;
    this.detector = detector;
    this.mode = policy.mode();
    this.ladder = policy.ladder();
  }

  Detector detector() {
    return detector;
  }

  boolean acts() {
    return mode == Mode.ACT;
  }

  @Override
  public Intervention report(String rule, int count) {
    int known = indexOf(rule);
    if (known < 0) {
      if (count <= 0) {
        return Intervention.NONE;
      }
      known = add(rule);
    }
    if (count < lastCounts[known]) {
      firedAt[known] = 0;
    }
    lastCounts[known] = count;
    Rung rung = count <= 0 ? null : currentLadder().at(count);
    if (rung == null) {
      return Intervention.NONE;
    }
    if (rung.at() > firedAt[known]) {
      firedAt[known] = rung.at();
      run.fired(this, rule, count, rung);
    }
    return rung.intervention();
  }

  void reset() {
    detector.reset();
    ruleCount = NO_RULES;
  }

  private Ladder currentLadder() {
    Ladder own = run.ladderOfCurrentStep(detector.name());
    return own == null ? ladder : own;
  }

  private int indexOf(String rule) {
    for (int i = 0; i < ruleCount; i++) {
      if (rules[i].equals(rule)) {
        return i;
      }
    }
    return -1;
  }

  private int add(String rule) {
    if (ruleCount == rules.length) {
      rules = java.util.Arrays.copyOf(rules, 2 * ruleCount);
      lastCounts = java.util.Arrays.copyOf(lastCounts, 2 * ruleCount);
      firedAt = java.util.Arrays.copyOf(firedAt, 2 * ruleCount);
    }
    rules[ruleCount] = rule;
    lastCounts[ruleCount] = 0;
    firedAt[ruleCount] = 0;
    return ruleCount++;
  }

  /** Position of a rung on the ladder in force, for the choice of the default wording. */
  int nudgesBefore(Rung rung) {
    int nudges = 0;
    for (Rung each : currentLadder().rungs()) {
      if (each.at() >= rung.at()) {
        break;
      }
      nudges++;
    }
    return nudges;
  }
}
