package io.loophalt.frameworks;

import io.loophalt.core.run.LiveRun;
import io.loophalt.instrumentation.ChokePoint;
import io.loophalt.instrumentation.Framework;
import io.loophalt.instrumentation.Framework.Part;
import io.loophalt.runtime.boundary.FactHandler;
import io.loophalt.runtime.boundary.PublishedRunHandler;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.ModelResponse;
import io.loophalt.runtime.model.SplitTurnHandler;
import io.loophalt.runtime.tool.ToolCallHandler;
import io.loophalt.runtime.tool.ToolCallHandler.Request;
import io.loophalt.runtime.tool.UnknownToolHandler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Google's Agent Development Kit, tried with 1.8.0; what is said over a live connection was not.
 *
 * <pre>
 * BaseAgent.runAsync(InvocationContext), runLive(..)     one run, of the outermost agent of an invocation
 *   InvocationContext.incrementLlmCallsCount()           a turn begins
 *   BaseLlmFlow.callLlm(.., InvocationContext, LlmRequest, ..)   its request; brackets the model's own layers below
 *     BaseLlmFlow.postprocess(InvocationContext, ..)     its answer, before the tools in it are called
 *       Functions.handleFunctionCalls(InvocationContext, Event, Map, Map)   drops calls of unknown tools
 *         Functions.callTool(BaseTool, Map, ToolContext)   one step
 * </pre>
 *
 * <p>All of it is RxJava and may change threads anywhere, so that the run is always found by the
 * invocation's id. Sub-agents that work one after the other belong to the run of the invocation;
 * each branch of a {@code ParallelAgent} has a run of its own inside it, which lasts as long, and
 * so has what an {@code AgentTool} starts.
 *
 * <p>The nudge is one more member of the map that a tool answers. A halt is thrown where a turn or
 * a tool call begins and reaches the subscriber as {@code onError}; an error callback of the
 * application that hides it from him meets it again at the next turn, where ADK asks no callback.
 */
public final class GoogleAdk {

  private static final String AGENT = "com.google.adk.agents.BaseAgent";
  private static final String CONTEXT = "com.google.adk.agents.InvocationContext";
  private static final String FLOW = "com.google.adk.flows.llmflows.BaseLlmFlow";
  private static final String FUNCTIONS = "com.google.adk.flows.llmflows.Functions";
  private static final String TOOL = "com.google.adk.tools.BaseTool";
  private static final String OTEL_CONTEXT = "io.opentelemetry.context.Context";
  private static final String MCP_SESSIONS = "com.google.adk.tools.mcp.McpSessionManager";

  private static final Getter NAME = new Getter("name");

  private GoogleAdk() {}

  /** Its one artifact. */
  public static Framework framework(RunCorrelator runs) {
    Interceptor invocations = new Invocations(runs);
    Turns turns = new Turns(runs);
    Interceptor misses = new Misses(runs);
    Interceptor sessions = new McpSessions();
    return new Framework(
        "Google ADK",
        "com.google.adk:google-adk",
        AGENT,
        List.of(
            new Part(
                "runs",
                new ChokePoint(AGENT, "runAsync", 1, CONTEXT, invocations),
                new ChokePoint(AGENT, "runLive", 1, CONTEXT, invocations)),
            new Part(
                "beginnings of turns",
                new ChokePoint(CONTEXT, "incrementLlmCallsCount", 0, null, turns.beginnings())),
            new Part(
                "model calls",
                new ChokePoint(FLOW, "postprocess", 5, CONTEXT, turns.answers()),
                new ChokePoint(FLOW, "callLlm", 4, OTEL_CONTEXT, turns.layers(2)).rewriting()),
            new Part(
                "tool calls",
                new ChokePoint(FUNCTIONS, "callTool", 3, TOOL, new Tools(runs)),
                new ChokePoint(FUNCTIONS, "handleFunctionCalls", 4, CONTEXT, misses),
                new ChokePoint(FUNCTIONS, "handleFunctionCallsLive", 4, CONTEXT, misses),
                new ChokePoint(MCP_SESSIONS, "initializeSession", -1, null, sessions),
                new ChokePoint(MCP_SESSIONS, "initializeAsyncSession", -1, null, sessions))));
  }

  private static final class Invocations extends PublishedRunHandler {
    private static final Getter SUB_AGENTS = new Getter("subAgents");

    Invocations(RunCorrelator runs) {
      super(runs);
    }

    @Override
    protected @Nullable String id(Invocation call) {
      return AdkRuns.invocation(call.argument(0));
    }

    @Override
    protected String task(Invocation call) {
      // The context is the caller's: it names the agent around this one, if any.
      return NAME.text(call.self());
    }

    @Override
    protected void over(Object context) {
      String invocation = AdkRuns.invocation(context);
      Object agent = AdkRuns.AGENT.of(context);
      if (invocation != null && agent != null) {
        closeBranches(invocation, agent);
      }
    }

    private void closeBranches(String invocation, Object agent) {
      if (!(SUB_AGENTS.of(agent) instanceof List<?> agents)) {
        return;
      }
      for (Object each : agents) {
        LiveRun branch =
            AdkRuns.isParallel(agent)
                ? runs.registry().find(AdkRuns.branch(invocation, each))
                : null;
        if (branch != null) {
          runs.registry().close(branch);
        }
        closeBranches(invocation, each);
      }
    }
  }

  private static final class Turns extends SplitTurnHandler {
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

    private final AdkRuns adk;

    Turns(RunCorrelator runs) {
      super(runs, new AdkRequests());
      this.adk = new AdkRuns(runs);
    }

    @Override
    protected @Nullable LiveRun run(Invocation call) {
      Object self = call.self();
      boolean isContext = self != null && self.getClass().getName().equals(CONTEXT);
      Object first = call.argument(0);
      boolean startsWithContext = first != null && first.getClass().getName().equals(CONTEXT);
      return adk.of(call, isContext ? self : startsWithContext ? first : call.argument(1));
    }

    @Override
    protected @Nullable ModelResponse answer(Invocation call) {
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

  private static final class Tools extends ToolCallHandler {
    private static final Getter CONTEXT_OF_TOOL = new Getter("invocationContext");
    private static final String MAYBE = "io.reactivex.rxjava3.core.Maybe";

    /** The member of a tool's answer that is Loophalt's. */
    private static final String ANSWER = "loophalt";

    private final AdkRuns adk;

    Tools(RunCorrelator runs) {
      super(runs);
      this.adk = new AdkRuns(runs);
    }

    @Override
    protected @Nullable Request request(Invocation call) {
      LiveRun live = adk.of(call, CONTEXT_OF_TOOL.of(call.argument(2)));
      Object arguments = call.argument(1);
      return new Request(
          live == null ? null : live.run().id(),
          NAME.text(call.argument(0)),
          arguments == null ? Map.of() : arguments);
    }

    /** By the conventions of ADK's own tools; the tool itself is not asked. */
    @Override
    protected Reply reply(Object returned) {
      if (!(returned instanceof Map<?, ?> answer)) {
        return new Reply(returned.toString(), false);
      }
      boolean failed =
          "error".equals(answer.get("status"))
              || (answer.get("error") instanceof String error && !error.isEmpty());
      Object result = answer.size() == 1 ? answer.get("result") : null;
      return new Reply(result instanceof String text ? text : answer.toString(), failed);
    }

    @Override
    protected @Nullable Object append(Object returned, String message) {
      if (!(returned instanceof Map<?, ?> answer)) {
        return null;
      }
      Map<Object, Object> appended = new LinkedHashMap<>(answer);
      appended.put(ANSWER, message);
      return appended;
    }

    @Override
    protected @Nullable Object refusal(Invocation call, String message) {
      try {
        return Class.forName(MAYBE, true, call.declaring().getClassLoader())
            .getMethod("just", Object.class)
            .invoke(null, Map.of(ANSWER, message));
      } catch (ReflectiveOperationException drifted) {
        return null;
      }
    }
  }

  /** Calls of tools that the agent does not have, which ADK only logs. */
  private static final class Misses extends UnknownToolHandler {
    private static final Getter FUNCTION_CALLS = new Getter("functionCalls");
    private static final Getter ARGS = new Getter("args");

    private final AdkRuns adk;

    Misses(RunCorrelator runs) {
      super(runs);
      this.adk = new AdkRuns(runs);
    }

    @Override
    protected List<Request> misses(Invocation call) {
      if (!(FUNCTION_CALLS.of(call.argument(1)) instanceof List<?> asked)
          || !(call.argument(2) instanceof Map<?, ?> tools)) {
        return List.of();
      }
      List<Request> misses = List.of();
      for (Object each : asked) {
        Object name = NAME.within(each);
        if (name != null && !tools.containsKey(name)) {
          misses = misses.isEmpty() ? new ArrayList<>() : misses;
          misses.add(request(call, name.toString(), ARGS.within(each)));
        }
      }
      return misses;
    }

    private Request request(Invocation call, String tool, @Nullable Object arguments) {
      LiveRun live = adk.of(call, call.argument(0));
      return new Request(
          live == null ? null : live.run().id(), tool, arguments == null ? Map.of() : arguments);
    }
  }

  /** ADK calls its MCP tools again on threads of its own when they fail: still the same step. */
  private static final class McpSessions extends FactHandler {
    @Override
    protected void learn(@Nullable Object self, Object result) {
      McpClients.leaveToFramework(result);
    }
  }
}
