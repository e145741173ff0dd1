package io.loophalt.fleet;

import io.loophalt.StopReason;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.run.Run;
import io.loophalt.fleet.Line.Kind;
import io.loophalt.fleet.delivery.HaltOrder;
import io.loophalt.operations.notify.TraceNotices;
import io.loophalt.recordings.assembly.OwnRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is told outside the job when it finds something. Thread-safe.
 *
 * @param task of the runs that spans name themselves; null if none is believed to
 * @param halts whether these are halted
 * @param notices makes posts of it; null if nothing is posted
 */
record Announcements(@Nullable String task, boolean halts, @Nullable TraceNotices notices) {

  /** Nobody is told anything. */
  static final Announcements NONE = new Announcements(null, false, null);

  /**
   * By which task's settings a run is judged.
   *
   * @param run its key
   * @param recorded the task that its recording names
   */
  String taskOf(String run, String recorded) {
    String known = task;
    return known != null && OwnRun.is(run) ? known : recorded;
  }

  /** Adds what follows from an intervention in a run. */
  void tell(Intervened what, String key, Run run, List<Line> lines) {
    String joined = OwnRun.name(key);
    TraceNotices posts = notices;
    String body = posts == null ? null : posts.of(what, run, joined != null);
    if (body != null) {
      lines.add(Line.of(Kind.POST, body));
    }
    String halted = OwnRun.around(key); // Who waits for an agent that is stuck is stuck with it.
    if (halts && halted != null && what.intervention() == Intervention.HALT) {
      HaltOrder order =
          new HaltOrder(
              halted,
              what.task(),
              what.time().toEpochMilli(),
              "seen in its traces: " + why(what, run));
      lines.add(new Line(Kind.HALT, order.line()));
    }
  }

  private static String why(Intervened what, Run run) {
    StopReason reason = run.haltReason();
    return reason == null ? what.description() : reason.kind().id() + ": " + reason.detail();
  }
}
