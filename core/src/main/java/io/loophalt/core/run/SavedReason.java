package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Why a run was stopped, as a part of its saved state. */
final class SavedReason {

  private SavedReason() {}

  /**
   * Writes why a run is stopped.
   *
   * @param reason its own, or that of a run above it
   * @param task the run's task
   * @param runId the run's id
   */
  static void save(StopReason reason, String task, String runId, DataOutput out)
      throws IOException {
    boolean own = reason.task().equals(task) && reason.runId().equals(runId);
    out.writeBoolean(own);
    if (!own) {
      out.writeUTF(reason.task());
      out.writeUTF(reason.runId());
    }
    out.writeUTF(reason.kind().name());
    out.writeUTF(reason.detail());
    out.writeUTF(reason.detector());
    SmallNumbers.write(out, reason.count());
    SmallNumbers.write(out, reason.steps());
    SmallNumbers.write(out, reason.turns());
    SmallNumbers.write(out, reason.inputTokens());
    SmallNumbers.write(out, reason.outputTokens());
    out.writeInt(reason.lastActions().size());
    for (String action : reason.lastActions()) {
      out.writeUTF(action);
    }
  }

  /** The reason that was saved, of the run that goes on with it. */
  static StopReason restored(String ownTask, String ownId, DataInput in) throws IOException {
    boolean own = in.readBoolean();
    String task = own ? ownTask : in.readUTF();
    String runId = own ? ownId : in.readUTF();
    Kind kind = Kind.valueOf(in.readUTF());
    String detail = in.readUTF();
    String detector = in.readUTF();
    long count = SmallNumbers.read(in);
    long steps = SmallNumbers.read(in);
    long turns = SmallNumbers.read(in);
    long inputTokens = SmallNumbers.read(in);
    long outputTokens = SmallNumbers.read(in);
    List<String> lastActions = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      lastActions.add(in.readUTF());
    }
    return new StopReason(
        kind,
        detail,
        task,
        runId,
        detector,
        count,
        steps,
        turns,
        inputTokens,
        outputTokens,
        lastActions,
        true);
  }
}
