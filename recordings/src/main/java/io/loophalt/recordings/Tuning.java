package io.loophalt.recordings;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.policy.TaskPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tries variants of a policy on runs with known outcomes, all in one pass: short and long ladders
 * with their halts moved, each kind for itself, and windows of other lengths.
 *
 * <p>Runs are split into two halves by a hash of seed and id. A variant is chosen on one half and
 * reported on the other, so that the figures are not those of its choice. Memory is that of the
 * variants' counters and of the runs that are open, whatever the number of runs. Runs may come on
 * several threads at the same time; what is found is to be asked for when all are over.
 */
public final class Tuning implements RunSink {

  /** By how much the halts of short ladders are moved, in repeats. */
  private static final int[] SHORT_SHIFTS = {-1, 0, 1, 2};

  /** By how much those of long ladders are, which weaker evidence has. */
  private static final int[] LONG_SHIFTS = {-2, 0, 2, 4};

  /** The latest halt of a short ladder. */
  private static final int LATEST_SHORT_HALT = 6;

  /** The windows as they are. */
  private static final int OWN_WINDOW = 0;

  private static final int[] WINDOWS = {10, OWN_WINDOW, 40};

  private static final String WINDOW = "window";

  /** The two halves of the runs. */
  public enum Half {
    /** On which a variant is chosen. */
    TRAIN,
    /** On which it is reported. */
    TEST
  }

  /**
   * One way to set the detectors.
   *
   * @param shortShift by how many repeats the halts of short ladders come later
   * @param longShift by how many those of long ladders do
   * @param window steps that detectors with a window look back; 0 for those of the base policy
   * @param detectors the outcome of that for those of the top level
   */
  public record Variant(int shortShift, int longShift, int window, List<DetectorPolicy> detectors) {

    /** Copies the detectors. */
    public Variant {
      detectors = List.copyOf(detectors);
    }
  }

  /**
   * What a variant does to the runs of one half.
   *
   * @param successes runs that succeeded
   * @param falseHalts those of them that would have been halted
   * @param falseNudges those of them that would have been nudged
   * @param failures runs that failed
   * @param halts those of them that would have been halted
   * @param steps steps of the failed runs
   * @param stepsSaved those after the halt
   * @param tokens tokens of the failed runs
   * @param tokensSaved those after the halt
   */
  public record Tally(
      long successes,
      long falseHalts,
      long falseNudges,
      long failures,
      long halts,
      long steps,
      long stepsSaved,
      long tokens,
      long tokensSaved) {

    static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0, 0, 0, 0);

    Tally plus(Playback.Outcome played, boolean success) {
      Integer haltedAt = played.haltedAt();
      int halted = haltedAt == null ? 0 : 1;
      if (success) {
        int nudged = played.first(Intervention.NUDGE) == null ? 0 : 1;
        return new Tally(
            successes + 1,
            falseHalts + halted,
            falseNudges + nudged,
            failures,
            halts,
            steps,
            stepsSaved,
            tokens,
            tokensSaved);
      }
      return new Tally(
          successes,
          falseHalts,
          falseNudges,
          failures + 1,
          halts + halted,
          steps + played.entries(),
          stepsSaved + (haltedAt == null ? 0 : Math.max(0, played.entries() - haltedAt - 1)),
          tokens + played.tokens(),
          tokensSaved + played.tokensAfterHalt());
    }

    /** Share of the successful runs that would have been halted. */
    public double falseHaltRate() {
      return successes == 0 ? 0 : (double) falseHalts / successes;
    }

    /** Share of the failed runs' steps that would have been saved. */
    public double stepsSavedShare() {
      return steps == 0 ? 0 : (double) stepsSaved / steps;
    }

    /** Share of the failed runs' tokens that would have been saved. */
    public double tokensSavedShare() {
      return tokens == 0 ? 0 : (double) tokensSaved / tokens;
    }
  }

  private final Function<String, TaskPolicy> policies;
  private final String preset;
  private final List<DetectorPolicy> base;
  private final Function<DetectorPolicy, Detector> detectors;
  private final long seed;
  private final Function<String, Boolean> windowed;
  private final List<Variant> variants;
  private final Map<TaskPolicy, List<TaskPolicy>> variantsOfTasks = new HashMap<>();
  private final Map<String, String> tasksOfTheirOwn = new TreeMap<>();
  private final Map<Variant, Tally> train = new HashMap<>();
  private final Map<Variant, Tally> test = new HashMap<>();
  private long unknown;

  /**
   * A tuning of policies.
   *
   * @param policies the settings for a task; of the empty name, those of the top level
   * @param windowed whether a detector has a window
   * @param seed of the split
   */
  public Tuning(
      Function<String, TaskPolicy> policies,
      Function<DetectorPolicy, Detector> detectors,
      Function<String, Boolean> windowed,
      long seed) {
    this.policies = policies;
    TaskPolicy topLevel = policies.apply("");
    this.preset = topLevel.preset();
    this.base = topLevel.detectors();
    this.windowed = windowed;
    this.detectors = detectors;
    this.seed = seed;
    this.variants = variants(base, windowed);
  }

  private static List<Variant> variants(
      List<DetectorPolicy> base, Function<String, Boolean> windowed) {
    List<Variant> variants = new ArrayList<>();
    for (int window : WINDOWS) {
      for (int shortShift : SHORT_SHIFTS) {
        for (int longShift : LONG_SHIFTS) {
          List<DetectorPolicy> changed = new ArrayList<>();
          for (DetectorPolicy each : base) {
            int shift = isShort(each.ladder()) ? shortShift : longShift;
            int ofWindow = windowed.apply(each.detector()) ? window : OWN_WINDOW;
            changed.add(changed(each, shift, ofWindow));
          }
          variants.add(new Variant(shortShift, longShift, window, changed));
        }
      }
    }
    return variants;
  }

  private static boolean isShort(Ladder ladder) {
    Integer halt = ladder.haltsAt();
    return halt != null && halt <= LATEST_SHORT_HALT;
  }

  private static DetectorPolicy changed(DetectorPolicy base, int shift, int window) {
    Map<String, Integer> parameters = new HashMap<>(base.parameters());
    if (window != OWN_WINDOW) {
      parameters.put(WINDOW, window);
    }
    return new DetectorPolicy(
        base.detector(), base.mode(), shifted(base.ladder(), shift), parameters);
  }

  /**
   * Moves halts only, and never down to the rung before: a halt without a warning is none. What is
   * behind the halt is left out, as no run comes there.
   */
  private static Ladder shifted(Ladder ladder, int shift) {
    List<Rung> rungs = new ArrayList<>();
    int before = 0;
    for (Rung rung : ladder.rungs()) {
      if (rung.intervention() == Intervention.HALT) {
        rungs.add(rung.movedTo(Math.max(before + 1, rung.at() + shift)));
        break;
      }
      rungs.add(rung);
      before = rung.at();
    }
    return new Ladder(rungs);
  }

  @Override
  public OpenRun begin(String id, String task) {
    List<Playback> playbacks = new ArrayList<>();
    for (TaskPolicy variant : variantsOf(policies.apply(task))) {
      playbacks.add(new Playback(id, task, variant, detectors, Playback.FREE));
    }
    return new OpenRun() {
      private String name = id;

      @Override
      public void named(String id) {
        name = id;
      }

      @Override
      public void turn(RecordedRun.RecordedTurn turn) {
        playbacks.forEach(playback -> playback.turn(turn));
      }

      @Override
      public void rest() {
        playbacks.forEach(playback -> playback.run().sleep());
      }

      @Override
      public void end(@Nullable Boolean outcome) {
        ended(name, playbacks, outcome);
      }
    };
  }

  private synchronized void ended(String run, List<Playback> playbacks, @Nullable Boolean outcome) {
    if (outcome == null) {
      unknown++;
      return;
    }
    Map<Variant, Tally> half = half(run) == Half.TRAIN ? train : test;
    for (int i = 0; i < playbacks.size(); i++) {
      Tally before = half.getOrDefault(variants.get(i), Tally.NONE);
      half.put(variants.get(i), before.plus(playbacks.get(i).outcome(), outcome));
    }
  }

  @Override
  public synchronized void judged(RunReport report) {
    unknown++;
  }

  /** What the variants are for a task, in their order. */
  private synchronized List<TaskPolicy> variantsOf(TaskPolicy policy) {
    List<TaskPolicy> known = variantsOfTasks.get(policy);
    if (known != null) {
      return known;
    }
    if (!policy.detectors().equals(base)) {
      tasksOfTheirOwn.put(policy.task(), policy.preset());
    }
    List<TaskPolicy> made = new ArrayList<>();
    for (Variant variant : variants(policy.detectors(), windowed)) {
      made.add(policy.with(variant.detectors()));
    }
    variantsOfTasks.put(policy, made);
    return made;
  }

  /**
   * Tasks among the runs so far whose detectors are not those of the top level, sorted, and the
   * presets that they start from.
   */
  public synchronized Map<String, String> tasksOfTheirOwn() {
    return new TreeMap<>(tasksOfTheirOwn);
  }

  /** The preset that the variants start from, with its version if it has several. */
  public String preset() {
    return preset;
  }

  private Half half(String id) {
    long hash = TextDigest.drawn(seed + " " + id);
    return (hash & 1) == 0 ? Half.TRAIN : Half.TEST;
  }

  /** The variants, those with shorter windows first and with earlier halts first among them. */
  public List<Variant> variants() {
    return List.copyOf(variants);
  }

  /** What a variant does to one half. */
  public synchronized Tally tally(Variant variant, Half half) {
    return (half == Half.TRAIN ? train : test).getOrDefault(variant, Tally.NONE);
  }

  /** Runs that could not be used, because their outcome is not known. */
  public synchronized long unknownOutcomes() {
    return unknown;
  }

  /**
   * The variants that no other beats on the training half: none saves at least as many steps at
   * fewer false halts, or more steps at as many. Of equals the first is kept.
   */
  public List<Variant> front() {
    List<Variant> front = new ArrayList<>();
    for (Variant each : variants) {
      if (variants.stream().noneMatch(other -> beats(other, each))) {
        front.add(each);
      }
    }
    return front;
  }

  private boolean beats(Variant one, Variant other) {
    Tally a = tally(one, Half.TRAIN);
    Tally b = tally(other, Half.TRAIN);
    if (a.falseHalts() == b.falseHalts() && a.stepsSaved() == b.stepsSaved()) {
      return variants.indexOf(one) < variants.indexOf(other);
    }
    return a.falseHalts() <= b.falseHalts() && a.stepsSaved() >= b.stepsSaved();
  }

  /**
   * The variant that saves the most steps on the training half with no more than a share of false
   * halts; null if every one has more.
   */
  public @Nullable Variant best(double falseHaltRate) {
    Variant best = null;
    for (Variant each : front()) {
      Tally tally = tally(each, Half.TRAIN);
      if (tally.falseHaltRate() <= falseHaltRate
          && (best == null || tally.stepsSaved() > tally(best, Half.TRAIN).stepsSaved())) {
        best = each;
      }
    }
    return best;
  }
}
