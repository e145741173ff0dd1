package io.loophalt.runtime.tool;

import io.loophalt.Effect;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.run.LiveRun;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.value.CanonicalDigest;
import io.loophalt.runtime.value.LiveStep;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the place where a framework executes tools. A subclass reads the framework's objects;
 * everything that is the same for all frameworks is here.
 */
public abstract class ToolCallHandler extends StepHandler {

  /**
   * What the model asked for.
   *
   * @param runId what the framework calls the run, null if it does not say here
   * @param tool the tool's name
   * @param arguments as the model wrote them, normally JSON; or the map that the framework has made
   *     of it
   * @param effect what the framework knows about the tool
   */
  public record Request(@Nullable String runId, String tool, Object arguments, Effect effect) {

    /** Of a tool whose effect the framework does not know. */
    public Request(@Nullable String runId, String tool, Object arguments) {
      this(runId, tool, arguments, Effect.UNKNOWN);
    }
  }

  /**
   * What goes back to the model.
   *
   * @param text the result or error as text
   * @param error whether the framework calls it an error
   */
  public record Reply(String text, boolean error) {}

  /** For all executions of one framework. */
  protected ToolCallHandler(RunCorrelator runs) {
    super(runs);
  }

  /** Reads the request from the arguments, or null if this call executes no tool. */
  protected abstract @Nullable Request request(Invocation call);

  /**
   * The argument that came with the model's answer, and so belongs to its run; null if none did.
   */
  protected @Nullable Object toolRequest(Invocation call) {
    return null;
  }

  /** What is known of the tool's effect in a call that is a layer of another framework's step. */
  protected Effect effect(Invocation call) {
    return Effect.UNKNOWN;
  }

  /**
   * Whether a call that is a layer of another one's step has returned an error which that one may
   * make a plain text of.
   */
  protected boolean failed(Object returned) {
    return false;
  }

  /** Reads the reply from what the method returned, or what its future or publisher gave. */
  protected abstract Reply reply(Object returned);

  /**
   * What the method returned with a text appended to what goes to the model, or null if it cannot
   * be.
   */
  protected abstract @Nullable Object append(Object returned, String message);

  /**
   * What the method is to return, without the tool being called, so that a text goes to the model:
   * when a halted run finishes. Null if it cannot be made; then the halt is thrown.
   */
  protected @Nullable Object refusal(Invocation call, String message) {
    return null;
  }

  @Override
  public final @Nullable Object before(Invocation call) {
    Invocation outer = call.thread().enclosingStep(call);
    if (outer != null) {
      outer.step().enrich(effect(call));
      return join(call, outer);
    }
    Request request = request(call);
    if (request == null) {
      return null;
    }
    long now = System.nanoTime();
    LiveRun live = runs.ofTool(call, request.runId(), toolRequest(call), now);
    ToolPolicy configured = live.run().toolPolicy(request.tool());
    if (isIgnored(configured)) {
      return null;
    }
    call.step()
        .begin(
            request.tool(),
            request.arguments(),
            runs.namesLeftOut(request.tool(), configured),
            call.thread().digest,
            request.effect(),
            configured,
            live.millisAt(now));
    return begin(call, live);
  }

  @Override
  final void end(
      LiveStep step,
      @Nullable Object returned,
      @Nullable Throwable thrown,
      CanonicalDigest digest,
      long state,
      long now) {
    if (thrown != null || returned == null) {
      step.end(returned, thrown, digest, state, now);
    } else {
      Reply reply = reply(returned);
      step.end(reply.text(), reply.error(), state, now);
    }
  }

  @Override
  final boolean innerFailed(Object returned) {
    return failed(returned);
  }

  @Override
  final @Nullable Object refused(Invocation call, String text) {
    return refusal(call, text);
  }

  @Override
  final @Nullable Object withText(Object value, String text) {
    return append(value, text);
  }
}
