package io.loophalt.recordings.score;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The middle of some numbers of steps; of an even number of them the upper one of the two. */
final class Median {

  private final List<Integer> steps = new ArrayList<>();

  void add(int of) {
    steps.add(of);
  }

  /** The median; null of nothing. */
  @Nullable Integer value() {
    return steps.isEmpty() ? null : steps.stream().sorted().toList().get(steps.size() / 2);
  }

  /** How many are above zero. */
  long late() {
    return steps.stream().filter(each -> each > 0).count();
  }
}
