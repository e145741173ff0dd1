package io.loophalt.runtime.tool;

import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.extension.RunName;
import io.loophalt.extension.ToolCalls;
import io.loophalt.extension.ToolCalls.Reply;
import io.loophalt.extension.ToolCalls.Request;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.value.CanonicalDigest;
import io.loophalt.runtime.value.StepReader;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework executes tools: what is the same for all frameworks. The
 * extension reads the framework's objects.
 */
public final class ToolCallHandler extends StepHandler {

  private final ToolCalls tools;

  /** For all executions of one framework. */
  public ToolCallHandler(ToolCalls tools, RunCorrelator runs) {
    super(runs);
    this.tools = tools;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    Invocation outer = call.thread().enclosingStep(call);
    if (outer != null) {
      outer.reader().enrich(tools.effect(call));
      return join(call, outer);
    }
    Request request = runs.isOwned(call.self()) ? null : tools.request(call);
    if (request == null) {
      return null;
    }
    long now = System.nanoTime();
    Object asked = tools.toolRequest(call);
    LiveRun live = runs.ofTool(call, request.run(), asked, now);
    if (live == null) {
      if (!tools.withoutModel()) {
        return null; // a program executes the tool for itself
      }
      if (runs.isAskedElsewhere(call, request.tool())) {
        return call;
      }
      live = runs.of(call, null, null, now);
    }
    if (tools.withoutModel()) {
      runs.know(request.tool());
    }
    if (!read(call, request, live, now)) {
      return null;
    }
    boolean isNamed = request.run() != null || runs.carriedBy(asked) == live;
    if (!isNamed && runs.isOver(live, call)) {
      if (!tools.withoutModel()) {
        return null; // a program executes the tool for itself
      }
      live = runs.besideHalted(call, null, now);
      if (!read(call, request, live, now)) {
        return null;
      }
    }
    return begin(call, live);
  }

  /** False if the configuration of the run wants the call ignored. */
  private boolean read(Invocation call, Request request, LiveRun live, long now) {
    ToolPolicy configured = live.run().toolPolicy(request.tool());
    if (isIgnored(configured)) {
      return false;
    }
    call.reader()
        .begin(
            request.tool(),
            request.arguments(),
            runs.namesLeftOut(request.tool(), configured),
            call.thread().digest,
            request.effect(),
            configured,
            live.millisAt(now));
    return true;
  }

  @Override
  void end(
      StepReader reader,
      @Nullable Object returned,
      @Nullable Throwable thrown,
      CanonicalDigest digest,
      long state,
      long now) {
    @Nullable Reply reply = thrown != null || returned == null ? null : tools.reply(returned);
    if (reply == null) {
      reader.end(returned, thrown, digest, state, now);
    } else {
      reader.end(whole(reply.text(), reply.otherParts()), reply.error(), state, now);
    }
  }

  @Override
  boolean innerFailed(Object returned) {
    return tools.failed(returned);
  }

  @Override
  @Nullable Object refused(Invocation call, String text) {
    return tools.refusal(call, text);
  }

  @Override
  boolean leavesTheHaltToTheModel(Invocation call, LiveRun live) {
    if (!tools.asksTheModelNext(call)) {
      return false;
    }
    Object asked = tools.toolRequest(call);
    return asked == null
        ? call.thread().isInside(live) || isNamed(call, live)
        : runs.carriedBy(asked) == live;
  }

  /** Whether the call names its run, as then those of the run's model do. */
  private boolean isNamed(Invocation call, LiveRun live) {
    Request request = tools.request(call);
    RunName name = request == null ? null : request.run();
    return name != null && runs.registry().find(name.id()) == live;
  }

  @Override
  boolean returnsToCaller(Invocation call) {
    return tools.returnsToCaller(call);
  }

  @Override
  boolean isReadByModel(LiveRun live) {
    return live.boundary().isAgents();
  }

  @Override
  @Nullable Object withText(Object value, String text) {
    return tools.append(value, text);
  }
}
