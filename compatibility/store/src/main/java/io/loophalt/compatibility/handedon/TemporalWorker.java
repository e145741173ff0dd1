package io.loophalt.compatibility.handedon;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;

/** A JVM that takes what Temporal has to do. */
public final class TemporalWorker {

  /** The queue of the workflows, which all workers take. */
  public static final String WORKFLOWS = "orders";

  private TemporalWorker() {}

  /**
   * Entry point.
   *
   * @param args where the server is, and the queue of the activities that this worker takes
   */
  public static void main(String[] args) {
    Lifeline.hold();
    WorkflowServiceStubs server =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(args[0]).build());
    WorkflowClient client = WorkflowClient.newInstance(server);
    WorkerFactory workers =
        WorkerFactory.newInstance(
            client,
            WorkerFactoryOptions.newBuilder()
                .setWorkerInterceptors(new JoinedActivities())
                .build());
    workers.newWorker(WORKFLOWS).registerWorkflowImplementationTypes(OrderWorkflow.InWorker.class);
    OrderAgent agent = new OrderAgent();
    workers
        .newWorker(args[1])
        .registerActivitiesImplementations(
            (OrderWorkflow.Steps)
                () -> {
                  try {
                    return agent.takeOneStep("order");
                  } catch (RuntimeException anything) {
                    throw new IllegalStateException("no step was taken", anything);
                  }
                });
    workers.start();
    Report.fact("ready", true);
    Lifeline.await("done");
    System.exit(0);
  }
}
