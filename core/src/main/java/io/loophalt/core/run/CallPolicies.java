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
import org.jspecify.annotations.Nullable;

/**
 * Which ladders calls of a tool or an action class have in place of the task's. For tasks with such
 * ladders only.
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

  /** The kinds of the turn's calls. */
  private final List<CallKind> callsOfTurn = new ArrayList<>(1);

  CallPolicies(TaskPlan plan) {
    this.plan = plan;
  }

  /** A call of the turn at hand is over. */
  void stepped(Step step) {
    callsOfTurn.add(kindOf(step.tool(), step.actionClass()));
  }

  /** The turn at hand is over. */
  void turnEnded() {
    callsOfTurn.clear();
  }

  /** The ladder that a detector's report about one call climbs: its own unless the call has one. */
  Ladder ladderForCall(String detector, Ladder own, Step step) {
    return kindOf(step.tool(), step.actionClass()).ladders().getOrDefault(detector, own);
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

  /** Writes the calls of the turn, none where a task has no such ladders. */
  static void save(@Nullable CallPolicies policies, DataOutput out) throws IOException {
    List<CallKind> calls = policies == null ? List.of() : policies.callsOfTurn;
    out.writeInt(calls.size());
    for (CallKind call : calls) {
      out.writeUTF(call.tool());
      out.writeUTF(call.actionClass());
    }
  }

  static void restore(@Nullable CallPolicies policies, DataInput in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      String tool = in.readUTF();
      String actionClass = in.readUTF();
      if (policies != null) {
        policies.callsOfTurn.add(policies.kindOf(tool, actionClass));
      }
    }
  }
}
