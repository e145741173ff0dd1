package io.loophalt.recordings;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes runs as a recording tells them, one turn at a time, so that no run has to fit in memory.
 * Several runs may be open at once.
 */
public interface RunSink {

  /**
   * A run begins.
   *
   * @param id the recording's name for it
   * @param task the task, for the choice of thresholds; empty if unknown
   */
  OpenRun begin(String id, String task);

  /**
   * A run that was judged when it happened and cannot be judged anew, because its steps are gone.
   */
  void judged(RunReport report);

  /**
   * Who takes the events of Loophalt's own log as they are written, instead of the runs that are
   * put together of them; asked once for each log.
   *
   * @return null to be told runs, as of any other recording
   */
  default @Nullable LoggedEvents log() {
    return null;
  }

  /**
   * Who takes the export requests of OpenTelemetry's spans as they are written, instead of the runs
   * that are put together of them; asked once for each file.
   *
   * @return takes each as a JSON object; null to be told runs, as of any other recording
   */
  default @Nullable Consumer<JsonNode> traces() {
    return null;
  }

  /** A run that is being told. */
  interface OpenRun {

    /** The next turn. Its steps may be read until this returns, not later. */
    void turn(RecordedRun.RecordedTurn turn);

    /**
     * Other runs are told for a while: what is kept of this one may be made small until its next
     * turn.
     */
    default void rest() {}

    /** The recording names the run only after it began to tell it. */
    void named(String id);

    /**
     * The run is over. A run that never ends, because its recording breaks off, is not reported.
     *
     * @param outcome whether the task succeeded; null if unknown
     */
    void end(@Nullable Boolean outcome);
  }
}
