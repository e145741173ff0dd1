package io.loophalt.runtime.runs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The live runs by their ids, and by further ids that lead to them. Thread-safe; finding a run
 * takes no lock.
 */
final class RunIds {

  private final Map<String, LiveRun> runs = new ConcurrentHashMap<>();
  private final Map<String, LiveRun> byAlias = new ConcurrentHashMap<>();

  /** Apart from the others, whose ids may be made up by anybody. */
  private final Map<String, LiveRun> joined = new ConcurrentHashMap<>();

  /** The run with this id or alias, or null. */
  @Nullable LiveRun find(String anyId) {
    LiveRun live = runs.get(anyId);
    return live != null ? live : byAlias.get(anyId);
  }

  /** The run whose own id this is, or null. */
  @Nullable LiveRun own(String id) {
    return runs.get(id);
  }

  /** The joined run with this id, or null. */
  @Nullable LiveRun joined(String id) {
    return joined.get(id);
  }

  /** How many runs there are. */
  int size() {
    return runs.size() + joined.size();
  }

  /** The joined runs as they come and go. */
  Collection<LiveRun> joined() {
    return joined.values();
  }

  /** All others as they come and go. */
  Collection<LiveRun> live() {
    return runs.values();
  }

  /** The runs; a copy. */
  List<LiveRun> all() {
    List<LiveRun> all = new ArrayList<>(runs.values());
    all.addAll(joined.values());
    return all;
  }

  /**
   * Adds a run, unless its id is that of another.
   *
   * @return the other, or null if it was added
   */
  @Nullable LiveRun add(LiveRun live) {
    return ofItsKind(live).putIfAbsent(live.run().id(), live);
  }

  /** Takes out a run that is over, with all that led to it. */
  void remove(LiveRun live) {
    ofItsKind(live).remove(live.run().id(), live);
    for (String alias : live.aliases()) {
      removeAlias(alias, live);
    }
  }

  private Map<String, LiveRun> ofItsKind(LiveRun live) {
    return live.boundary().isJoined() ? joined : runs;
  }

  /** Lets a further id lead to a run, see {@link RunRegistry#alias}. */
  void alias(String id, LiveRun live) {
    byAlias.put(id, live);
    // Behind it: what closes the run, or takes back the alias, misses none.
    String oldest = live.addAlias(id);
    if (oldest != null) {
      byAlias.remove(oldest, live);
    }
    if (live.isOver()) {
      removeAlias(id, live);
    }
  }

  /** Takes an alias back. */
  void removeAlias(String id, LiveRun live) {
    live.dropAlias(id);
    byAlias.remove(id, live);
  }
}
