package io.loophalt.operations.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.recordings.LoggedEvents;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Puts the runs of one event log together. What is kept of runs that are open is bounded: beyond it
 * the run that was silent longest loses its timeline, or is taken for one without an end. Not
 * thread-safe.
 */
final class LogReading implements LoggedEvents {

  /** About 300 bytes each, beside their steps. */
  private static final int MOST_OPEN = 100_000;

  /** Steps of open runs, about 100 bytes each, of all logs that are read at one time. */
  private static final int MOST_KEPT = 500_000;

  /** A longer name is told from others by its ends, its length and its hash. Characters. */
  private static final int LONGEST_KEY = 200;

  private final Map<Key, LoggedRun> open = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);

  private final Consumer<ReportedRun> runs;
  private final Predicate<ReportedRun> wanted;
  private final int mostKept;
  private int kept;

  private record Key(String jvm, String run) {

    static Key of(JsonNode event) {
      return new Key(bounded(event.path("jvm").asText()), bounded(event.path("run").asText()));
    }

    private static String bounded(String name) {
      int length = name.length();
      return length <= LONGEST_KEY
          ? name
          : name.substring(0, LONGEST_KEY / 2)
              + name.substring(length - LONGEST_KEY / 2)
              + length
              + '/'
              + name.hashCode();
    }
  }

  /**
   * Begins.
   *
   * @param runs takes each run when it is over
   * @param wanted whether a timeline of a halted run is of use
   * @param atOneTime how many logs are read at one time
   */
  LogReading(Consumer<ReportedRun> runs, Predicate<ReportedRun> wanted, int atOneTime) {
    this.runs = runs;
    this.wanted = wanted;
    this.mostKept = Math.max(10_000, MOST_KEPT / atOneTime);
  }

  @Override
  public void event(JsonNode event) {
    Key key = Key.of(event);
    LoggedRun run = open.get(key);
    if (run != null && run.isOver(event)) {
      end(key, run, null);
      run = null;
    }
    if (run == null) {
      run = new LoggedRun(event);
      open.put(key, run);
    }
    if (event.path("event").asText().equals("run_end")) {
      end(key, run, event);
    } else {
      kept += run.take(event);
    }
    if (kept > mostKept) {
      forgetSteps();
    }
    if (open.size() > MOST_OPEN) {
      Map.Entry<Key, LoggedRun> eldest = open.entrySet().iterator().next();
      end(eldest.getKey(), eldest.getValue(), null);
    }
  }

  private void end(Key key, LoggedRun run, @Nullable JsonNode end) {
    open.remove(key);
    kept -= run.kept();
    runs.accept(run.end(end, wanted));
  }

  /** Of those that were silent longest, until there is room again for a while. */
  private void forgetSteps() {
    Iterator<LoggedRun> eldestFirst = open.values().iterator();
    while (kept > mostKept / 2 && eldestFirst.hasNext()) {
      LoggedRun run = eldestFirst.next();
      kept -= run.kept();
      run.forgetSteps();
    }
  }

  @Override
  public void end() {
    open.values().forEach(run -> runs.accept(run.end(null, wanted)));
    open.clear();
  }
}
