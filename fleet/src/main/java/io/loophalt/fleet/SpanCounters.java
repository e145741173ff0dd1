package io.loophalt.fleet;

import io.loophalt.recordings.assembly.SpanCounts;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.RuntimeContext;

/** The counts of the spans that a task has judged, as metrics and for the end of the job. */
final class SpanCounters {

  private static final String TOOLS = "tool_spans";
  private static final String EMPTY_TOOLS = "tool_spans_without_content";
  private static final String MODELS = "model_spans";
  private static final String EMPTY_MODELS = "model_spans_without_content";

  private final LongCounter tools;
  private final LongCounter emptyTools;
  private final LongCounter models;
  private final LongCounter emptyModels;

  SpanCounters(RuntimeContext task) {
    tools = RunState.counted(task, TOOLS);
    emptyTools = RunState.counted(task, EMPTY_TOOLS);
    models = RunState.counted(task, MODELS);
    emptyModels = RunState.counted(task, EMPTY_MODELS);
  }

  void add(SpanCounts more) {
    tools.add(more.tools());
    emptyTools.add(more.emptyTools());
    models.add(more.models());
    emptyModels.add(more.emptyModels());
  }

  /** Of all tasks of a job that is over. */
  static SpanCounts of(JobExecutionResult job) {
    return new SpanCounts(
        RunState.count(job, TOOLS),
        RunState.count(job, EMPTY_TOOLS),
        RunState.count(job, MODELS),
        RunState.count(job, EMPTY_MODELS));
  }
}
