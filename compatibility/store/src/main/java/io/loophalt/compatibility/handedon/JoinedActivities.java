package io.loophalt.compatibility.handedon;

import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.StopReason;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.failure.ApplicationFailure;

/** Has each activity join the run of its workflow. */
final class JoinedActivities extends WorkerInterceptorBase {

  @Override
  public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
    return new Joined(next);
  }

  private static final class Joined extends ActivityInboundCallsInterceptorBase {

    private String task = "";
    private String id = "";

    Joined(ActivityInboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public void init(ActivityExecutionContext context) {
      ActivityInfo activity = context.getInfo();
      task = activity.getWorkflowType();
      id = activity.getWorkflowId() + '/' + activity.getWorkflowRunId();
      super.init(context);
    }

    @Override
    @SuppressWarnings("try") // the run is what the activity is in
    public ActivityOutput execute(ActivityInput input) {
      try (RunScope run = AgentRuns.join(task, id)) {
        return stepOf(input);
      }
    }

    private ActivityOutput stepOf(ActivityInput input) {
      try {
        return super.execute(input);
      } catch (RuntimeException failure) {
        StopReason halt = AgentRuns.stopReason().orElseThrow(() -> failure);
        throw ApplicationFailure.newNonRetryableFailureWithCause(
            halt.summary(), LoopHaltException.class.getName(), failure);
      }
    }
  }
}
