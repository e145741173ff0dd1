package io.loophalt.benchmarks;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.RunScope;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Calls of a tool whose outcomes are texts of one kind and length. When all have been returned a
 * new run begins, so that none comes back in a run and nothing is ever nudged.
 */
@State(Scope.Thread)
public class OutcomeCalls {

  /** Whether the texts tell of success or of failure. */
  @Param({"healthy", "failing"})
  public String outcome = "";

  /** Characters of each, all of them ASCII. */
  @Param({"200", "2048", "32768", "1048576"})
  public int length;

  private String[] texts = {};
  private int next;
  private @Nullable RunScope run;

  /** The tool: ignores what it is asked for. */
  @AgentTool
  public String read(String name) {
    return texts[next];
  }

  /** Makes the texts. */
  @Setup
  public void makeTexts() {
    texts = outcome.equals("failing") ? OutcomeTexts.failing(length) : OutcomeTexts.healthy(length);
    beginRun();
  }

  /** One call; guarded if the agent is in the JVM. Fails if the run was nudged or halted. */
  String call() {
    String text = read("next");
    if (text.length() != length) {
      throw new IllegalStateException("nudged: " + text);
    }
    next++;
    if (next == texts.length) {
      beginRun();
    }
    return text;
  }

  /** The next text without a call. */
  String text() {
    next = next + 1 == texts.length ? 0 : next + 1;
    return texts[next];
  }

  private void beginRun() {
    endRun();
    next = 0;
    run = AgentRuns.open("outcomes");
  }

  /** Ends the last run. */
  @TearDown(Level.Trial)
  public void endRun() {
    if (run != null) {
      run.close();
    }
  }
}
