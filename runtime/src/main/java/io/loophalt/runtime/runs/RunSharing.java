package io.loophalt.runtime.runs;

import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunExchange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps joined runs the same in several processes. Thread-safe. */
public interface RunSharing {

  /** A run that this process shares. */
  interface Shared extends RunExchange {

    /**
     * Somebody enters the run; what others have done in it and in those around it is known
     * afterwards.
     *
     * @return false if it is to be opened anew: it is over, because another process has ended it,
     *     or others know it inside another run
     */
    boolean enter();

    /** Whether another process has ended it, as far as this is known. */
    boolean isOver();

    /** The run is over by somebody's word here, and so in all processes. */
    void over();
  }

  /** Where a joined run is that all processes know. */
  interface Place {

    /** The name of its task. */
    String task();

    /** What it is called, as it stands in commands. */
    String name();

    /** The joined runs in which it was begun, outermost first. */
    List<Place> around();

    /** What keeps it the same, as {@link RunSharing#share} where nothing is known of it. */
    Shared share(LiveRun live);

    /** Whether a live run of its name is this one, and not an earlier or a later one. */
    boolean isOf(LiveRun live);
  }

  /**
   * Where a run is that is joined for the first time in this process. If nobody has begun it, it
   * begins.
   *
   * @param parent the joined run in which it begins then; null for none
   * @param before of this name, which was closed because it was to be opened anew; null for none
   * @return null if nobody can say so now
   */
  @Nullable Place find(
      String task, String name, @Nullable LiveRun parent, @Nullable LiveRun before);

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
