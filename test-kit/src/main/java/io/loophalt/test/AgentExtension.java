package io.loophalt.test;

import io.loophalt.AgentRuns;
import io.loophalt.RunScope;
import io.loophalt.StopReason;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Makes each test one run of the agent that is in its JVM, so that what became of it can be
 * asserted. To be registered with {@link RegisterExtension}, as a field of the test's instance; the
 * JVM of the tests has {@code -javaagent:loophalt-agent.jar}, and fails every test where it has
 * not.
 *
 * <p>The run is that of the test's thread and of all to which it is carried. Runs that a framework
 * or the agent itself draws inside it are a part of it or below it: their nudges and halts count,
 * also where the agent catches the halt and goes on. Not thread-safe: asserted by the test's own
 * thread.
 */
public final class AgentExtension implements BeforeEachCallback, AfterEachCallback {

  private final String task;
  private @Nullable RunScope scope;

  private AgentExtension(String task) {
    this.task = task;
  }

  /** With what the configuration says of a task. */
  public static AgentExtension ofTask(String task) {
    return new AgentExtension(task);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    scope = AgentRuns.open(task);
    if (AgentRuns.currentRunId().isEmpty()) {
      throw new IllegalStateException(
          "the Loophalt agent is not in this JVM; add -javaagent:loophalt-agent.jar to the command"
              + " line of the tests, such as Surefire's argLine");
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    RunScope opened = scope;
    scope = null;
    if (opened != null) {
      opened.close();
    }
  }

  String task() {
    return task;
  }

  /** Why the run of the test is halted, or one inside it was last; null if none was. */
  @Nullable StopReason stopReason() {
    return AgentRuns.stopReason().or(AgentRuns::latestHalt).orElse(null);
  }

  /** After how many steps its model was nudged, oldest first. */
  List<Long> nudges() {
    return AgentRuns.nudges();
  }
}
