package io.loophalt.core.run;

import io.loophalt.core.run.Limits.Limit;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a run by tool, each tool with the limits that its calls count against.
 *
 * <p>Thread-safe, because children on other threads count here, too. Finding a tool that was called
 * before takes no lock and allocates nothing.
 */
final class ToolUses {

  /** Calls of one tool. */
  static final class ToolUse {
    final String tool;
    final AtomicLong calls;
    final Limit[] limits;

    /** Whether a finding pointed at the tool. */
    volatile boolean repeated;

    private ToolUse(String tool, AtomicLong calls, Limit[] limits) {
      this.tool = tool;
      this.calls = calls;
      this.limits = limits;
    }
  }

  /**
   * A model can invent names without end: further tools count against ceilings and in total, but
   * not one by one.
   */
  private static final int MOST_TOOLS = 1_000;

  private final Limits limits;
  private final Map<String, ToolUse> byName = new ConcurrentHashMap<>(/* initialCapacity= */ 1);

  /**
   * The one asked for last: mostly the same tool is called again. Threads may see different ones,
   * each of them whole, because its fields are final.
   */
  private @Nullable ToolUse latest;

  ToolUses(Limits limits) {
    this.limits = limits;
  }

  /** The same calls against other limits; both go on with the same counts. */
  ToolUses under(Limits others) {
    ToolUses next = new ToolUses(others);
    for (ToolUse each : byName.values()) {
      ToolUse same = new ToolUse(each.tool, each.calls, others.ofTool(each.tool));
      same.repeated = each.repeated;
      next.byName.put(each.tool, same);
    }
    return next;
  }

  /** That of a tool; of too many, one that nobody finds again. */
  ToolUse of(String tool) {
    ToolUse use = latest;
    if (use != null && use.tool.equals(tool)) {
      return use;
    }
    use = byName.get(tool);
    if (use != null) {
      latest = use;
      return use;
    }
    ToolUse made = new ToolUse(tool, new AtomicLong(), limits.ofTool(tool));
    if (byName.size() >= MOST_TOOLS) {
      return made;
    }
    ToolUse raced = byName.putIfAbsent(tool, made);
    return raced != null ? raced : made;
  }

  /** Calls by tool so far; a copy. */
  Map<String, Long> calls() {
    Map<String, Long> calls = new TreeMap<>();
    for (ToolUse each : byName.values()) {
      calls.put(each.tool, each.calls.get());
    }
    return calls;
  }

  boolean isRepeated(String tool) {
    ToolUse use = byName.get(tool);
    return use != null && use.repeated;
  }

  void save(DataOutput out) throws IOException {
    out.writeInt(byName.size());
    for (ToolUse each : byName.values()) {
      out.writeUTF(each.tool);
      SmallNumbers.write(out, each.calls.get());
      out.writeBoolean(each.repeated);
    }
  }

  /** Goes on where another one was saved; for one that has counted nothing. */
  void restore(DataInput in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      ToolUse use = of(in.readUTF());
      use.calls.set(SmallNumbers.read(in));
      use.repeated = in.readBoolean();
    }
  }
}
