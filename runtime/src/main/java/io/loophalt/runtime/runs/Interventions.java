package io.loophalt.runtime.runs;

import io.loophalt.StopReason;
import io.loophalt.core.run.RunReports;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What interventions leave in a run: the text that waits for its model, at which steps that model,
 * or the one of a run inside it, was nudged, why one of them was halted last, and who wants to be
 * told of escalations. Made for the few runs in which there is any of it. Thread-safe.
 */
public final class Interventions {

  /** Nudges come once for each rung: a run that has had more goes on with the latest. */
  private static final int MOST_NUDGES = 64;

  /** Of so many calls it is known that the halt was thrown out of them. */
  private static final int MOST_HALTED = 64;

  private static final int MOST_LISTENERS = 8;

  private volatile @Nullable String pendingMessage;
  private long[] nudges = {};
  private List<Consumer<String>> listeners = List.of();
  private volatile @Nullable StopReason latestHalt;

  private boolean haltThrown;

  /** Of the calls out of which the halt was thrown, or in their place. */
  private long[] haltedActions = {};

  private int refused;
  private boolean byOtherNames;

  Interventions() {}

  /** Leaves a text for the model, to go with the next tool result. A later one replaces it. */
  public synchronized void leaveMessage(String message) {
    pendingMessage = message;
  }

  /**
   * Takes the text that waits for the model, or null. Of several threads one gets it, and what is
   * left meanwhile waits for the next.
   */
  @Nullable String takeMessage() {
    if (pendingMessage == null) {
      return null;
    }
    synchronized (this) {
      String message = pendingMessage;
      pendingMessage = null;
      return message;
    }
  }

  /** Gives back a text that was taken and has not gone anywhere, unless a later one waits now. */
  public synchronized void returnMessage(String message) {
    pendingMessage = pendingMessage == null ? message : pendingMessage;
  }

  void haltedFor(@Nullable StopReason reason) {
    latestHalt = reason;
    if (reason == null) {
      forgetHaltedCalls();
    }
  }

  private synchronized void forgetHaltedCalls() {
    haltThrown = false;
    haltedActions = new long[0];
    refused = 0;
    byOtherNames = false;
  }

  /** The halt of the run is thrown into the application. */
  public synchronized void haltIsThrown() {
    haltThrown = true;
  }

  /** Whether the application has had the halt of the run. */
  public synchronized boolean isHaltThrown() {
    return haltThrown;
  }

  /**
   * The halt is thrown out of a call of a tool, or in its place.
   *
   * @param action the digest of tool and arguments
   * @param made whether the call was made, and counts
   * @param named whether the model has asked for a call of that name
   */
  public synchronized void haltedIn(long action, boolean made, boolean named) {
    if (isHaltedIn(action)) {
      return;
    }
    byOtherNames |= !named;
    refused += made ? 0 : 1;
    refuse(action);
  }

  private void refuse(long action) {
    if (haltedActions.length < MOST_HALTED) {
      haltedActions = Arrays.copyOf(haltedActions, haltedActions.length + 1);
      haltedActions[haltedActions.length - 1] = action;
    }
  }

  /**
   * The run beside this one, which is halted, is over: the calls out of which its halt was thrown
   * are refused from now on as those of this one are. Counted as refused ones they are not, for the
   * model of this run has not asked for them.
   */
  public void refuseAlso(Interventions beside) {
    long[] more = beside.haltedActions();
    synchronized (this) {
      for (long each : more) {
        if (!isHaltedIn(each)) {
          refuse(each);
        }
      }
    }
  }

  /** What was added is in another array. */
  private synchronized long[] haltedActions() {
    return haltedActions;
  }

  /** Whether the halt was thrown out of this call before, or in its place. */
  public synchronized boolean isHaltedIn(long action) {
    for (long each : haltedActions) {
      if (each == action) {
        return true;
      }
    }
    return false;
  }

  /** How many calls were not made because of the halt; those made again count once. */
  public synchronized int refused() {
    return refused;
  }

  /** Whether tools were refused under other names than the model asks for them. */
  public synchronized boolean isByOtherNames() {
    return byOtherNames;
  }

  /** Why the run, or one inside it, was halted last; null if none was. */
  @Nullable StopReason latestHalt() {
    return latestHalt;
  }

  synchronized void nudgedAt(long step) {
    int kept = Math.min(nudges.length, MOST_NUDGES - 1);
    nudges = Arrays.copyOfRange(nudges, nudges.length - kept, nudges.length + 1);
    nudges[kept] = step;
  }

  /** Behind those of which all know; oldest first. */
  synchronized long[] nudgesAfter(long[] known) {
    long[] all = Arrays.copyOf(known, known.length + nudges.length);
    System.arraycopy(nudges, 0, all, known.length, nudges.length);
    return all;
  }

  /** Leaves the text and the nudges to all that judge the run, at the next call if not now. */
  void tell(RunReports reports) {
    String message = takeMessage();
    long[] taken = takeNudges();
    boolean any = message != null || taken.length > 0;
    if (any && !reports.leaveForModel(message, taken)) {
      returnNudges(taken);
      if (message != null) {
        returnMessage(message);
      }
    }
  }

  private synchronized long[] takeNudges() {
    long[] taken = nudges;
    nudges = new long[0];
    return taken;
  }

  /** Others may have come since they were taken. */
  private synchronized void returnNudges(long[] taken) {
    nudges = nudgesAfter(taken);
  }

  /** Adds one that is not there; of too many, the oldest is forgotten. */
  @SuppressWarnings("unchecked") // the facade takes only consumers of texts
  synchronized void listen(Consumer<?> listener) {
    if (!listeners.contains(listener)) {
      List<Consumer<String>> more = new ArrayList<>(listeners);
      if (more.size() == MOST_LISTENERS) {
        more.remove(0);
      }
      more.add((Consumer<String>) listener);
      listeners = List.copyOf(more);
    }
  }

  synchronized void forgetListeners() {
    listeners = List.of();
  }

  synchronized List<Consumer<String>> listeners() {
    return listeners;
  }
}
