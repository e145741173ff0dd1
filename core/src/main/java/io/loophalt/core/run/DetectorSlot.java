package io.loophalt.core.run;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Standing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.detect.TurnDetector;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.run.Findings.FiredRung;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One detector inside a run, with the memory of how far each of its rules has climbed the ladder,
 * for each tool or action class where the rule counts by those.
 */
final class DetectorSlot implements FindingSink {

  /** What a rule's memory is of when the rule counts for the run as a whole. */
  private static final String ANY = "";

  /** A detector that counts by tool remembers eight tools; more memories than that are stale. */
  private static final int MOST_MEMORIES = 16;

  private final Watch watch;
  private final int number;
  private final Detector detector;

  /**
   * The detector if it judges turns, as most do: a final method of a class is inlined where one of
   * an interface with a dozen implementations is looked up.
   */
  private final @Nullable TurnDetector turnDetector;

  private final int moments;
  private final Mode mode;
  private final Ladder ladder;

  /** Below it the detector's own ladder says nothing, and mostly there is no other. */
  private final int lowestRung;

  // Parallel arrays instead of a map: a detector has one to five rules, named by constants.
  private String[] rules = new String[2];
  private String[] subjects = new String[2];
  private int[] lastCounts = new int[2];
  private int[] firedAt = new int[2];
  private int memories;
  private int oldest;

  /**
   * Has seen nothing.
   *
   * @param number how many detectors of the run are asked before this one
   */
  DetectorSlot(Watch watch, int number, Detector detector, DetectorPolicy policy) {
    this.watch = watch;
    this.number = number;
    this.detector = detector;
    this.turnDetector = detector instanceof TurnDetector judge ? judge : null;
    this.moments = detector.moments();
    this.mode = policy.mode();
    this.ladder = policy.ladder();
    this.lowestRung = ladder.rungs().isEmpty() ? Integer.MAX_VALUE : ladder.rungs().get(0).at();
  }

  /** Whether the detector wants to hear of one of these moments. */
  boolean hears(int anyOfMoments) {
    return (moments & anyOfMoments) != 0;
  }

  void turnStarted(Turn turn) {
    detector.turnStarted(turn, this);
  }

  void beforeStep(Step step) {
    detector.beforeStep(step, this);
  }

  void afterStep(Step step) {
    detector.afterStep(step, this);
  }

  void turnEnded(Turn turn) {
    if (turnDetector != null) {
      turnDetector.turnEnded(turn, this);
    } else {
      detector.turnEnded(turn, this);
    }
  }

  @Override
  public Intervention report(String rule, int count) {
    return report(rule, ANY, count);
  }

  @Override
  public Intervention report(String rule, String of, int count) {
    int known = indexOf(rule, of);
    if (known < 0) {
      if (count <= 0) {
        return Intervention.NONE;
      }
      known = add(rule, of);
    }
    boolean fell = count < lastCounts[known];
    lastCounts[known] = count;
    Ladder inForce = ladder;
    Rung rung = null;
    if (count > 0 && (count >= lowestRung || watch.hasOtherLadders())) {
      inForce = watch.ladderAtHand(detector.name(), of, ladder);
      rung = inForce.at(count);
    }
    if (rung == null) {
      firedAt[known] = fell ? 0 : firedAt[known];
      return Intervention.NONE;
    }
    if (fell) {
      // Things get better: no reason to say again what was said on the way up.
      firedAt[known] = Math.min(firedAt[known], rung.at());
    }
    if (rung.at() > firedAt[known]) {
      firedAt[known] = rung.at();
      watch.fired(new FiredRung(detector, number, mode == Mode.ACT, rule, count, inForce, rung));
    }
    return rung.intervention();
  }

  /**
   * What was done about a count is done. What was only observed, or is weaker than what this ladder
   * has for that count, is still to come with the next report, though the count may never fall.
   */
  void goesOnFrom(DetectorSlot before, boolean acted, boolean acts) {
    boolean reallyActed = acted && before.mode == Mode.ACT;
    if (ladder.equals(before.ladder) && reallyActed == (acts && mode == Mode.ACT)) {
      return;
    }
    for (int i = 0; i < memories; i++) {
      Rung done = reallyActed && firedAt[i] != 0 ? before.ladder.at(firedAt[i]) : null;
      Rung counts = done == null ? null : ladder.at(lastCounts[i], done.intervention());
      firedAt[i] = counts == null ? 0 : counts.at();
    }
  }

  /** Adds how far each of the rules that count anything has come, or may yet. */
  void stand(List<Standing> standings) {
    String why = detector.explain();
    if (memories == 0 && !why.isEmpty()) {
      standings.add(
          new Standing(
              detector.name(), detector.name(), "", 0, Intervention.NONE, ladder.haltsAt(), why));
    }
    for (int i = 0; i < memories; i++) {
      Rung fired = firedAt[i] == 0 ? null : ladder.at(firedAt[i]);
      standings.add(
          new Standing(
              detector.name(),
              rules[i],
              subjects[i],
              lastCounts[i],
              fired == null ? Intervention.NONE : fired.intervention(),
              ladder.haltsAt(),
              why.isEmpty() ? detector.describe(rules[i], lastCounts[i]) : why));
    }
  }

  @Override
  public void startsAnew() {
    memories = 0;
    oldest = 0;
  }

  void reset() {
    detector.reset();
    startsAnew();
  }

  void save(DataOutput out) throws IOException {
    detector.save(out);
    out.writeInt(memories);
    out.writeInt(oldest);
    for (int i = 0; i < memories; i++) {
      out.writeUTF(rules[i]);
      out.writeUTF(subjects[i]);
      out.writeInt(lastCounts[i]);
      out.writeInt(firedAt[i]);
    }
  }

  void restore(DataInput in) throws IOException {
    detector.restore(in);
    int size = in.readInt();
    int nextToGo = in.readInt();
    memories = 0;
    for (int i = 0; i < size; i++) {
      int at = add(in.readUTF(), in.readUTF());
      lastCounts[at] = in.readInt();
      firedAt[at] = in.readInt();
    }
    oldest = nextToGo;
  }

  private int indexOf(String rule, String of) {
    for (int i = 0; i < memories; i++) {
      if (rules[i].equals(rule) && subjects[i].equals(of)) {
        return i;
      }
    }
    return -1;
  }

  private int add(String rule, String of) {
    int at = memories;
    if (memories == MOST_MEMORIES) {
      at = oldest;
      oldest = (oldest + 1) % MOST_MEMORIES;
    } else {
      if (memories == rules.length) {
        rules = Arrays.copyOf(rules, 2 * memories);
        subjects = Arrays.copyOf(subjects, 2 * memories);
        lastCounts = Arrays.copyOf(lastCounts, 2 * memories);
        firedAt = Arrays.copyOf(firedAt, 2 * memories);
      }
      memories++;
    }
    rules[at] = rule;
    subjects[at] = of;
    lastCounts[at] = 0;
    firedAt[at] = 0;
    return at;
  }
}
