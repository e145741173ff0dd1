package io.loophalt.presets;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.TextDigest;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts calls in a row that name one tool and share most words of their normalised arguments with
 * the first call of the run.
 *
 * <p>Similar is a Jaccard similarity of at least 0.75. Results, errors and text make no difference.
 * Source: skill {@code behavioral-loop-detection} of oimiragieo/agent-studio. A step costs O(n log
 * n) in the length of its arguments, which it reads as words; the state is at most 100 digests.
 */
final class SimilarActions implements Detector {

  private static final String REPLAN = "replan";
  private static final String EXPLORE = "explore";
  private static final String FORCE_DONE = "force-done";

  // The names of the rungs follow the count, so they are the rule's and not the ladder's.
  static final int REPLAN_AT = 3;
  static final int EXPLORE_AT = 5;
  static final int FORCE_DONE_AT = 8;

  private final String name;
  private long anchorTool;
  private WordSet anchorWords = WordSet.EMPTY;
  private int run;

  SimilarActions(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean readsWords() {
    return true;
  }

  @Override
  public String describe(String rule, int count) {
    return count + " calls in a row with nearly the same words as the first of them";
  }

  @Override
  public void beforeStep(Step step, FindingSink sink) {
    long tool = TextDigest.of(step.tool());
    WordSet words = WordSet.of(AgentStudioArguments.normalize(step.argumentsText()));
    if (run > 0 && tool == anchorTool && words.sharesThreeQuartersWith(anchorWords)) {
      run++;
    } else {
      anchorTool = tool;
      anchorWords = words;
      run = 1;
      sink.report(REPLAN, 0);
      sink.report(EXPLORE, 0);
      sink.report(FORCE_DONE, 0);
    }
    sink.report(run < EXPLORE_AT ? REPLAN : run < FORCE_DONE_AT ? EXPLORE : FORCE_DONE, run);
  }

  @Override
  public void reset() {
    anchorTool = 0;
    anchorWords = WordSet.EMPTY;
    run = 0;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeLong(anchorTool);
    anchorWords.save(out);
    out.writeInt(run);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    anchorTool = in.readLong();
    anchorWords = WordSet.restore(in);
    run = in.readInt();
  }
}
