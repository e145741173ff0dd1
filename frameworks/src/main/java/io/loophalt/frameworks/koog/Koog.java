package io.loophalt.frameworks.koog;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.FlowModelCalls;
import io.loophalt.extension.IdentifiedRuns;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.RunName;
import io.loophalt.extension.ToolCalls;
import io.loophalt.extension.reflect.DataCopy;
import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.reflect.PrivateField;
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
@AutoService(Extension.class)
public final class Koog implements Extension {

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

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "koog";
  }

  @Override
  public String title() {
    return "Koog";
  }

  @Override
  public List<String> packages() {
    return List.of("ai.koog.");
  }

  @Override
  public List<Artifact> artifacts() {
    Models models = new Models();
    return List.of(
        new Artifact(
            "Koog",
            "ai.koog:agents-core-jvm",
            AGENT,
            List.of(
                new Part(
                    "runs",
                    ChokePoint.suspending(SESSION, "run", 3, null, new Sessions()),
                    new ChokePoint(AGENT, "run", 2, null, new BlockingRuns()).rewriting()),
                new Part(
                    "model calls", ChokePoint.suspending(EXECUTOR, "execute", 4, PROMPT, models)),
                new Part(
                    "model calls with several choices",
                    ChokePoint.suspending(EXECUTOR, "executeMultipleChoices", 4, PROMPT, models)),
                new Part(
                    "streamed model calls",
                    new ChokePoint(EXECUTOR, "executeStreaming", 3, PROMPT, models).rewriting()),
                new Part(
                    "tool calls",
                    ChokePoint.suspending(
                        ENVIRONMENT, "executeTool", 3, TOOL_CALL, new Tools())))));
  }

  private static String idOf(Object session) {
    return "koog-" + session;
  }

  /** The run of an object that works for an agent; null if it does not say. */
  private static @Nullable RunName runOf(MethodCall call) {
    Object context = CONTEXT.of(call.self());
    Object session = RUN_ID.of(context);
    return session == null
        ? null
        : new RunName(idOf(session), task(AGENT_ID.text(context), STRATEGY_NAME.text(context)));
  }

  /** What the agent was named, or its strategy where Koog has made the name up. */
  private static String task(String agent, String strategy) {
    boolean madeUp = agent.isEmpty() || (agent.length() == 36 && agent.charAt(8) == '-');
    return madeUp && !strategy.isEmpty() ? strategy : agent;
  }

  private abstract static class Executions implements IdentifiedRuns {

    private static final Getter ID = new Getter("getId");
    private static final Getter STRATEGY = new Getter("getStrategy");
    private static final Getter NAME = new Getter("getName");

    /** The name of an agent's run. */
    static RunName named(Object session, @Nullable Object agent) {
      return new RunName(idOf(session), Koog.task(ID.text(agent), NAME.text(STRATEGY.of(agent))));
    }
  }

  private static final class Sessions extends Executions {

    private static final PrivateField ID = new PrivateField("id");
    private static final PrivateField AGENT_OF_SESSION = new PrivateField("agent");

    @Override
    public @Nullable RunName run(MethodCall call) {
      Object session = ID.of(call.self());
      return session == null ? null : named(session, AGENT_OF_SESSION.of(call.self()));
    }
  }

  /** The agent works on threads of its own, and the caller waits for it. */
  private static final class BlockingRuns extends Executions {

    @Override
    public RunName run(MethodCall call) {
      Object session = call.argument(1);
      if (session == null) {
        session = UUID.randomUUID().toString();
        call.rewrite(1, session);
      }
      return named(session, call.self());
    }
  }

  private static final class Models implements FlowModelCalls {

    private static final Getter PARTS = new Getter("getParts");
    private static final Getter TEXT = new Getter("getText");
    private static final Getter TOOL = new Getter("getTool");
    private static final Getter META = new Getter("getMetaInfo");
    private static final Getter MODEL = new Getter("getModelId");
    private static final Getter INPUT = new Getter("getInputTokensCount");
    private static final Getter OUTPUT = new Getter("getOutputTokensCount");

    @Override
    public @Nullable RunName run(MethodCall call) {
      return runOf(call);
    }

    @Override
    public int requestArgument() {
      return 0;
    }

    @Override
    public void leaveOutTools(MethodCall call, Object prompt, String text)
        throws ReflectiveOperationException {
      call.rewrite(0, KoogObjects.finishing(prompt, text));
      call.rewrite(2, List.of());
    }

    @Override
    public void changeModel(MethodCall call, Object prompt, String model)
        throws ReflectiveOperationException {
      Object current = call.argument(1);
      if (current != null) {
        call.rewrite(1, DataCopy.with(current, Map.of("id", model)));
      }
    }

    @Override
    public RequestReader requests() {
      return KoogMessages.READER;
    }

    @Override
    public ModelResponse answer(Object returned) {
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
              one.model(),
              "",
              ModelResponse.CALLS_UNKNOWN,
              one.inputTokens(),
              0,
              one.outputTokens());
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

  private static final class Tools implements ToolCalls {

    private static final Getter TOOL = new Getter("getTool");
    private static final Getter ARGUMENTS = new Getter("getArgs");
    private static final Getter OUTPUT = new Getter("getOutput");
    private static final Getter KIND = new Getter("getResultKind");

    @Override
    public Request request(MethodCall call) {
      Object asked = call.argument(0);
      return new Request(runOf(call), TOOL.text(asked), ARGUMENTS.text(asked));
    }

    @Override
    public Reply reply(Object returned) {
      Object kind = KIND.of(returned);
      return new Reply(
          OUTPUT.text(returned),
          kind != null && !kind.getClass().getName().endsWith("$Success"),
          KoogObjects.others(returned));
    }

    @Override
    public @Nullable Object append(Object returned, String message) {
      try {
        return KoogObjects.withText(returned, OUTPUT.text(returned), message);
      } catch (ReflectiveOperationException drifted) {
        return null;
      }
    }

    @Override
    public @Nullable Object refusal(MethodCall call, String message) {
      Object asked = call.argument(0);
      try {
        return asked == null ? null : KoogObjects.refusal(asked, message);
      } catch (ReflectiveOperationException drifted) {
        return null;
      }
    }
  }
}
