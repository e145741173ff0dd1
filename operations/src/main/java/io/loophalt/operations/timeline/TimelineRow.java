package io.loophalt.operations.timeline;

import java.util.List;

/** One row of a run's timeline. */
public sealed interface TimelineRow {

  /** One call or reply. */
  record Single(TimelineStep step) implements TimelineRow {}

  /**
   * The same few steps again and again.
   *
   * @param times how often
   * @param parts what is the same of each step of a pass
   * @param passes their steps; of many passes the first and the last ones
   */
  record Repeat(int times, List<Part> parts, List<List<TimelineStep>> passes)
      implements TimelineRow {}

  /**
   * A step of each pass of a {@link Repeat}.
   *
   * @param tool as it is shown; empty for a reply without a call
   * @param failed whether it failed each time
   * @param calls how many different calls there were; 0 if that is not known
   * @param outcomes how many different outcomes there were; 0 if that is not known
   */
  record Part(String tool, boolean failed, int calls, int outcomes) {}

  /**
   * Steps that are not shown.
   *
   * @param steps how many
   */
  record Gap(long steps) implements TimelineRow {}
}
