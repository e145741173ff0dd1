package io.loophalt.benchmarks;

import io.loophalt.AgentRuns;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Calls of {@link LookupTool} as a run makes them that gets on: no call is like one before it.
 * Refuses to be measured where the agent was expected and did not weave, or intervened.
 */
@State(Scope.Thread)
public class HealthyCalls {

  /** System property of a forked JVM that was started with the agent. */
  static final String AGENT_EXPECTED = "loophalt.benchmarks.agent";

  private final Texts names = new Texts("name", 509);
  private final Texts regions = new Texts("region", 257);

  /** More than a run remembers: an answer that it knows is no news, and the run is not healthy. */
  private final Texts answers = new Texts("answer", 8_191);

  private final LookupTool tool = new LookupTool(answers);

  /** One call; guarded if the agent is in the JVM. */
  String call() {
    return tool.lookUp(names.next(), regions.next());
  }

  /** One answer without a call, as the body of the tool gives it. */
  String body() {
    return answers.next();
  }

  /** Fails unless calls are watched exactly where they should be. */
  @Setup
  public void checkThatCallsAreWatchedIfTheyShouldBe() {
    call();
    boolean watched = AgentRuns.currentRunId().isPresent();
    if (watched != Boolean.getBoolean(AGENT_EXPECTED)) {
      throw new IllegalStateException(
          watched ? "calls are watched, and should not be" : "calls are not watched by the agent");
    }
  }

  /** Fails if the run was nudged or halted: then something else was measured than a healthy run. */
  @TearDown
  public void checkThatNothingWasNudgedOrHalted() {
    String answer = call(); // would throw in a halted run
    if (!answer.startsWith("answer-") || answer.indexOf('\n') >= 0) {
      throw new IllegalStateException("the healthy run was nudged: " + answer);
    }
  }
}
