package io.loophalt.extension.sdk;

import java.util.HashMap;
import java.util.Map;

/**
 * Makes up ids for the tool calls of one answer, and the same ones for their results, in formats
 * that have none: of each tool, the first result answers the first call. Not thread-safe.
 */
public final class CallOrder {

  /** Stands for the id of a call that has none; each begins another call. */
  public static final String NO_ID = "#";

  private final Map<String, Integer> soFar = new HashMap<>(4);

  /** The id of the next call of a tool, or of its result. */
  public String next(String tool) {
    Integer before = soFar.get(tool);
    int nth = before == null ? 1 : before + 1;
    soFar.put(tool, nth);
    return tool + '#' + nth;
  }
}
