package io.loophalt.frameworks.adk;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.Mark;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.PublishedRuns;
import io.loophalt.extension.RequestChanges;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.RunName;
import io.loophalt.extension.SplitTurns;
import io.loophalt.extension.ToolCalls;
import io.loophalt.extension.UnknownTools;
import io.loophalt.extension.reflect.Getter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Google's Agent Development Kit, tried with 1.8.0; what is said over a live connection was not.
 *
 * <pre>
 * BaseAgent.runAsync(InvocationContext), runLive(..)     one run, of the outermost agent of an invocation
 *   BaseLlmFlow.run(InvocationContext), runLive(..)      the same run; one of its own without an agent around it
 *   InvocationContext.incrementLlmCallsCount()           a turn begins
 *   BaseLlmFlow.callLlm(.., InvocationContext, LlmRequest, ..)   its request; brackets the model's own layers below
 *     BaseLlmFlow.postprocess(InvocationContext, ..)     its answer, before the tools in it are called
 *       Functions.handleFunctionCalls(InvocationContext, Event, Map, Map)   drops calls of unknown tools
 *         Functions.postProcessFunctionResult(Maybe, ..)   one step, the application's callbacks around it included
 * </pre>
 *
 * <p>All of it is RxJava and may change threads anywhere, so that the run is always found by the
 * invocation's id. Sub-agents that work one after the other belong to the run of the invocation;
 * each branch of a {@code ParallelAgent} has a run of its own inside it, which lasts as long, and
 * so has what an {@code AgentTool} starts.
 *
 * <p>The nudge is one more member of the map that the model gets of a tool, whatever callbacks made
 * of it. A halt is thrown where a turn begins, and over a live connection around a tool call and
 * its callbacks, too; it reaches the subscriber as {@code onError}. An error callback may hide one
 * of a run below it.
 */
@AutoService(Extension.class)
public final class GoogleAdk implements Extension {

  private static final String AGENT = "com.google.adk.agents.BaseAgent";
  private static final String CONTEXT = "com.google.adk.agents.InvocationContext";
  private static final String FLOW = "com.google.adk.flows.llmflows.BaseLlmFlow";
  private static final String FUNCTIONS = "com.google.adk.flows.llmflows.Functions";
  private static final String MAYBE = "io.reactivex.rxjava3.core.Maybe";
  private static final String OTEL_CONTEXT = "io.opentelemetry.context.Context";
  private static final String MCP_SESSIONS = "com.google.adk.tools.mcp.McpSessionManager";

  private static final Getter NAME = new Getter("name");

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "google-adk";
  }

  @Override
  public String title() {
    return "Google ADK";
  }

  @Override
  public List<String> packages() {
    return List.of("com.google.adk.");
  }

  @Override
  public List<Artifact> artifacts() {
    PublishedRuns invocations = new Invocations();
    PublishedRuns flows = new Flows();
    Turns turns = new Turns();
    UnknownTools misses = new Misses();
    // ADK calls its MCP tools again on threads of its own when they fail: still the same step.
    Mark sessions = new Mark.Owned();
    return List.of(
        new Artifact(
            "Google ADK",
            "com.google.adk:google-adk",
            AGENT,
            List.of(
                new Part(
                    "runs",
                    new ChokePoint(AGENT, "runAsync", 1, CONTEXT, invocations),
                    new ChokePoint(AGENT, "runLive", 1, CONTEXT, invocations)),
                new Part(
                    "runs of flows",
                    new ChokePoint(FLOW, "run", 1, CONTEXT, flows),
                    new ChokePoint(FLOW, "runLive", 1, CONTEXT, flows)),
                new Part(
                    "beginnings of turns",
                    new ChokePoint(
                        CONTEXT,
                        "incrementLlmCallsCount",
                        0,
                        null,
                        new SplitTurns.Part(turns, SplitTurns.Place.BEGINNING, -1))),
                new Part(
                    "model calls",
                    new ChokePoint(
                        FLOW,
                        "postprocess",
                        5,
                        CONTEXT,
                        new SplitTurns.Part(turns, SplitTurns.Place.ANSWER, -1)),
                    new ChokePoint(
                            FLOW,
                            "callLlm",
                            4,
                            OTEL_CONTEXT,
                            new SplitTurns.Part(turns, SplitTurns.Place.LAYER, 2))
                        .rewriting()),
                new Part(
                    "tool calls",
                    new ChokePoint(
                        FUNCTIONS, "postProcessFunctionResult", 7, MAYBE, new AdkTools()),
                    new ChokePoint(FUNCTIONS, "handleFunctionCalls", 4, CONTEXT, misses),
                    new ChokePoint(FUNCTIONS, "handleFunctionCallsLive", 4, CONTEXT, misses),
                    new ChokePoint(MCP_SESSIONS, "initializeSession", -1, null, sessions),
                    new ChokePoint(MCP_SESSIONS, "initializeAsyncSession", -1, null, sessions)))));
  }

  private static final class Invocations implements PublishedRuns {
    private static final Getter SUB_AGENTS = new Getter("subAgents");

    @Override
    public @Nullable RunName run(MethodCall call) {
      String invocation = AdkRuns.invocation(call.argument(0));
      // The context is the caller's: it names the agent around this one, if any.
      return invocation == null ? null : new RunName(invocation, NAME.text(call.self()));
    }

    @Override
    public List<String> parts(Object context) {
      String invocation = AdkRuns.invocation(context);
      Object agent = AdkRuns.AGENT.of(context);
      List<String> branches = new ArrayList<>();
      if (invocation != null && agent != null) {
        addBranches(invocation, agent, branches);
      }
      return branches;
    }

    private static void addBranches(String invocation, Object agent, List<String> branches) {
      if (!(SUB_AGENTS.of(agent) instanceof List<?> agents)) {
        return;
      }
      for (Object each : agents) {
        if (AdkRuns.isParallel(agent)) {
          branches.add(AdkRuns.branch(invocation, each));
        }
        addBranches(invocation, each, branches);
      }
    }
  }

  /** Flows that nobody has run an agent for, as programs and tests do that have a context. */
  private static final class Flows implements PublishedRuns {
    @Override
    public @Nullable RunName run(MethodCall call) {
      Object context = call.argument(0);
      String invocation = AdkRuns.invocation(context);
      return invocation == null
          ? null
          : new RunName(invocation, NAME.text(AdkRuns.AGENT.of(context)));
    }
  }

  private static final class Turns implements SplitTurns {
    private static final Getter PARTIAL = new Getter("partial");
    private static final Getter CONTENT = new Getter("content");
    private static final Getter PARTS = new Getter("parts");
    private static final Getter TEXT = new Getter("text");
    private static final Getter THOUGHT = new Getter("thought");
    private static final Getter FUNCTION_CALL = new Getter("functionCall");
    private static final Getter MODEL_VERSION = new Getter("modelVersion");
    private static final Getter MODEL = new Getter("model");
    private static final Getter USAGE = new Getter("usageMetadata");
    private static final Getter PROMPT = new Getter("promptTokenCount");
    private static final Getter CACHED = new Getter("cachedContentTokenCount");
    private static final Getter CANDIDATES = new Getter("candidatesTokenCount");
    private static final Getter THOUGHTS = new Getter("thoughtsTokenCount");

    private static final AdkRequests CHANGES = new AdkRequests();

    @Override
    public RequestChanges changes() {
      return CHANGES;
    }

    @Override
    public @Nullable RunName run(MethodCall call) {
      Object self = call.self();
      boolean isContext = self != null && self.getClass().getName().equals(CONTEXT);
      Object first = call.argument(0);
      boolean startsWithContext = first != null && first.getClass().getName().equals(CONTEXT);
      return AdkRuns.of(isContext ? self : startsWithContext ? first : call.argument(1));
    }

    @Override
    public RequestReader requests() {
      return AdkMessages.READER;
    }

    @Override
    public @Nullable ModelResponse answer(MethodCall call) {
      Object response = call.argument(3);
      if (Boolean.TRUE.equals(PARTIAL.within(response))) {
        return null;
      }
      StringBuilder text = new StringBuilder();
      int toolCalls = 0;
      if (PARTS.within(CONTENT.within(response)) instanceof List<?> parts) {
        for (Object part : parts) {
          if (FUNCTION_CALL.within(part) != null) {
            toolCalls++;
          } else if (TEXT.within(part) instanceof String said
              && !Boolean.TRUE.equals(THOUGHT.within(part))) {
            text.append(said);
          }
        }
      }
      Object usage = USAGE.within(response);
      Object model = MODEL_VERSION.within(response);
      Object asked = model == null ? MODEL.within(call.argument(2)) : model;
      return new ModelResponse(
          asked == null ? "" : asked.toString(),
          text.toString(),
          toolCalls,
          number(PROMPT, usage),
          number(CACHED, usage),
          number(CANDIDATES, usage) + number(THOUGHTS, usage));
    }

    private static long number(Getter getter, @Nullable Object usage) {
      return getter.within(usage) instanceof Number number ? number.longValue() : 0;
    }
  }

  /** Calls of tools that the agent does not have, which ADK only logs. */
  private static final class Misses implements UnknownTools {
    private static final Getter FUNCTION_CALLS = new Getter("functionCalls");
    private static final Getter ARGS = new Getter("args");

    @Override
    public List<ToolCalls.Request> misses(MethodCall call) {
      if (!(FUNCTION_CALLS.of(call.argument(1)) instanceof List<?> asked)
          || !(call.argument(2) instanceof Map<?, ?> tools)) {
        return List.of();
      }
      List<ToolCalls.Request> misses = List.of();
      for (Object each : asked) {
        Object name = NAME.within(each);
        if (name != null && !tools.containsKey(name)) {
          misses = misses.isEmpty() ? new ArrayList<>() : misses;
          misses.add(request(call, name.toString(), ARGS.within(each)));
        }
      }
      return misses;
    }

    private static ToolCalls.Request request(
        MethodCall call, String tool, @Nullable Object arguments) {
      return new ToolCalls.Request(
          AdkRuns.of(call.argument(0)), tool, arguments == null ? Map.of() : arguments);
    }
  }
}
