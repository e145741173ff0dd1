package io.loophalt.extension;

/**
 * Runs that a framework executes while somebody takes one output after the other from an object
 * that a method of its has returned: a run begins with the first and is over behind the last. All
 * that happens while one is taken belongs to it, on whatever thread that is.
 *
 * <p>One that is made while another one is taken from is about a conversation of its own: its run
 * is below the other's, and counts against the ceilings of that only. Made in a scope that the
 * application opened itself it is a part of the run there.
 */
public interface GeneratedRuns {

  /** Which of the methods a choke point is. */
  enum Place {
    /** Returns such an object. */
    MAKER,
    /** The object's method that gives the next output. */
    TAKER
  }

  /**
   * One of the methods.
   *
   * @param runs the same object for all of them
   */
  record Part(GeneratedRuns runs, Place place) implements Role {}

  /** The task. */
  String task(MethodCall call);

  /** Whether what was taken says that there is nothing more to take. */
  boolean isEnd(Object taken);

  /** Whether what was taken is a failure, with which it ends. */
  boolean isFailure(Object taken);
}
