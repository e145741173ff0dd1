package io.loophalt.recordings.format;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts together the parts of logs that were rotated. Thread-safe. */
public final class LogParts {

  private LogParts() {}

  /**
   * The files in their order, but the parts of one log together, the earlier before the later,
   * where its last part is.
   *
   * @param files their names
   * @return each log's files, or a single one
   */
  public static List<List<String>> together(Set<String> files) {
    List<List<String>> logs = new ArrayList<>();
    for (String file : files) {
      if (isLast(file, files)) {
        Deque<String> parts = new ArrayDeque<>();
        for (String part = file; part != null; part = before(part, files)) {
          parts.push(part);
        }
        logs.add(List.copyOf(parts));
      }
    }
    return List.copyOf(logs);
  }

  private static boolean isLast(String part, Set<String> found) {
    String later = RecordingReader.laterPart(part);
    if (later == null) {
      return true;
    }
    String afterAGap = RecordingReader.laterPart(later);
    return !found.contains(later) && (afterAGap == null || !found.contains(afterAGap));
  }

  /** The part of a log before this one, or before a gap; null if there is none. */
  private static @Nullable String before(String part, Set<String> found) {
    String earlier = RecordingReader.earlierPart(part);
    if (found.contains(earlier)) {
      return earlier;
    }
    String beforeAGap = RecordingReader.earlierPart(earlier);
    return found.contains(beforeAGap) ? beforeAGap : null;
  }
}
