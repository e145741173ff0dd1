package io.loophalt.runtime.steering;

import io.loophalt.Effect;
import io.loophalt.PrintableText;
import io.loophalt.StopReason;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.failure.ThreadStop;
import io.loophalt.core.policy.HaltWait;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What persons and the application's listeners say about runs. Neither is there before somebody
 * speaks; until then a call looks at one field.
 *
 * <p>Thread-safe.
 */
public final class FromOutside {

  private final RunRegistry registry;
  private final Log log;
  private volatile @Nullable LoopListeners listeners;
  private volatile @Nullable Steering steering;

  /** Nobody has said anything. */
  public FromOutside(RunRegistry registry, Log log) {
    this.registry = registry;
    this.log = log;
  }

  /**
   * The application's listeners; made when the first of them comes.
   *
   * @param sinks to which they are added then
   */
  public synchronized LoopListeners listeners(EventSinks sinks) {
    LoopListeners known = listeners;
    if (known == null) {
      known = new LoopListeners(registry, log);
      listeners = known;
      sinks.add(known);
    }
    return known;
  }

  /** What a person tells all runs; made when it is first asked for. */
  public synchronized Steering steering() {
    Steering known = steering;
    if (known == null) {
      known = new Steering(log, registry.events());
      steering = known;
    }
    return known;
  }

  private @Nullable Steering steeringNow() {
    Steering known = steering;
    return known == null || !known.any() ? null : known;
  }

  /**
   * Holds a call of a run for as long as a person says.
   *
   * @param effect what the call may change; null of a model call
   * @return null if it may go on; else why it is stopped, this once
   */
  public @Nullable StopReason hold(LiveRun live, @Nullable Effect effect) {
    Steering told = steeringNow();
    return told == null ? null : told.admit(live, effect);
  }

  /** What the model is told in place of a tool's result; null if nobody has blocked the tool. */
  public @Nullable String refusal(String tool) {
    Steering told = steeringNow();
    return told == null ? null : told.refusal(tool);
  }

  /**
   * Whether a call of a tool needs no look at what persons have ordered: none of it is about it.
   */
  public boolean mayGoUnseen(String tool) {
    Steering told = steeringNow();
    return told == null || (told.refusal(tool) == null && !told.isFrozen());
  }

  /** Halts a run that calls a blocked tool where no refusal can be carried to its model. */
  public void haltForBlocked(LiveRun live, String tool) {
    live.run()
        .halt(
            StopReason.Kind.OPERATOR,
            "the tool '"
                + PrintableText.name(tool)
                + "' was blocked by an operator, and its result can carry no refusal");
  }

  /** Tells the application's listeners of a halt that a person has ordered, once. */
  public void tellOfOrderedHalt(LiveRun halted, StopReason reason) {
    LoopListeners told = listeners;
    if (told != null && reason.kind() == StopReason.Kind.OPERATOR) {
      told.tellOfHalt(halted, reason);
    }
  }

  /** What the application's listeners were not told, and which answers came too late. */
  public long droppedByListeners() {
    LoopListeners known = listeners;
    return known == null ? 0 : known.dropped();
  }

  /**
   * Asks whether a run that is halted may go on, and waits for the answer where that is allowed.
   * What a person has halted is not asked about.
   */
  public boolean letsGoOn(LiveRun live, StopReason reason) {
    LiveRun halted = reason.kind() == StopReason.Kind.OPERATOR ? null : live.halted();
    if (halted == null) {
      return false;
    }
    LoopListeners asked = listeners;
    if (asked != null && asked.letGoOn(halted, reason)) {
      return live.run().haltReason() == null;
    }
    HaltWait wait = halted.run().policy().haltWait();
    return wait != null && steering().awaitPerson(live, halted, wait);
  }

  /** Tells whoever wants to hear of it that a run is escalated, on the thread of the call. */
  public void tellOfEscalation(LiveRun live) {
    String reason = live.run().escalation();
    if (reason == null) {
      return; // Progress or a reset on another thread has ended it.
    }
    for (Consumer<String> listener : live.listeners()) {
      try {
        listener.accept(reason);
      } catch (Throwable broken) {
        ThreadStop.passOn(broken);
        // Code of the application; that it fails is no error of ours, nor the caller's.
        log.warn(
            "a listener given to AgentRuns.onEscalation threw "
                + broken.getClass().getName()
                + "; run "
                + PrintableText.name(live.run().id())
                + " goes on");
      }
    }
  }

  /** The JVM ends: no call waits any more for a person, whoever would have to from now on. */
  public void endWaiting() {
    steering().endWaiting();
  }
}
