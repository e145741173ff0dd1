package io.loophalt.presets;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.standard.CycleStreak;
import io.loophalt.core.fingerprint.TextDigest;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts steps in a row that agree in action class, files touched, reported state and normalised
 * error, whatever their arguments, results and words.
 *
 * <p>Source: the article "Semantic Loop Detection: Catching Stuck AI Agents", which renders the
 * pattern of opensesh/KARIMO (f682b36c). O(1) per step, a failing one O(its error text); 16 bytes
 * of state.
 */
final class SemanticFingerprint implements Detector {

  private static final String RULE = "semantic_fingerprint";
  private static final long EMPTY = TextDigest.of("");

  private final String name;
  private final CycleStreak fingerprints = new CycleStreak(1);

  SemanticFingerprint(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String describe(String rule, int count) {
    return count + " steps in a row with the same action class, files, state and error";
  }

  @Override
  public void afterStep(Step step, FindingSink sink) {
    String error = step.failed() ? KarimoError.normalize(step.errorText()) : "";
    long state = step.state() == EMPTY ? Step.ABSENT : step.state();
    long outcome = TextDigest.combine(state, TextDigest.of(error));
    long where = TextDigest.combine(TextDigest.of(step.actionClass()), step.files());
    long fingerprint = TextDigest.combine(where, outcome);
    // That the arguments do not count would make one step of a whole list.
    sink.report(
        RULE,
        fingerprints.add(
            step.triesMany() ? TextDigest.combine(fingerprint, step.action()) : fingerprint));
  }

  @Override
  public void reset() {
    fingerprints.clear();
  }

  @Override
  public void save(DataOutput out) throws IOException {
    fingerprints.save(out);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    fingerprints.restore(in);
  }
}
