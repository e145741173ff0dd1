package io.loophalt.agent.gate;

import io.loophalt.agent.policy.ToolPolicy;
import io.loophalt.agent.run.RunRegistry.LiveRun;
import io.loophalt.agent.run.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the place where a framework executes tools. A subclass reads the framework's objects;
 * everything that is the same for all frameworks is here.
 */
public abstract class FrameworkTools implements CallHandler {

  /**
   * What the model asked for.
   *
   * @param runId what the framework calls the run, null if it does not say here
   * @param tool the tool's name
   * @param arguments as the model wrote them, normally JSON
   */
  public record Request(@Nullable String runId, String tool, String arguments) {}

  /**
   * What goes back to the model.
   *
   * @param text the result or error as text
   * @param error whether the framework calls it an error
   */
  public record Reply(String text, boolean error) {}

  private final Runs runs;

  /** For all executions of one framework. */
  protected FrameworkTools(Runs runs) {
    this.runs = runs;
  }

  /** Reads the request from the arguments, or null if this call executes no tool. */
  protected abstract @Nullable Request request(Call call);

  /** Reads the reply from what the method returned. */
  protected abstract Reply reply(Object returned);

  /**
   * What the method returned with a text appended to what goes to the model, or null if it cannot
   * be.
   */
  protected abstract @Nullable Object append(Call call, Object returned, String message);

  @Override
  public final @Nullable Object before(Call call) {
    Call outer = call.thread().enclosingStep(call);
    if (outer != null) {
      Throwable halt = runs.haltOf(outer, call);
      if (halt != null) {
        return halt;
      }
      call.attach(outer);
      return call;
    }
    Request request = request(call);
    if (request == null) {
      return null;
    }
    long now = System.nanoTime();
    LiveRun live = runs.of(call, request.runId(), null, now);
    ToolPolicy configured = live.run().toolPolicy(request.tool());
    if (configured != null && configured.ignored()) {
      return null;
    }
    call.becomeStepOf(live);
    call.step()
        .begin(
            request.tool(),
            request.arguments(),
            runs.namesLeftOut(request.tool(), configured),
            call.thread().digest,
            configured,
            live.millisAt(now));
    Throwable halt = runs.enforce(live.run().beforeStep(call.step()), live, call);
    return halt != null ? halt : call;
  }

  @Override
  public final @Nullable Object after(
      Call call, @Nullable Object returned, @Nullable Throwable thrown) {
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
    long now = live.millisAt(System.nanoTime());
    if (thrown != null || returned == null) {
      call.step().end(returned, thrown, live.state(), now);
    } else {
      Reply reply = reply(returned);
      call.step().end(reply.text(), reply.error(), live.state(), now);
    }
    Verdict verdict = live.run().afterStep(call.step());
    if (Runs.isHaltOf(thrown, verdict)) {
      return null;
    }
    Throwable halt = runs.enforce(verdict, live, call);
    if (halt != null) {
      return halt;
    }
    if (thrown != null || returned == null) {
      return null;
    }
    String message = live.takeMessage();
    return message == null ? null : append(call, returned, message);
  }
}
