package io.loophalt.runtime.tool;

import io.loophalt.core.run.Verdict;
import io.loophalt.extension.ToolCalls.Request;
import io.loophalt.extension.UnknownTools;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.value.StepReader;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the place where a framework drops what the model asks for because there is no such tool.
 * Each is a step that failed, although nothing is executed.
 */
public final class UnknownToolHandler implements Interceptor {

  private final UnknownTools tools;
  private final RunCorrelator runs;

  /** For all such calls of one framework. */
  public UnknownToolHandler(UnknownTools tools, RunCorrelator runs) {
    this.tools = tools;
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    for (Request miss : tools.misses(call)) {
      Throwable halt = step(call, miss);
      if (halt != null) {
        return halt;
      }
    }
    return null;
  }

  private @Nullable Throwable step(Invocation call, Request miss) {
    call.thread().patience = null; // Each is a call of its own.
    long now = System.nanoTime();
    LiveRun live = runs.ofTool(call, miss.run(), null, now);
    if (live == null) {
      return null;
    }
    StepReader reader = new StepReader();
    reader.begin(
        miss.tool(),
        miss.arguments(),
        runs.namesLeftOut(miss.tool(), null),
        call.thread().digest,
        miss.effect(),
        null,
        live.millisAt(now));
    Verdict before = live.run().beforeStep(reader.step());
    // What the framework tells the model of it stands in the next request.
    runs.stepSeen(live, miss.tool());
    if (before.mayFinish()) {
      return null;
    }
    Throwable halt = runs.enforce(before, live, call);
    if (halt != null) {
      return halt;
    }
    reader.end("Tool not found: " + miss.tool(), true, live.state(), live.millisAt(now));
    Verdict after = live.run().afterStep(reader.step());
    // Of a run that may finish, the next model call is the last.
    return after.mayFinish() ? null : runs.enforce(after, live, call);
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }
}
