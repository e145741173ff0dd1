package io.loophalt.presets;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.detect.standard.CycleStreak;
import io.loophalt.core.fingerprint.TextDigest;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Finds cycles of calls and chanting text, and counts the findings of both together since the user
 * last spoke: the first is worth a nudge, the second a halt.
 *
 * <p>A call is its tool and its arguments as they are written, so the order of keys counts; a cycle
 * is 1 to 5 calls repeated 5 times. Results, errors and text between calls are ignored. What was
 * found stays in the history: the next match is the second finding.
 *
 * <p>Source: google-gemini/gemini-cli 5411f113, {@code loopDetectionService.ts}, without its
 * model-based check. A call costs O(1) beside the digest of its arguments, text what {@link
 * ChantingText} says; the state is 15 digests and that of {@link ChantingText}.
 */
final class GeminiLoops implements Detector {

  private static final String TOOL_CALL_CYCLE = "tool_call_cycle";
  private static final String CONTENT_CHANTING = "content_chanting";
  private static final int LONGEST_PERIOD = 5;
  private static final int REPETITIONS = 5;

  private final String name;
  private final CycleStreak[] cycles = new CycleStreak[LONGEST_PERIOD];
  private final ChantingText content = new ChantingText();
  private int detections;

  GeminiLoops(String name) {
    this.name = name;
    for (int i = 0; i < LONGEST_PERIOD; i++) {
      cycles[i] = new CycleStreak(i + 1);
    }
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
    String found =
        rule.equals(CONTENT_CHANTING)
            ? "the model repeats the same text"
            : "the same calls in a cycle " + REPETITIONS + " times";
    return count > 1 ? found + ", after " + (count - 1) + " earlier findings" : found;
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    if (turn.userMessageBefore()) {
      for (CycleStreak cycle : cycles) {
        cycle.clear();
      }
      content.clear();
      detections = 0;
      sink.report(TOOL_CALL_CYCLE, 0);
      sink.report(CONTENT_CHANTING, 0);
    }
    if (turn.toolCalls() == 0 && content.add(turn.text())) {
      sink.report(CONTENT_CHANTING, ++detections);
    }
  }

  @Override
  public void beforeStep(Step step, FindingSink sink) {
    // As upstream, what remains of the step is not looked at once a loop is found.
    if (content.add(step.text())) {
      sink.report(CONTENT_CHANTING, ++detections);
      return;
    }
    content.clear();
    long call = TextDigest.combine(TextDigest.of(step.tool()), TextDigest.of(step.argumentsText()));
    boolean found = false;
    for (int i = 0; i < LONGEST_PERIOD; i++) {
      found |= cycles[i].add(call) >= REPETITIONS * (i + 1);
    }
    if (found) {
      sink.report(TOOL_CALL_CYCLE, ++detections);
    }
  }

  @Override
  public void reset() {
    for (CycleStreak cycle : cycles) {
      cycle.clear();
    }
    content.reset();
    detections = 0;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    for (CycleStreak cycle : cycles) {
      cycle.save(out);
    }
    content.save(out);
    out.writeInt(detections);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    for (CycleStreak cycle : cycles) {
      cycle.restore(in);
    }
    content.restore(in);
    detections = in.readInt();
  }
}
