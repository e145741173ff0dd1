package io.loophalt.operations.control;

import io.loophalt.StopReason;
import io.loophalt.core.run.Usage;
import io.loophalt.runtime.runs.LiveRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells one connection what has changed since it asked last, so that somebody may look at thousands
 * of runs all the time: of those that do nothing, and of those that sleep, no more is read than
 * when they were used. Of one thread; about 100 bytes a run while the connection lasts.
 */
final class ChangedRuns {

  private static final long UNKNOWN = -1;

  private final Control control;
  private final Map<String, Seen> seen = new HashMap<>();
  private long asked;
  private int begin;
  private long ordersTold;

  /** As a run was when it was told of last. */
  private static final class Seen {
    private @Nullable StopReason halt;
    private boolean waits;
    private long usedNanos;
    private long steps;
    private long turns;
    private long tokens;
    private long asked;
    private @Nullable RunView over;

    /** Whether nothing but time has passed in a run since. */
    boolean isAs(LiveRun live, long nowNanos) {
      if (over != null || live.isWaiting() != waits || !isHaltedFor(live.run().haltReason())) {
        return false;
      }
      if (waits) {
        return true;
      }
      if (nowNanos - live.idleNanos(nowNanos) != usedNanos) {
        return false;
      }
      if (live.run().isAsleep()) {
        return true;
      }
      Usage used = live.run().usage(); // A call that began long ago counts at its end.
      return used.steps() == steps
          && used.turns() == turns
          && used.inputTokens() + used.outputTokens() == tokens;
    }

    @SuppressWarnings("ReferenceEquality") // One halt is one object.
    private boolean isHaltedFor(@Nullable StopReason reason) {
      return reason == halt;
    }

    void take(LiveRun live, RunView view, long nowNanos) {
      over = null;
      halt = live.run().haltReason();
      waits = live.isWaiting();
      usedNanos = nowNanos - live.idleNanos(nowNanos);
      steps = view.steps();
      turns = view.turns();
      tokens = view.tokens();
    }
  }

  ChangedRuns(Control control) {
    this.control = control;
  }

  /**
   * What has changed.
   *
   * @param most how many runs at most; others come with the next answer
   */
  Changes next(int most) {
    long now = System.nanoTime();
    asked++;
    List<LiveRun> all = control.live();
    List<Order> orders = control.orders().after(ordersTold);
    if (!orders.isEmpty()) {
      ordersTold = orders.get(orders.size() - 1).number();
      lookAgain(all);
    }
    List<RunView> changed = new ArrayList<>();
    int next = 0;
    boolean more = false;
    for (int i = 0; i < all.size(); i++) {
      int at = (begin + i) % all.size();
      LiveRun live = all.get(at);
      Seen known = seen.get(live.run().id());
      boolean same = known != null && known.isAs(live, now);
      if (!same && changed.size() < most) {
        RunView view = RunView.of(live, now);
        known = known == null ? new Seen() : known;
        known.take(live, view, now);
        seen.put(view.id(), known);
        changed.add(view);
      } else if (!same && !more) {
        more = true;
        next = at;
      }
      if (known != null) {
        known.asked = asked;
      }
    }
    addOver(changed);
    begin = next; // Who came too late this time is first the next time.
    return new Changes(control.agent(), changed, gone(), more, orders);
  }

  /** Those that are over and stay halted do not change, but may have gone on and be over again. */
  private void addOver(List<RunView> changed) {
    for (RunView view : control.over()) {
      Seen known = seen.computeIfAbsent(view.id(), id -> new Seen());
      RunView told = known.over;
      if (told == null || !told.isAsFarAs(view)) {
        known.over = view;
        changed.add(view);
      }
      known.asked = asked;
    }
  }

  /** An order such as a reset changes what is not looked at else. It wakes the run it is about. */
  private void lookAgain(List<LiveRun> all) {
    for (LiveRun live : all) {
      Seen known = seen.get(live.run().id());
      if (known != null && !live.run().isAsleep()) {
        known.steps = UNKNOWN;
      }
    }
  }

  private List<String> gone() {
    List<String> gone = new ArrayList<>();
    for (Iterator<Map.Entry<String, Seen>> each = seen.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<String, Seen> entry = each.next();
      if (entry.getValue().asked != asked) {
        gone.add(entry.getKey());
        each.remove();
      }
    }
    return gone;
  }
}
