package io.loophalt.fleet;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.state.StateTtlConfig;

/**
 * What the keyed parts of the job have in common: their states are bytes, of which the first tells
 * the form, and what they count.
 */
final class RunState {

  /** The group of all metrics of the job. */
  static final String METRICS = "loophalt";

  /** What the names of its accumulators begin with. */
  static final String ACCUMULATOR = "loophalt-";

  private RunState() {}

  /** Lets states be forgotten that nothing was done to for long. */
  static void expire(Pace pace, StateDescriptor<?, ?>... states) {
    if (pace.sorted()) {
      return; // One key at a time, and nothing stays.
    }
    StateTtlConfig ttl =
        StateTtlConfig.newBuilder(pace.kept())
            .setUpdateType(StateTtlConfig.UpdateType.OnCreateAndWrite)
            .setStateVisibility(StateTtlConfig.StateVisibility.NeverReturnExpired)
            .build();
    for (StateDescriptor<?, ?> each : states) {
      each.enableTimeToLive(ttl);
    }
  }

  /**
   * A count of a task, both as a metric of the group {@code loophalt} and as an accumulator of the
   * job.
   */
  static LongCounter counted(RuntimeContext task, String name) {
    LongCounter count = new LongCounter();
    task.addAccumulator(ACCUMULATOR + name, count);
    task.getMetricGroup().addGroup(METRICS).gauge(name, count::getLocalValue);
    return count;
  }

  /** What all tasks of a job that is over have {@linkplain #counted counted} under a name. */
  static long count(JobExecutionResult job, String name) {
    Long count = job.getAccumulatorResult(ACCUMULATOR + name);
    return count == null ? 0 : count;
  }

  /**
   * Reads a state.
   *
   * @param form the only one that its reader knows
   * @param what what to call it in messages
   * @throws IOException if it is of another form
   */
  static DataInputStream opened(byte[] saved, byte form, String what) throws IOException {
    return opened(saved, form, form, what);
  }

  /** The same where its reader knows all forms from one on to another. */
  static DataInputStream opened(byte[] saved, byte oldest, byte form, String what)
      throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved));
    byte known = in.readByte();
    if (known < oldest || known > form) {
      throw new IOException(
          "the state of "
              + what
              + " has form "
              + known
              + ", and this version of Loophalt reads form "
              + form
              + ": begin without the savepoint, or use the version that wrote it");
    }
    return in;
  }
}
