package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.fingerprint.TextDigest;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts how often in a row the run began with the same calls after its history was condensed.
 *
 * <p>The first turns after a compaction are compared with the first after the one before. Not in
 * the default preset, where {@link NoveltyStreak} lets a run look again once after a compaction and
 * no more. Source: failure reports of agents that forget at each compaction what they had just
 * found out. O(1) per step, allocates nothing; 40 bytes of state.
 */
final class CompactionLoop implements Detector {

  private static final String RULE = "same_start_after_compaction";

  private final String name;
  private final int turnsCompared;
  private long latestStart;
  private long start;
  private long calls;
  private int turnsLeft;
  private int starts;

  CompactionLoop(String name, int turnsCompared) {
    this.name = name;
    this.turnsCompared = turnsCompared;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String describe(String rule, int count) {
    return "the run began with the same calls after " + count + " compactions in a row";
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    if (turn.userMessageBefore()) {
      reset();
      sink.startsAnew();
    }
    if (turn.compactedBefore()) {
      start = Step.ABSENT;
      turnsLeft = turnsCompared;
    }
  }

  @Override
  public void afterStep(Step step, FindingSink sink) {
    calls += step.action();
  }

  @Override
  public void turnEnded(Turn turn, FindingSink sink) {
    if (turnsLeft > 0 && turn.toolCalls() > 0) {
      start = TextDigest.combine(start, calls);
      turnsLeft--;
      if (turnsLeft == 0) {
        starts = start == latestStart ? starts + 1 : 1;
        latestStart = start;
        sink.report(RULE, starts);
      }
    }
    calls = 0;
  }

  @Override
  public void reset() {
    latestStart = Step.ABSENT;
    start = Step.ABSENT;
    calls = 0;
    turnsLeft = 0;
    starts = 0;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeLong(latestStart);
    out.writeLong(start);
    out.writeLong(calls);
    out.writeInt(turnsLeft);
    out.writeInt(starts);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    latestStart = in.readLong();
    start = in.readLong();
    calls = in.readLong();
    turnsLeft = in.readInt();
    starts = in.readInt();
  }
}
