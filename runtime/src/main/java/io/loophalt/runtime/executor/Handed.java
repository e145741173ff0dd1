package io.loophalt.runtime.executor;

import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * What goes with a task: the run of the thread that handed it over, and where in the run it was.
 *
 * <p>One object may be handed over several times before it is run. As nobody can tell these times
 * apart, it goes with a run only if all of them do. Thread-safe.
 */
final class Handed {

  private final @Nullable LiveRun run;
  private final @Nullable Object modelCall;
  private final @Nullable String tool;
  private final @Nullable Lineage lineage;

  /** Whether the thread that handed it over was at work on an answer of the run. */
  private final boolean inReaction;

  /** How often it is still to be run. */
  private int waiting = 1;

  /** How many of these times nobody may have kept it. */
  private int maybeGone;

  private boolean ambiguous;

  /**
   * The first time.
   *
   * @param run null for a task of no run
   * @param modelCall the model call that it was handed over in; null if in none
   * @param tool the tool whose step it was handed over in; null if in none
   * @param lineage the tasks that led to it, itself included; null if they are not counted
   * @param inReaction whether it was handed over in work on an answer of the run
   */
  Handed(
      @Nullable LiveRun run,
      @Nullable Object modelCall,
      @Nullable String tool,
      @Nullable Lineage lineage,
      boolean inReaction) {
    this.run = run;
    this.modelCall = modelCall;
    this.tool = tool;
    this.lineage = lineage;
    this.inReaction = inReaction;
  }

  /** The run, whether it goes on or not; null for none. */
  @Nullable LiveRun run() {
    return run;
  }

  @Nullable Object modelCall() {
    return modelCall;
  }

  @Nullable String tool() {
    return tool;
  }

  @Nullable Lineage lineage() {
    return lineage;
  }

  boolean inReaction() {
    return inReaction;
  }

  /**
   * The same object is handed over once more.
   *
   * @param other the run this time; null for none
   * @return false if it is not waiting any more, or maybe not and for a run that lets it go, so
   *     that this is a first time
   */
  synchronized boolean again(@Nullable LiveRun other) {
    if (waiting == maybeGone && (waiting == 0 || run == null || run.letsTasksGo())) {
      return false;
    }
    waiting++;
    ambiguous |= run != other;
    return true;
  }

  /**
   * It is run once, or will not be.
   *
   * @return whether that was the last time
   */
  synchronized boolean takeOne() {
    if (waiting > 0) {
      waiting--;
      maybeGone = Math.min(maybeGone, waiting);
    }
    return waiting == 0;
  }

  /** Once, nobody knows whether it will be run. */
  synchronized void mayBeGone() {
    maybeGone = Math.min(maybeGone + 1, waiting);
  }

  /** Whether it was handed over in different runs. */
  synchronized boolean isAmbiguous() {
    return ambiguous;
  }
}
