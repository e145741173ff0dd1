package io.loophalt.runtime.executor;

import org.jspecify.annotations.Nullable;

/**
 * The tasks that handed over one another, the last first: by what a task is known that hands itself
 * over for ever. Holds none of them. Immutable.
 *
 * <p>The kind of a task is made of more than its class, because a helper may wrap all tasks alike:
 * one that hands itself over holds the same kinds each time, and different work does not.
 *
 * @param kind as {@link TaskKinds#kindOf} gives it
 * @param identity its identity hash code; two objects with one are taken for the same
 * @param before the task that handed it over; null if that was no task
 */
record Lineage(Object kind, int identity, @Nullable Lineage before) {

  /** So many tasks of one kind may hand over one another. */
  private static final int MOST_OF_A_KIND = 2;

  /** More hand-overs than any design has; bounds what is walked through for each. */
  private static final int LONGEST = 32;

  /** The lineage with one more task; null if that is one that comes again and again. */
  static @Nullable Lineage with(Object task, @Nullable Lineage before) {
    Object kind = TaskKinds.kindOf(task);
    int identity = System.identityHashCode(task);
    int length = 0;
    int ofKind = 0;
    for (Lineage each = before; each != null; each = each.before) {
      if (each.kind.equals(kind) && (each.identity == identity || ++ofKind == MOST_OF_A_KIND)) {
        return null;
      }
      if (++length == LONGEST) {
        return null;
      }
    }
    return new Lineage(kind, identity, before);
  }
}
