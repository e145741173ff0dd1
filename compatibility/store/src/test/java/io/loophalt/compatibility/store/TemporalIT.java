package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.loophalt.compatibility.handedon.OrderWorkflow;
import io.loophalt.compatibility.handedon.TemporalWorker;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.server.FreePorts;
import io.temporal.api.enums.v1.RetryState;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testserver.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;

/** Activities of one workflow in two JVMs, as docs/many-jvms.md has them join its run. */
@SpreadOverJdks
class TemporalIT extends SharingApplications {

  private static final int NEVER = OrderWorkflow.MOST_STEPS + 1;

  private final int port = FreePorts.next();
  private final TestServer.PortBoundTestServer temporal = TestServer.createPortBoundServer(port);

  @AfterEach
  void stopTemporal() {
    temporal.close();
  }

  @OnEveryJdk
  void aLoopThatIsDealtBetweenTwoIsHaltedAtTheSameStepAsInOne(ForkedContainer container)
      throws Exception {
    try (ForkedJvm one = worker(container, "one");
        ForkedJvm other = worker(container, "other")) {
      assertHaltedForGood("alone", List.of("one"));
      assertHaltedForGood("dealt", List.of("one", "other"));

      assertThat(steps(one))
          .as("all of the first order, and every other of the second")
          .isEqualTo(8);
      assertThat(steps(other)).isEqualTo(2);
    }
  }

  @OnEveryJdk
  void whatContinuesAsNewIsANewRun(ForkedContainer container) throws Exception {
    try (ForkedJvm one = worker(container, "one");
        ForkedJvm other = worker(container, "other")) {
      assertThat(order("continued").fulfil(List.of("one", "other"), 4, 0))
          .isEqualTo(OrderWorkflow.MOST_STEPS);

      assertThat(steps(one)).isEqualTo(OrderWorkflow.MOST_STEPS / 2);
      assertThat(steps(other)).isEqualTo(OrderWorkflow.MOST_STEPS / 2);
    }
  }

  /** Its activities are tried again without an end, but for what cannot be. */
  private void assertHaltedForGood(String id, List<String> workers) {
    WorkflowFailedException failed =
        catchThrowableOfType(
            WorkflowFailedException.class, () -> order(id).fulfil(workers, NEVER, 0));

    assertThat(failed).as(id).hasCauseInstanceOf(ActivityFailure.class);
    ActivityFailure activity = (ActivityFailure) Objects.requireNonNull(failed.getCause());
    assertThat(activity.getRetryState())
        .as(id)
        .isEqualTo(RetryState.RETRY_STATE_NON_RETRYABLE_FAILURE);
    assertThat(activity.getCause())
        .isInstanceOfSatisfying(
            ApplicationFailure.class,
            halt -> {
              assertThat(halt.getType()).isEqualTo("io.loophalt.LoopHaltException");
              assertThat(halt.getOriginalMessage())
                  .contains("(no_progress) in task 'OrderWorkflow'");
            });
  }

  private OrderWorkflow order(String id) {
    WorkflowServiceStubs service =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget("127.0.0.1:" + port).build());
    return WorkflowClient.newInstance(service)
        .newWorkflowStub(
            OrderWorkflow.class,
            WorkflowOptions.newBuilder()
                .setWorkflowId(id)
                .setTaskQueue(TemporalWorker.WORKFLOWS)
                .setWorkflowExecutionTimeout(Duration.ofMinutes(2))
                .build());
  }

  private ForkedJvm worker(ForkedContainer container, String name) throws IOException {
    return start(container, name, TemporalWorker.class, "127.0.0.1:" + port, name);
  }
}
