package io.loophalt.frameworks.alibaba;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.Mark;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ReactiveRuns;
import io.loophalt.extension.ScopedRuns;
import io.loophalt.extension.ToolCalls;
import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.reflect.PrivateField;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Spring AI Alibaba's graphs and the agents on them, tried with 1.1.0.0 and 1.1.2.2. They call
 * models through Spring AI's chat client, of which all else is in {@link SpringAi}.
 *
 * <pre>
 * GraphRunner.run(OverAllState)                     one run for each subscriber, also below ReactAgent.call(..)
 *   NodeExecutor.execute(GraphRunnerContext, ..)    executes one node of it, on any thread
 *     AgentLlmNode.apply(OverAllState, ..)          makes an answer of whatever the model call throws
 *       ChatModelCallAdvisor.adviseCall, ChatModelStreamAdvisor.adviseStream     one turn
 *     AgentToolNode.executeToolCallWithInterceptors(ToolCall, ..)                one step
 * </pre>
 *
 * <p>Nodes are executed in the middle of the stream, where nothing shows Reactor's context. The run
 * is found by the runner's own executor of nodes. A halt that the model's node makes an answer of
 * is thrown where the node is left.
 */
@AutoService(Extension.class)
public final class SpringAiAlibaba implements Extension {

  private static final String PACKAGE = "com.alibaba.cloud.ai.graph.";
  private static final String RUNNER = PACKAGE + "GraphRunner";
  private static final String STATE = PACKAGE + "OverAllState";
  private static final String MODEL_NODE = PACKAGE + "agent.node.AgentLlmNode";
  private static final String TOOL_NODE = PACKAGE + "agent.node.AgentToolNode";

  /** Before the name of an agent that is a part of another one. */
  private static final String MEMBER = "subgraph_";

  private static final Getter METADATA = new Getter("metadata");

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "spring-ai-alibaba";
  }

  @Override
  public String title() {
    return "Spring AI Alibaba";
  }

  @Override
  public List<String> packages() {
    return List.of("com.alibaba.cloud.ai.");
  }

  @Override
  public List<Artifact> artifacts() {
    return List.of(
        new Artifact(
            "Spring AI Alibaba Graph",
            "com.alibaba.cloud.ai:spring-ai-alibaba-graph-core",
            PACKAGE + "CompiledGraph",
            List.of(
                new Part("runs", new ChokePoint(RUNNER, "run", 1, STATE, new Graphs())),
                new Part(
                    "nodes of runs",
                    new ChokePoint(
                        PACKAGE + "executor.NodeExecutor",
                        "execute",
                        2,
                        PACKAGE + "GraphRunnerContext",
                        new Mark.Resumed())))),
        new Artifact(
            "Spring AI Alibaba",
            "com.alibaba.cloud.ai:spring-ai-alibaba-agent-framework",
            PACKAGE + "agent.Agent",
            List.of(
                new Part(
                    "halts of model calls",
                    new ChokePoint(MODEL_NODE, "apply", 2, STATE, new ModelNodes())),
                new Part(
                    "tool calls",
                    new ChokePoint(
                        TOOL_NODE,
                        "executeToolCallWithInterceptors",
                        -1,
                        "org.springframework.ai.chat.messages.AssistantMessage$ToolCall",
                        new Tools())))));
  }

  private static Map<?, ?> metadata(@Nullable Object config) {
    return METADATA.within(config) instanceof Map<?, ?> metadata ? metadata : Map.of();
  }

  /** The agent's name, where the graph is one's. */
  private static String agent(Map<?, ?> metadata) {
    if (!(metadata.get("_AGENT_") instanceof String name)) {
      return "CompiledGraph.stream";
    }
    return name.startsWith(MEMBER) ? name.substring(MEMBER.length()) : name;
  }

  private static final class Graphs implements ReactiveRuns {
    private static final PrivateField CONFIG = new PrivateField("config");
    private static final PrivateField MAIN_EXECUTOR = new PrivateField("mainGraphExecutor");
    private static final PrivateField NODE_EXECUTOR = new PrivateField("nodeExecutor");

    @Override
    public String task(MethodCall call) {
      return agent(metadata(CONFIG.of(call.self())));
    }

    @Override
    public @Nullable Object carrier(MethodCall call) {
      return NODE_EXECUTOR.of(MAIN_EXECUTOR.of(call.self()));
    }

    /** The branches of a parallel agent are graphs in a graph. */
    @Override
    public boolean nests() {
      return true;
    }
  }

  /** Where the answer is no stream, which would bring a halt of its own; a part of the run. */
  private static final class ModelNodes implements ScopedRuns {

    @Override
    public @Nullable String task(MethodCall call) {
      Map<?, ?> metadata = metadata(call.argument(1));
      return Boolean.FALSE.equals(metadata.get("_stream_")) ? agent(metadata) : null;
    }

    @Override
    public boolean hidesHalts() {
      return true;
    }
  }

  private static final class Tools implements ToolCalls {
    private static final Getter ID = new Getter("id");
    private static final Getter NAME = new Getter("name");
    private static final Getter ARGUMENTS = new Getter("arguments");
    private static final Getter RESULT = new Getter("getResult");
    private static final Getter STATUS = new Getter("getStatus");
    private static final Getter CALLBACKS = new Getter("getToolCallbacks");
    private static final Getter DEFINITION = new Getter("getToolDefinition");
    private static final Getter TOOL_METADATA = new Getter("getToolMetadata");
    private static final Getter RETURNS_DIRECTLY = new Getter("returnDirect");
    private static final String RESPONSE = PACKAGE + "agent.interceptor.ToolCallResponse";

    @Override
    public Request request(MethodCall call) {
      Object asked = call.argument(0);
      return new Request(null, NAME.text(asked), ARGUMENTS.text(asked));
    }

    @Override
    public @Nullable Object toolRequest(MethodCall call) {
      return call.argument(0);
    }

    @Override
    public Reply reply(Object returned) {
      return new Reply(RESULT.text(returned), "error".equals(STATUS.text(returned)));
    }

    /** What a tool that returns directly gave is the agent's result. */
    @Override
    public boolean asksTheModelNext(MethodCall call) {
      String asked = NAME.text(call.argument(0));
      if (CALLBACKS.of(call.self()) instanceof List<?> callbacks) {
        for (Object each : callbacks) {
          if (asked.equals(NAME.text(DEFINITION.of(each)))) {
            return !RETURNS_DIRECTLY.isTrue(TOOL_METADATA.of(each));
          }
        }
      }
      return true;
    }

    @Override
    public boolean returnsToCaller(MethodCall call) {
      return !asksTheModelNext(call);
    }

    @Override
    public @Nullable Object append(Object returned, String message) {
      try {
        return response(
            returned.getClass(),
            RESULT.text(returned) + "\n\n" + message,
            get(returned, "getToolName"),
            get(returned, "getToolCallId"),
            get(returned, "getStatus"),
            get(returned, "getMetadata"));
      } catch (ReflectiveOperationException drifted) {
        return null;
      }
    }

    @Override
    public @Nullable Object refusal(MethodCall call, String message) {
      Object asked = call.argument(0);
      try {
        Class<?> type = Class.forName(RESPONSE, true, call.declaring().getClassLoader());
        return response(type, message, NAME.text(asked), ID.text(asked), null, null);
      } catch (ReflectiveOperationException drifted) {
        return null;
      }
    }

    private static Object response(Class<?> type, @Nullable Object... values)
        throws ReflectiveOperationException {
      return type.getConstructor(String.class, String.class, String.class, String.class, Map.class)
          .newInstance(values);
    }

    private static @Nullable Object get(Object target, String method)
        throws ReflectiveOperationException {
      return target.getClass().getMethod(method).invoke(target);
    }
  }
}
