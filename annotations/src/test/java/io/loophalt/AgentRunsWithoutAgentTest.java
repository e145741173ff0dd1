package io.loophalt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class AgentRunsWithoutAgentTest {

  @Test
  void opensAndClosesRunsThatDoNotExist() {
    RunScope outer = AgentRuns.open("task");
    RunScope inner = AgentRuns.open("task", "conversation-7");
    assertThat(AgentRuns.currentRunId()).isEmpty();
    inner.close();
    inner.close();
    outer.close();
  }

  @Test
  void acceptsReportsAndDoesNothing() {
    AgentRuns.reportState("abc");
    AgentRuns.reportProgress();
    AgentRuns.reset();
    for (int i = 0; i < 1_000; i++) {
      AgentRuns.reportTurn(1_000_000, 1_000_000, 0);
    }
    assertThat(AgentRuns.currentRunId()).isEmpty();
    assertThat(AgentRuns.escalation()).isEmpty();
    assertThat(AgentRuns.stopReason()).isEmpty();
    AgentRuns.onEscalation(
        reason -> {
          throw new AssertionError("nobody escalates without the agent: " + reason);
        });
  }

  @Test
  void returnsTasksUnwrapped() {
    Runnable runnable = () -> {};
    Callable<String> callable = () -> "answer";
    assertThat(AgentRuns.wrap(runnable)).isSameAs(runnable);
    assertThat(AgentRuns.wrap(callable)).isSameAs(callable);
  }
}
