package io.loophalt.frameworks.agentscope;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ModelCalls;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.PublishedRuns;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.RunName;
import io.loophalt.extension.ToolCalls;
import io.loophalt.extension.reflect.Getter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * AgentScope, tried with 1.0.9.
 *
 * <pre>
 * AgentBase.call(List, ..)                            one run, also below stream(..)
 *   ReActAgent.lambda$reasoning$n(PreReasoningEvent)  one turn, a Flux of the pieces of its answer
 *     ToolExecutor.execute(ToolCallParam)             one step
 *   ReActAgent.streamAndAccumulateSummary(List, ..)   one turn without tools, when too many were taken
 * </pre>
 *
 * <p>All of it is Reactor and changes threads with each turn and each step, so that the run is
 * always found by the agent, which takes one call at a time.
 *
 * <p>AgentScope makes a result of whatever a tool's {@code Mono} ends with, and an answer of what
 * ends the summary. A halt is thrown where a turn or a step begins, which reaches the caller, and
 * where the run ends.
 */
@AutoService(Extension.class)
public final class AgentScope implements Extension {

  private static final String PACKAGE = "io.agentscope.core.";
  private static final String AGENT = PACKAGE + "agent.AgentBase";
  private static final String REACT_AGENT = PACKAGE + "ReActAgent";
  private static final String LIST = "java.util.List";

  private static final Getter AGENT_ID = new Getter("getAgentId");
  private static final Getter NAME = new Getter("getName");

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "agentscope";
  }

  @Override
  public String title() {
    return "AgentScope";
  }

  @Override
  public List<String> packages() {
    return List.of("io.agentscope.");
  }

  @Override
  public List<Artifact> artifacts() {
    PublishedRuns invocations = new Invocations();
    return List.of(
        new Artifact(
            "AgentScope",
            "io.agentscope:agentscope-core",
            AGENT,
            List.of(
                new Part(
                    "runs",
                    new ChokePoint(AGENT, "call", 1, LIST, invocations),
                    new ChokePoint(AGENT, "call", 2, LIST, invocations)),
                new Part(
                    "model calls",
                    new ChokePoint(
                            REACT_AGENT,
                            "lambda$reasoning$*",
                            1,
                            PACKAGE + "hook.PreReasoningEvent",
                            new Models())
                        .rewriting()),
                new Part(
                    "summaries",
                    new ChokePoint(
                            REACT_AGENT, "streamAndAccumulateSummary", 2, LIST, new Summaries())
                        .rewriting()),
                new Part(
                    "tool calls",
                    new ChokePoint(
                        PACKAGE + "tool.ToolExecutor",
                        "execute",
                        1,
                        PACKAGE + "tool.ToolCallParam",
                        new Tools())))));
  }

  /** What an agent's run is called; null if it is no agent. */
  private static @Nullable String idOf(@Nullable Object agent) {
    Object id = AGENT_ID.of(agent);
    return id == null ? null : "agentscope-" + id;
  }

  private static @Nullable RunName runOf(@Nullable Object agent) {
    String id = idOf(agent);
    return id == null ? null : RunName.conversation(id, NAME.text(agent));
  }

  private static final class Invocations implements PublishedRuns {
    private static final Getter MODEL = new Getter("getModel");

    /** Agents that ask no model are people, or only pass on what is said. */
    @Override
    public @Nullable RunName run(MethodCall call) {
      return MODEL.of(call.self()) == null ? null : runOf(call.self());
    }
  }

  private abstract static class Turns implements ModelCalls {
    @Override
    public final @Nullable RunName run(MethodCall call) {
      return runOf(call.self());
    }

    @Override
    public final RequestReader requests() {
      return AgentScopeTalk.READER;
    }

    @Override
    public final ModelResponse answer(Object returned) {
      return AgentScopeMessages.read(returned);
    }

    @Override
    public final int requestArgument() {
      return 0;
    }
  }

  /** The request is an event, which hooks have seen. */
  private static final class Models extends Turns {

    @Override
    public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
      return AgentScopeRequests.withoutTools(request, text);
    }

    @Override
    public Object withModel(Object request, String model) throws ReflectiveOperationException {
      return AgentScopeRequests.withModel(request, model);
    }
  }

  /** The request is the messages, and has no tools. */
  private static final class Summaries extends Turns {

    @Override
    public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
      return AgentScopeRequests.saying((List<?>) request, text);
    }

    @Override
    public void changeModel(MethodCall call, Object request, String model)
        throws ReflectiveOperationException {
      Object options = call.argument(1);
      if (options != null) {
        call.rewrite(1, AgentScopeRequests.optionsWithModel(options, model));
      }
    }
  }

  private static final class Tools implements ToolCalls {
    private static final Getter CALLER = new Getter("getAgent");
    private static final Getter TOOL_USE = new Getter("getToolUseBlock");
    private static final Getter INPUT = new Getter("getInput");

    @Override
    public Request request(MethodCall call) {
      Object parameter = call.argument(0);
      Object asked = TOOL_USE.of(parameter);
      Object given = INPUT.of(parameter);
      Object input = given instanceof Map<?, ?> map && !map.isEmpty() ? map : INPUT.of(asked);
      return new Request(
          runOf(CALLER.of(parameter)), NAME.text(asked), input == null ? Map.of() : input);
    }

    @Override
    public Reply reply(Object returned) {
      return AgentScopeMessages.result(returned);
    }

    @Override
    public @Nullable Object append(Object returned, String message) {
      try {
        return AgentScopeRequests.append(returned, message);
      } catch (ReflectiveOperationException drifted) {
        return null;
      }
    }

    @Override
    public @Nullable Object refusal(MethodCall call, String message) {
      try {
        return AgentScopeRequests.result(call.declaring().getClassLoader(), message);
      } catch (ReflectiveOperationException drifted) {
        return null;
      }
    }
  }
}
