package io.loophalt.compatibility.handedon;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.List;

/** The steps of an order, dealt between workers. */
@WorkflowInterface
public interface OrderWorkflow {

  /** More than a halt takes. */
  int MOST_STEPS = 20;

  /**
   * Takes steps until the order is done.
   *
   * @param workers the queues of those that take turns
   * @param stepsOfOne after how many steps it continues as new
   * @param stepsBefore how many were taken before it has
   * @return how many steps were taken
   */
  @WorkflowMethod
  int fulfil(List<String> workers, int stepsOfOne, int stepsBefore);

  /** What workers do. */
  @ActivityInterface
  interface Steps {

    /** Whether the order is done. */
    boolean takeOneStep();
  }

  /** In a worker. */
  final class InWorker implements OrderWorkflow {

    @Override
    public int fulfil(List<String> workers, int stepsOfOne, int stepsBefore) {
      for (int i = 0; stepsBefore + i < MOST_STEPS; i++) {
        if (i == stepsOfOne) {
          Workflow.continueAsNew(workers, stepsOfOne, stepsBefore + i);
        }
        ActivityOptions options =
            ActivityOptions.newBuilder()
                .setTaskQueue(workers.get(i % workers.size()))
                .setStartToCloseTimeout(Duration.ofMinutes(1))
                .build(); // tried again without an end, as is Temporal's default
        if (Workflow.newActivityStub(Steps.class, options).takeOneStep()) {
          return stepsBefore + i;
        }
      }
      return MOST_STEPS;
    }
  }
}
