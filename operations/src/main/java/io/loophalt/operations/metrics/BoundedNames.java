package io.loophalt.operations.metrics;

import io.loophalt.PrintableText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Names that applications invent, as the values of a label: the first so many, and {@value #OTHER}
 * for all that come later. Each name is made harmless, and a long one shortened.
 *
 * <p>Thread-safe. A lookup in a map under a lock.
 */
final class BoundedNames {

  /** What stands for all names beyond the bound. */
  static final String OTHER = "other";

  private final int most;
  private final Map<String, String> known = new LinkedHashMap<>();

  /**
   * Knows none yet.
   *
   * @param most how many names are told apart, 1 or more
   */
  BoundedNames(int most) {
    this.most = most;
  }

  /** The label's value for a name. */
  synchronized String of(String name) {
    String shown = PrintableText.name(name);
    String same = known.get(shown);
    if (same != null) {
      return same;
    }
    if (known.size() >= most) {
      return OTHER;
    }
    known.put(shown, shown);
    return shown;
  }

  /** The names that are told apart, in the order in which they came; a copy. */
  synchronized List<String> known() {
    return new ArrayList<>(known.keySet());
  }
}
