package io.loophalt.core.memory;

import io.loophalt.PrintableText;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.LongRing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.event.LoopSeen.Part;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds that a run begins a loop in which earlier runs of its task were, and notes the loops that
 * others find in it.
 *
 * <p>A call counts as made again when the same came of it: the same failure of the tool, or else
 * the same result of the same arguments; of results alone, whatever the arguments, where nothing
 * else was repeated. A loop has begun when each of its calls was made, and one of them a second
 * time in another turn. It is told of once a run. A call that waits for something, as its answer
 * says, is in no loop.
 *
 * <p>Looks back {@value #WINDOW} steps. Some fifty nanoseconds a step; allocates nothing until a
 * loop is told of or noted.
 */
public final class PastLoopDetector implements Detector {

  /** The name in events and messages. */
  public static final String NAME = "memory";

  private static final int NEVER = Integer.MIN_VALUE;
  private static final String RULE = "past_loop";
  private static final int WINDOW = 20;
  private static final int MOST_PARTS = 6;
  private static final int MOST_TOLD = 8;

  /** Results alone are weak evidence: many calls answer with {@code ok}. */
  private static final int RESULTS_ALONE = 3;

  private static final long RESULT_ALONE = 0x5265_7375_6c74L;

  private final LoopMemory memory;
  private final String task;
  private final DigestKey key = DigestKey.current();

  private @Nullable PastLoops known;
  private int knownAt = -1;

  // The latest steps, in a ring.
  private final String[] tools = new String[WINDOW];
  private final long[] calls = new long[WINDOW];
  private final long[] results = new long[WINDOW];
  private final int[] turns = new int[WINDOW];
  private int taken;

  private final LongRing toldOf = new LongRing(MOST_TOLD);
  private int toldInTurn = NEVER;
  private @Nullable PastLoop atHand;
  private String text = "";

  // What the model was nudged about last, and the tool that brought something new since.
  private @Nullable String nudgedBy;
  private List<Part> nudgedAbout = List.of();
  private @Nullable String next;
  private int nextCameIn;
  private int turnsOver;

  /** Of a run of the task that has made no step. */
  public PastLoopDetector(LoopMemory memory, String task) {
    this.memory = memory;
    this.task = task;
  }

  /** How a run uses it: it nudges, and never halts. */
  public static DetectorPolicy policy() {
    Ladder ladder = new Ladder(List.of(new Rung(2, Intervention.NUDGE, /* message= */ null)));
    return new DetectorPolicy(NAME, Mode.ACT, ladder, Map.of());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int moments() {
    return AFTER_STEP;
  }

  @Override
  public String describe(String rule, int count) {
    return text.isEmpty() ? "a loop of earlier runs begins" : text;
  }

  @Override
  public void afterStep(Step step, FindingSink sink) {
    boolean waits = step.saysNotYet() || step.sleeps();
    long call = waits ? Step.ABSENT : call(step);
    boolean alone = !waits && step.failure() == Step.ABSENT && !step.triesMany();
    long result = alone ? result(step) : Step.ABSENT;
    if (nudgedBy != null) {
      lookForNews(step, call, result);
    }
    int at = taken++ % WINDOW;
    tools[at] = step.tool();
    calls[at] = call;
    results[at] = result;
    turns[at] = step.turn();
    if (memory.changes() != knownAt) {
      knownAt = memory.changes();
      known = memory.ofTask(task);
    }
    PastLoops loops = known;
    if (loops != null && !waits) {
      lookUp(loops, call, result, sink);
    }
  }

  private long call(Step step) {
    long failure = step.failure();
    return key.keyed(
        failure == Step.ABSENT
            ? TextDigest.combine(step.action(), answer(step))
            : TextDigest.combine(TextDigest.of(step.tool()), failure));
  }

  private long result(Step step) {
    long tool = TextDigest.combine(RESULT_ALONE, TextDigest.of(step.tool()));
    return key.keyed(TextDigest.combine(tool, answer(step)));
  }

  /** The result without what varies by chance; of one too long to be read whole, as it is. */
  private static long answer(Step step) {
    DigestList lines = step.lines();
    long answer = lines.isCut() ? step.result() : lines.size();
    for (int i = 0; i < lines.size(); i++) {
      answer = TextDigest.combine(answer, lines.get(i));
    }
    return answer;
  }

  private void lookUp(PastLoops loops, long call, long result, FindingSink sink) {
    int times = timesOf(call, calls);
    List<PastLoop> begun = times > 1 ? begunBy(call, loops, List.of()) : List.of();
    if (result != Step.ABSENT) {
      int ofResult = timesOf(result, results);
      begun = ofResult > 1 ? begunBy(result, loops, begun) : begun;
      times = Math.max(times, ofResult);
    }
    if (begun.isEmpty()) {
      return;
    }
    for (PastLoop each : begun) {
      toldOf.add(each.id());
    }
    atHand = begun.get(0);
    text = loops.told(begun);
    sink.report(RULE, 0);
    sink.report(RULE, times);
  }

  /** Adds the loops with this call that have begun, are of late, and were not told of. */
  private List<PastLoop> begunBy(long digest, PastLoops loops, List<PastLoop> others) {
    List<PastLoop> begun = others;
    int place = loops.find(digest);
    PastLoop each = place < 0 ? null : loops.at(place, digest);
    while (each != null) {
      if (!toldOf.contains(each.id()) && loops.isOfLate(each) && allMade(each.parts())) {
        begun = new ArrayList<>(begun);
        begun.add(each);
      }
      place++;
      each = loops.at(place, digest);
    }
    return begun;
  }

  private boolean allMade(List<Part> parts) {
    for (Part each : parts) {
      if (timesOf(each.digest(), calls) == 0 && timesOf(each.digest(), results) == 0) {
        return false;
      }
    }
    return true;
  }

  /** In how many turns it was among the latest steps. */
  private int timesOf(long digest, long[] seen) {
    int times = 0;
    int lastTurn = -1;
    for (int i = Math.max(0, taken - WINDOW); i < taken; i++) {
      int at = i % WINDOW;
      if (seen[at] == digest && (times == 0 || turns[at] != lastTurn)) {
        times++;
        lastTurn = turns[at];
      }
    }
    return times;
  }

  private void lookForNews(Step step, long call, long result) {
    for (Part each : nudgedAbout) {
      if (each.digest() == call || each.digest() == result) {
        next = null;
        return;
      }
    }
    if (next == null
        && call != Step.ABSENT
        && step.failure() == Step.ABSENT
        && !step.onlyRemarks()
        && timesOf(call, calls) == 0) {
      next = step.tool();
      nextCameIn = turnsOver;
    }
  }

  /** The calls that were repeated among the latest steps; empty if none were. */
  public List<Part> loopAtHand() {
    List<Part> loop = repeated(calls, 2);
    return loop.isEmpty() ? repeated(results, RESULTS_ALONE) : loop;
  }

  private List<Part> repeated(long[] seen, int atLeast) {
    int most = 0;
    for (int i = Math.max(0, taken - WINDOW); i < taken; i++) {
      long digest = seen[i % WINDOW];
      most = digest == Step.ABSENT ? most : Math.max(most, timesOf(digest, seen));
    }
    int enough = Math.max(atLeast, (most + 1) / 2);
    List<Part> parts = new ArrayList<>();
    for (int i = Math.max(0, taken - WINDOW); i < taken; i++) {
      int at = i % WINDOW;
      Part part = new Part(PrintableText.name(tools[at]), seen[at]);
      if (seen[at] != Step.ABSENT
          && parts.size() < MOST_PARTS
          && !parts.contains(part)
          && timesOf(seen[at], seen) >= enough) {
        parts.add(part);
      }
    }
    return parts;
  }

  /**
   * The model was told of the past.
   *
   * @param turn the turn in which
   */
  public void toldIn(int turn) {
    toldInTurn = turn;
  }

  /** Whether it was told of the past in this turn or the one before. */
  public boolean hasJustTold(int turn) {
    return toldInTurn != NEVER && turn - toldInTurn <= 1;
  }

  /** The model is nudged about what is at hand. */
  public void nudged(String detector) {
    PastLoop told = detector.equals(NAME) ? atHand : null;
    nudgedAbout = told == null ? loopAtHand() : told.parts();
    nudgedBy = nudgedAbout.isEmpty() ? null : told == null ? detector : told.detector();
    next = null;
  }

  /** What a run went on from, and how. */
  public record WayOn(String detector, List<Part> parts, String next) {}

  /**
   * A turn is over.
   *
   * @return what the model was nudged about, if a turn with something new and another without any
   *     of it have followed; else null
   */
  public @Nullable WayOn turnEnded() {
    String by = nudgedBy;
    String tool = next;
    int over = turnsOver++;
    if (by == null || tool == null || nextCameIn == over) {
      return null;
    }
    nudgedBy = null;
    return new WayOn(by, nudgedAbout, PrintableText.name(tool));
  }

  /** A person spoke: what comes now follows from that, and not from a nudge. */
  public void personSpoke() {
    nudgedBy = null;
    nudgedAbout = List.of();
    next = null;
  }

  @Override
  public void reset() {
    taken = 0;
    toldOf.clear();
    toldInTurn = NEVER;
    personSpoke();
  }

  @Override
  public void save(DataOutput out) throws IOException {
    int size = Math.min(taken, WINDOW);
    out.writeInt(size);
    for (int i = taken - size; i < taken; i++) {
      int at = i % WINDOW;
      out.writeUTF(tools[at]);
      out.writeLong(calls[at]);
      out.writeLong(results[at]);
      out.writeInt(turns[at]);
    }
    toldOf.save(out);
    out.writeInt(toldInTurn);
    saveText(nudgedBy, out);
    out.writeInt(nudgedAbout.size());
    for (Part each : nudgedAbout) {
      out.writeUTF(each.tool());
      out.writeLong(each.digest());
    }
    saveText(next, out);
    out.writeInt(nextCameIn);
    out.writeInt(turnsOver);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    taken = in.readInt();
    for (int i = 0; i < taken; i++) {
      tools[i] = in.readUTF();
      calls[i] = in.readLong();
      results[i] = in.readLong();
      turns[i] = in.readInt();
    }
    toldOf.restore(in);
    toldInTurn = in.readInt();
    nudgedBy = restoredText(in);
    List<Part> parts = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      parts.add(new Part(in.readUTF(), in.readLong()));
    }
    nudgedAbout = parts;
    next = restoredText(in);
    nextCameIn = in.readInt();
    turnsOver = in.readInt();
  }

  private static void saveText(@Nullable String text, DataOutput out) throws IOException {
    out.writeBoolean(text != null);
    if (text != null) {
      out.writeUTF(text);
    }
  }

  private static @Nullable String restoredText(DataInput in) throws IOException {
    return in.readBoolean() ? in.readUTF() : null;
  }
}
