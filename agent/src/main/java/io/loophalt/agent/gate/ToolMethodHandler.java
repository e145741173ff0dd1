package io.loophalt.agent.gate;

import io.loophalt.agent.policy.ToolPolicy;
import io.loophalt.agent.run.RunRegistry.LiveRun;
import io.loophalt.agent.run.Verdict;
import org.jspecify.annotations.Nullable;

/** Calls of a method that is a tool, by annotation or by configuration. */
public final class ToolMethodHandler implements CallHandler {

  private final ToolMethod method;
  private final Runs runs;

  /** For one woven method. */
  public ToolMethodHandler(ToolMethod method, Runs runs) {
    this.method = method;
    this.runs = runs;
    runs.know(method);
  }

  @Override
  public @Nullable Object before(Call call) {
    Call outer = call.thread().enclosingStep(call);
    if (outer != null) {
      // A framework's executor, a proxy or another tool has begun this step: it counts once.
      outer.step().enrich(method, call);
      LiveRun run = outer.run();
      if (run != null) {
        run.toolLoader(call.declaring().getClassLoader());
      }
      Throwable halt = runs.haltOf(outer, call);
      if (halt != null) {
        return halt;
      }
      call.attach(outer);
      return call;
    }
    long now = System.nanoTime();
    LiveRun live = runs.of(call, null, method.task(), now);
    live.toolLoader(call.declaring().getClassLoader());
    ToolPolicy configured = live.run().toolPolicy(method.tool());
    if (configured != null && configured.ignored()) {
      return null;
    }
    call.becomeStepOf(live);
    call.step().begin(method, call, configured, live.millisAt(now));
    Throwable halt = runs.enforce(live.run().beforeStep(call.step()), live, call);
    return halt != null ? halt : call;
  }

  @Override
  public @Nullable Object after(Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (call.attachment() instanceof Call outer) {
      if (thrown != null) {
        outer.step().innerThrew(thrown);
      }
      return null;
    }
    LiveRun live = call.run();
    if (live == null) {
      return null;
    }
    runs.endChild(call);
    call.step().end(returned, thrown, live.state(), live.millisAt(System.nanoTime()));
    Verdict verdict = live.run().afterStep(call.step());
    if (Runs.isHaltOf(thrown, verdict)) {
      return null;
    }
    Throwable halt = runs.enforce(verdict, live, call);
    if (halt != null) {
      return halt;
    }
    if (method.returnsText() && thrown == null && returned instanceof String text) {
      String message = live.takeMessage();
      if (message != null) {
        return text + "\n\n" + message;
      }
    }
    return null;
  }
}
