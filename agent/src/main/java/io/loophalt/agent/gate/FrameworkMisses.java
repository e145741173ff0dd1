package io.loophalt.agent.gate;

import io.loophalt.agent.gate.FrameworkTools.Request;
import io.loophalt.agent.run.RunRegistry.LiveRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the place where a framework drops what the model asks for because there is no such tool.
 * Each is a step that failed, although nothing is executed.
 */
public abstract class FrameworkMisses implements CallHandler {

  private final Runs runs;

  /** For all such calls of one framework. */
  protected FrameworkMisses(Runs runs) {
    this.runs = runs;
  }

  /** What was asked for in vain; normally nothing. */
  protected abstract List<Request> misses(Call call);

  @Override
  public final @Nullable Object before(Call call) {
    for (Request miss : misses(call)) {
      Throwable halt = step(call, miss);
      if (halt != null) {
        return halt;
      }
    }
    return null;
  }

  private @Nullable Throwable step(Call call, Request miss) {
    long now = System.nanoTime();
    LiveRun live = runs.of(call, miss.runId(), null, now);
    LiveStep step = new LiveStep();
    step.begin(
        miss.tool(),
        miss.arguments(),
        runs.namesLeftOut(miss.tool(), null),
        call.thread().digest,
        miss.effect(),
        null,
        live.millisAt(now));
    Throwable halt = runs.enforce(live.run().beforeStep(step), live, call);
    if (halt != null) {
      return halt;
    }
    step.end("Tool not found: " + miss.tool(), true, live.state(), live.millisAt(now));
    return runs.enforce(live.run().afterStep(step), live, call);
  }

  @Override
  public final @Nullable Object after(
      Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }
}
