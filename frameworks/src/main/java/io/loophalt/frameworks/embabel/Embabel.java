package io.loophalt.frameworks.embabel;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.Mark;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ScopedRuns;
import io.loophalt.extension.ToolCalls;
import io.loophalt.extension.UnknownTools;
import io.loophalt.extension.reflect.DataCopy;
import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.reflect.Rebuilt;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Embabel, tried with 0.5.0. It has a tool loop of its own on Spring AI's models; what it streams
 * goes through {@link SpringAi} alone.
 *
 * <pre>
 * AbstractAgentProcess.run()                                  one run, for the ceilings of all that is in it
 *   AbstractLlmOperations.createObject*(messages, LlmInteraction, ..)   one run below it; tries again up to ten times
 *     ExecutorAsyncer.async(Function0)                        carries the run to where the loop works, and its tools
 *       InstrumentedChatModel.call(Prompt)                    one turn
 *       DefaultToolLoop.executeToolCall(Tool, ToolCall)       one step
 *         MetadataEnrichingTool.call(input, context)          the same, under another loop; knows errors as such
 *       DefaultToolLoop.applyToolNotFoundPolicy(ToolCall, ..) a step that failed
 *         ParallelToolLoop.executeSingleToolCall(ToolCall, List)   the same, if no tool of the list has the name
 *   retryTemplate's RetryListener.onError(.., Throwable)      ends the attempts, those of a whole action, too
 * </pre>
 *
 * <p>Decorators of the tools make a text of whatever a tool throws. A halt is thrown around them;
 * where tools run in parallel it becomes an error there, too, and is thrown again by the next model
 * call.
 */
@AutoService(Extension.class)
public final class Embabel implements Extension {

  private static final String PACKAGE = "com.embabel.agent.";
  private static final String SUPPORT = PACKAGE + "spi.support.";
  private static final String PROCESS = PACKAGE + "core.support.AbstractAgentProcess";
  private static final String LLM_OPERATIONS = SUPPORT + "AbstractLlmOperations";
  private static final String CHAT_MODEL = SUPPORT + "springai.InstrumentedChatModel";
  private static final String TOOL_LOOP = PACKAGE + "spi.loop.support.DefaultToolLoop";
  private static final String PARALLEL_LOOP = PACKAGE + "spi.loop.support.ParallelToolLoop";
  private static final String TOOL = PACKAGE + "api.tool.Tool";
  private static final String TOOL_CALL = "com.embabel.chat.ToolCall";
  private static final String DECORATED_TOOL = SUPPORT + "MetadataEnrichingTool";
  private static final String BLOCK = "kotlin.jvm.functions.Function0";
  private static final String RETRIES = "$retryTemplate$1";

  private static final Getter NAME = new Getter("getName");
  private static final Getter ARGUMENTS = new Getter("getArguments");
  private static final Getter MESSAGE = new Getter("getMessage");
  private static final Getter DEFINITION = new Getter("getDefinition");

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "embabel";
  }

  @Override
  public String title() {
    return "Embabel";
  }

  @Override
  public List<String> packages() {
    return List.of("com.embabel.agent.");
  }

  @Override
  public List<Artifact> artifacts() {
    Mark retries = new Mark.Retry(2);
    return List.of(
        new Artifact(
            "Embabel",
            "com.embabel.agent:embabel-agent-api",
            PACKAGE + "core.AgentProcess",
            List.of(
                new Part(
                    "agent processes", new ChokePoint(PROCESS, "run", 0, null, new Processes())),
                new Part(
                    "runs",
                    new ChokePoint(
                        LLM_OPERATIONS, "createObject*", 5, "java.util.List", new Interactions())),
                new Part(
                    "runs on other threads",
                    new ChokePoint(
                            SUPPORT + "ExecutorAsyncer",
                            "async",
                            1,
                            BLOCK,
                            new Mark.HandedBlock(BLOCK))
                        .rewriting()),
                new Part(
                    "model calls",
                    new ChokePoint(
                            CHAT_MODEL,
                            "call",
                            1,
                            "org.springframework.ai.chat.prompt.Prompt",
                            new Mark.Offered("spring-ai", "model"))
                        .rewriting()),
                new Part(
                    "tool calls",
                    new ChokePoint(TOOL_LOOP, "executeToolCall", 2, TOOL, new Tools())),
                new Part(
                    "errors of tools",
                    new ChokePoint(
                        DECORATED_TOOL, "call", 2, "java.lang.String", new DecoratedTools())),
                new Part(
                    "calls of tools that do not exist",
                    new ChokePoint(
                        TOOL_LOOP, "applyToolNotFoundPolicy", 2, TOOL_CALL, new Misses()),
                    new ChokePoint(
                        PARALLEL_LOOP,
                        "executeSingleToolCall",
                        2,
                        TOOL_CALL,
                        new ParallelMisses())),
                new Part(
                    "attempts after a halt",
                    retry(SUPPORT + "LlmDataBindingProperties", retries),
                    retry(PACKAGE + "spi.common.RetryProperties", retries)))));
  }

  private static ChokePoint retry(String properties, Mark retries) {
    return new ChokePoint(properties + RETRIES, "onError", 3, null, retries);
  }

  private static final class Processes implements ScopedRuns {
    private static final Getter AGENT = new Getter("getAgent");

    @Override
    public String task(MethodCall call) {
      return NAME.text(AGENT.of(call.self()));
    }

    @Override
    public @Nullable Object carrier(MethodCall call) {
      return call.self();
    }
  }

  /** Each has a conversation of its own, and a process may have many, also at the same time. */
  private static final class Interactions implements ScopedRuns {
    private static final Getter ID = new Getter("getId");

    /** What Embabel takes for the application's class where it injects something to ask with. */
    private static final String INJECTED = "InfrastructureInjectionConfigurationKt-";

    /**
     * The id that the application has given. One that Embabel has made up begins with the action's
     * name and ends with a counter.
     */
    @Override
    public String task(MethodCall call) {
      String id = ID.text(call.argument(1));
      if (id.startsWith(INJECTED)) {
        return "PromptRunner";
      }
      int counter =
          call.argument(2) instanceof Class<?> output
              ? id.lastIndexOf('-' + output.getName() + '-')
              : -1;
      return counter > 0 ? id.substring(0, counter) : id;
    }

    @Override
    public @Nullable Object whole(MethodCall call) {
      return call.argument(3);
    }

    /** What may be impossible to make, and is asked for with the model's thoughts, is a result. */
    @Override
    public boolean hidesHalts() {
      return true;
    }
  }

  private static final class Tools implements ToolCalls {
    private static final Getter RESULT = new Getter("getFirst");
    private static final Getter TEXT = new Getter("getSecond");

    @Override
    public @Nullable Request request(MethodCall call) {
      return requestOf(call.argument(1));
    }

    @Override
    public Reply reply(Object returned) {
      return new Reply(TEXT.text(returned), isError(RESULT.of(returned)));
    }

    @Override
    public @Nullable Object append(Object returned, String message) {
      return pair(returned, RESULT.of(returned), TEXT.text(returned) + "\n\n" + message);
    }

    @Override
    public @Nullable Object refusal(MethodCall call, String message) {
      Object asked = call.argument(1);
      if (asked == null) {
        return null;
      }
      try {
        Object result =
            Rebuilt.beside(asked, TOOL + "$Result$Text")
                .getConstructor(String.class)
                .newInstance(message);
        return Rebuilt.beside(asked, "kotlin.Pair")
            .getConstructor(Object.class, Object.class)
            .newInstance(result, message);
      } catch (ReflectiveOperationException drifted) {
        return null;
      }
    }

    private static @Nullable Object pair(Object like, @Nullable Object first, Object second) {
      try {
        return like.getClass()
            .getConstructor(Object.class, Object.class)
            .newInstance(first, second);
      } catch (ReflectiveOperationException drifted) {
        return null;
      }
    }
  }

  /** Inside of the decorators that make a text of what was thrown and of errors. */
  private static final class DecoratedTools implements ToolCalls {
    private static final Getter CONTENT = new Getter("getContent");

    @Override
    public Request request(MethodCall call) {
      return new Request(
          null,
          NAME.text(DEFINITION.of(call.self())),
          call.argument(0) instanceof String json ? json : "");
    }

    @Override
    public boolean failed(Object returned) {
      return isError(returned);
    }

    @Override
    public Reply reply(Object returned) {
      return isError(returned)
          ? new Reply(MESSAGE.text(returned), true)
          : new Reply(CONTENT.text(returned), false);
    }

    @Override
    public @Nullable Object append(Object returned, String message) {
      String property = isError(returned) ? "message" : "content";
      try {
        return DataCopy.with(returned, Map.of(property, reply(returned).text() + "\n\n" + message));
      } catch (ReflectiveOperationException drifted) {
        return null;
      }
    }
  }

  /** Of the kinds of results, errors alone have a message. */
  private static boolean isError(@Nullable Object result) {
    return result != null && MESSAGE.isOn(result);
  }

  private static final class Misses implements UnknownTools {

    @Override
    public List<ToolCalls.Request> misses(MethodCall call) {
      ToolCalls.Request request = requestOf(call.argument(0));
      return request == null ? List.of() : List.of(request);
    }
  }

  private static final class ParallelMisses implements UnknownTools {

    @Override
    public List<ToolCalls.Request> misses(MethodCall call) {
      ToolCalls.Request request = requestOf(call.argument(0));
      if (request == null || !(call.argument(1) instanceof List<?> tools)) {
        return List.of();
      }
      for (Object tool : tools) {
        if (NAME.text(DEFINITION.of(tool)).equals(request.tool())) {
          return List.of();
        }
      }
      return List.of(request);
    }
  }

  private static ToolCalls.@Nullable Request requestOf(@Nullable Object asked) {
    return asked == null
        ? null
        : new ToolCalls.Request(null, NAME.text(asked), ARGUMENTS.text(asked));
  }
}
