package io.loophalt.core.run;

import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.ToolPolicy;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which ladders calls of a tool or an action class have in place of the task's.
 *
 * <p>Not thread-safe, guarded by the run's lock.
 */
final class CallPolicies {

  /** Of tools that are remembered; a model can invent names without end. */
  private static final int MOST_TOOLS = 1_000;

  /** What gives a call ladders of its own, and those by detector name. */
  private record CallKind(String tool, String actionClass, Map<String, Ladder> ladders) {}

  private final TaskPlan plan;

  /** The kind of each tool's latest call: mostly all calls of a tool are of one. */
  private final Map<String, CallKind> kinds = new HashMap<>();

  /** The kinds of the turn's calls, kept only where some kind has ladders of its own. */
  private final List<CallKind> callsOfTurn = new ArrayList<>(1);

  CallPolicies(TaskPlan plan) {
    this.plan = plan;
  }

  /** A call of the turn at hand is over. */
  void stepped(Step step) {
    if (plan.anyLadders()) {
      callsOfTurn.add(kindOf(step.tool(), step.actionClass()));
    }
  }

  /** The turn at hand is over. */
  void turnEnded() {
    callsOfTurn.clear();
  }

  /** The ladder that a detector's report about one call climbs: its own unless the call has one. */
  Ladder ladderForCall(String detector, Ladder own, Step step) {
    return plan.anyLadders()
        ? kindOf(step.tool(), step.actionClass()).ladders().getOrDefault(detector, own)
        : own;
  }

  /**
   * The ladder that a detector's report about the turn at hand climbs: as its calls end in any
   * order, the one among theirs that halts last.
   *
   * @param of the tool or action class that the report is about, empty for all calls of the turn
   */
  Ladder ladderForTurn(String detector, String of, Ladder own) {
    Ladder mildest = null;
    for (int i = 0; i < callsOfTurn.size(); i++) {
      CallKind call = callsOfTurn.get(i);
      if (of.isEmpty() || of.equals(call.tool()) || of.equals(call.actionClass())) {
        Ladder each = call.ladders().getOrDefault(detector, own);
        mildest = mildest == null ? each : mildest.milderOf(each);
      }
    }
    return mildest == null ? own : mildest;
  }

  private CallKind kindOf(String tool, String actionClass) {
    CallKind latest = kinds.get(tool);
    if (latest != null && latest.actionClass().equals(actionClass)) {
      return latest;
    }
    CallKind made = new CallKind(tool, actionClass, laddersOf(tool, actionClass));
    if (latest != null || kinds.size() < MOST_TOOLS) {
      kinds.put(tool, made);
    }
    return made;
  }

  private Map<String, Ladder> laddersOf(String tool, String actionClass) {
    Map<String, Ladder> ladders =
        new HashMap<>(plan.policy().actionClassLadders().getOrDefault(actionClass, Map.of()));
    ToolPolicy configured = plan.ofTool(tool);
    if (configured != null) {
      ladders.putAll(configured.ladders());
    }
    return ladders;
  }

  void save(DataOutput out) throws IOException {
    out.writeInt(callsOfTurn.size());
    for (CallKind call : callsOfTurn) {
      out.writeUTF(call.tool());
      out.writeUTF(call.actionClass());
    }
  }

  void restore(DataInput in) throws IOException {
    callsOfTurn.clear();
    for (int left = in.readInt(); left > 0; left--) {
      callsOfTurn.add(kindOf(in.readUTF(), in.readUTF()));
    }
  }
}
