package io.loophalt.runtime.runs;

import io.loophalt.core.run.Run;

/** Keeps joined runs the same in several processes. Thread-safe. */
public interface RunSharing {

  /** A run that this process shares. */
  interface Shared extends Run.Exchange {

    /**
     * Somebody enters the run; what others have done is known afterwards.
     *
     * @return false if it is over, because another process has ended it
     */
    boolean enter();

    /** The run is over by somebody's word here, and so in all processes. */
    void over();
  }

  /**
   * What keeps a run the same that was joined for the first time in this process; its {@link Run}
   * is {@linkplain Run#shareBy shared} by then.
   */
  Shared share(LiveRun live);

  /**
   * How often a call of a shared run was judged by what this process knows alone: its thread must
   * not wait, or the others could not be asked in time. Before and after a body count for
   * themselves.
   */
  long judgedAlone();
}
