package io.loophalt.frameworks;

import io.loophalt.core.detect.Turn;
import io.loophalt.core.run.LiveRun;
import io.loophalt.instrumentation.ChokePoint;
import io.loophalt.instrumentation.Framework;
import io.loophalt.instrumentation.Framework.Part;
import io.loophalt.instrumentation.GeneratedProxies;
import io.loophalt.runtime.async.SuspendingInvocations;
import io.loophalt.runtime.boundary.IdentifiedRunHandler;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.ModelResponse;
import io.loophalt.runtime.model.KotlinFlowModelHandler;
import io.loophalt.runtime.tool.ToolCallHandler;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * JetBrains' Koog, tried with 1.1.1.
 *
 * <pre>
 * AIAgent.run(input, session)                              blocking: carries the caller's run to where the agent works
 *   AIAgentRunSessionImpl.run(input, ..)                   one run
 *     ContextualPromptExecutor.execute(Prompt, LLModel, List)      one turn
 *     ContextualPromptExecutor.executeMultipleChoices(Prompt, LLModel, List)   the same, with several answers
 *     ContextualPromptExecutor.executeStreaming(Prompt, LLModel, List)   one turn, when its flow is collected
 *     ContextualAgentEnvironment.executeTool(Tool.Call, ..)        one step
 * </pre>
 *
 * <p>All but the first and the one that streams are suspending functions, and go on on any thread,
 * so that the run is always found by Koog's own id of it. That id is the session's, which Koog
 * makes up unless it is given: for a blocking call it is made up here, to be known on the caller's
 * thread already.
 *
 * <p>Koog makes a result of whatever {@link Exception} a tool throws. The halt is thrown around
 * that, where a turn or a step begins or ends.
 */
public final class Koog {

  private static final String AGENT = "ai.koog.agents.core.agent.AIAgent";
  private static final String SESSION = "ai.koog.agents.core.agent.AIAgentRunSessionImpl";
  private static final String EXECUTOR = "ai.koog.agents.core.feature.ContextualPromptExecutor";
  private static final String ENVIRONMENT =
      "ai.koog.agents.core.environment.ContextualAgentEnvironment";
  private static final String PROMPT = "ai.koog.prompt.Prompt";
  private static final String FRAMES = "ai.koog.prompt.streaming.StreamFrame$";
  private static final String TOOL_CALL = "ai.koog.prompt.message.MessagePart$Tool$Call";

  private static final PrivateField CONTEXT = new PrivateField("context");
  private static final Getter RUN_ID = new Getter("getRunId");
  private static final Getter AGENT_ID = new Getter("getAgentId");
  private static final Getter STRATEGY_NAME = new Getter("getStrategyName");

  private Koog() {}

  /** Its one artifact. */
  public static Framework framework(RunCorrelator runs) {
    Models models = new Models(runs);
    return new Framework(
        "Koog",
        "ai.koog:agents-core-jvm",
        AGENT,
        List.of(
            new Part(
                "runs",
                suspending(SESSION, "run", 3, null, new Sessions(runs)),
                new ChokePoint(AGENT, "run", 2, null, new BlockingRuns(runs)).rewriting()),
            new Part("model calls", suspending(EXECUTOR, "execute", 4, PROMPT, models)),
            new Part(
                "model calls with several choices",
                suspending(EXECUTOR, "executeMultipleChoices", 4, PROMPT, models)),
            new Part(
                "streamed model calls",
                new ChokePoint(EXECUTOR, "executeStreaming", 3, PROMPT, models).rewriting()),
            new Part(
                "tool calls",
                suspending(ENVIRONMENT, "executeTool", 3, TOOL_CALL, new Tools(runs)))));
  }

  private static ChokePoint suspending(
      String className,
      String method,
      int parameters,
      @Nullable String first,
      Interceptor handler) {
    return new ChokePoint(
            className,
            method,
            parameters,
            first,
            new SuspendingInvocations(handler, parameters - 1))
        .rewriting();
  }

  private static String idOf(Object session) {
    return "koog-" + session;
  }

  /** The run of an object that works for an agent; null if it does not say. */
  private static @Nullable LiveRun runOf(RunCorrelator runs, Invocation call) {
    Object context = CONTEXT.of(call.self());
    Object session = RUN_ID.of(context);
    return session == null
        ? null
        : runs.named(
            call,
            idOf(session),
            task(AGENT_ID.text(context), STRATEGY_NAME.text(context)),
            System.nanoTime());
  }

  /** What the agent was named, or its strategy where Koog has made the name up. */
  private static String task(String agent, String strategy) {
    boolean madeUp = agent.isEmpty() || (agent.length() == 36 && agent.charAt(8) == '-');
    return madeUp && !strategy.isEmpty() ? strategy : agent;
  }

  private abstract static class Executions extends IdentifiedRunHandler {

    private static final Getter ID = new Getter("getId");
    private static final Getter STRATEGY = new Getter("getStrategy");
    private static final Getter NAME = new Getter("getName");

    Executions(RunCorrelator runs) {
      super(runs);
    }

    abstract @Nullable Object agent(Invocation call);

    @Override
    protected final String task(Invocation call) {
      Object agent = agent(call);
      return Koog.task(ID.text(agent), NAME.text(STRATEGY.of(agent)));
    }
  }

  private static final class Sessions extends Executions {

    private static final PrivateField ID = new PrivateField("id");
    private static final PrivateField AGENT_OF_SESSION = new PrivateField("agent");

    Sessions(RunCorrelator runs) {
      super(runs);
    }

    @Override
    protected @Nullable String id(Invocation call) {
      Object session = ID.of(call.self());
      return session == null ? null : idOf(session);
    }

    @Override
    @Nullable Object agent(Invocation call) {
      return AGENT_OF_SESSION.of(call.self());
    }
  }

  /** The agent works on threads of its own, and the caller waits for it. */
  private static final class BlockingRuns extends Executions {

    BlockingRuns(RunCorrelator runs) {
      super(runs);
    }

    @Override
    protected String id(Invocation call) {
      Object session = call.argument(1);
      if (session == null) {
        session = UUID.randomUUID().toString();
        call.rewrite(1, session);
      }
      return idOf(session);
    }

    @Override
    @Nullable Object agent(Invocation call) {
      return call.self();
    }
  }

  private static final class Models extends KotlinFlowModelHandler {

    private static final Getter PARTS = new Getter("getParts");
    private static final Getter TEXT = new Getter("getText");
    private static final Getter TOOL = new Getter("getTool");
    private static final Getter META = new Getter("getMetaInfo");
    private static final Getter MODEL = new Getter("getModelId");
    private static final Getter INPUT = new Getter("getInputTokensCount");
    private static final Getter OUTPUT = new Getter("getOutputTokensCount");

    private final RunCorrelator runs;

    Models(RunCorrelator runs) {
      super(runs, new GeneratedProxies());
      this.runs = runs;
    }

    @Override
    protected @Nullable LiveRun run(Invocation call) {
      return runOf(runs, call);
    }

    @Override
    protected int requestArgument() {
      return 0;
    }

    @Override
    protected void leaveOutTools(Invocation call, Object prompt, String text)
        throws ReflectiveOperationException {
      call.rewrite(0, KoogObjects.finishing(prompt, text));
      call.rewrite(2, List.of());
    }

    @Override
    protected void changeModel(Invocation call, Object prompt, String model)
        throws ReflectiveOperationException {
      Object current = call.argument(1);
      if (current != null) {
        call.rewrite(1, DataCopy.with(current, Map.of("id", model)));
      }
    }

    @Override
    protected ModelResponse answer(Object returned) {
      if (returned instanceof List<?> choices && !choices.isEmpty()) {
        return oneOf(choices);
      }
      return returned.getClass().getName().startsWith(FRAMES) ? frame(returned) : whole(returned);
    }

    /**
     * The application chooses one of several, each of which has the usage of all: what the choice
     * asks for is known where they agree.
     */
    private static ModelResponse oneOf(List<?> choices) {
      ModelResponse one = whole(choices.get(0));
      for (Object other : choices) {
        if (whole(other).toolCalls() != one.toolCalls()) {
          return new ModelResponse(
              one.model(), "", Turn.CALLS_UNKNOWN, one.inputTokens(), 0, one.outputTokens());
        }
      }
      return one;
    }

    /** One piece of an answer, of which the complete texts only repeat what has come. */
    private static ModelResponse frame(Object piece) {
      String kind = piece.getClass().getSimpleName();
      Object meta = META.of(piece);
      return new ModelResponse(
          MODEL.text(meta),
          kind.equals("TextDelta") ? TEXT.text(piece) : "",
          kind.equals("ToolCallComplete") ? 1 : 0,
          INPUT.number(meta),
          0,
          OUTPUT.number(meta));
    }

    private static ModelResponse whole(Object returned) {
      StringBuilder text = new StringBuilder();
      int toolCalls = 0;
      if (PARTS.of(returned) instanceof List<?> parts) {
        for (Object part : parts) {
          if (TOOL.of(part) != null) {
            toolCalls++;
          } else {
            text.append(TEXT.text(part));
          }
        }
      }
      Object meta = META.of(returned);
      return new ModelResponse(
          MODEL.text(meta), text.toString(), toolCalls, INPUT.number(meta), 0, OUTPUT.number(meta));
    }
  }

  private static final class Tools extends ToolCallHandler {

    private static final Getter TOOL = new Getter("getTool");
    private static final Getter ARGUMENTS = new Getter("getArgs");
    private static final Getter OUTPUT = new Getter("getOutput");
    private static final Getter KIND = new Getter("getResultKind");

    private final RunCorrelator runs;

    Tools(RunCorrelator runs) {
      super(runs);
      this.runs = runs;
    }

    @Override
    protected Request request(Invocation call) {
      LiveRun live = runOf(runs, call);
      Object asked = call.argument(0);
      return new Request(
          live == null ? null : live.run().id(), TOOL.text(asked), ARGUMENTS.text(asked));
    }

    @Override
    protected Reply reply(Object returned) {
      Object kind = KIND.of(returned);
      return new Reply(
          OUTPUT.text(returned), kind != null && !kind.getClass().getName().endsWith("$Success"));
    }

    @Override
    protected @Nullable Object append(Object returned, String message) {
      try {
        return KoogObjects.withText(returned, OUTPUT.text(returned), message);
      } catch (ReflectiveOperationException drifted) {
        return null;
      }
    }

    @Override
    protected @Nullable Object refusal(Invocation call, String message) {
      Object asked = call.argument(0);
      try {
        return asked == null ? null : KoogObjects.refusal(asked, message);
      } catch (ReflectiveOperationException drifted) {
        return null;
      }
    }
  }
}
