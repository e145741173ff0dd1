package io.loophalt.frameworks.langgraph4j;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.GeneratedRuns;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ToolCalls;
import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.reflect.Rebuilt;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * LangGraph4j, tried with 1.6.5 and 1.6.0, on LangChain4j's models.
 *
 * <pre>
 * CompiledGraph.stream(GraphInput, RunnableConfig)    makes the generator of one run, also below invoke(..)
 *   AsyncGenerator.WithEmbed.next()                   executes one node of it, or gives a piece of an answer
 *     ChatModel.chat(ChatRequest), StreamingChatModel.chat(..)   one turn, as in {@link LangChain4j}
 *     LC4jToolService.execute(ToolExecutionRequest, Object)      one step, unknown tools too
 * </pre>
 *
 * <p>A compiled graph inside a node makes a generator of its own, which the outer one takes from:
 * it is a run below the outer one. Ids of threads stand for conversations of many runs, which may
 * go on at the same time; the generator stands for one.
 *
 * <p>A halt thrown in a node ends the graph as whatever a node throws does. One that a node makes a
 * result of is thrown where the graph ends.
 */
@AutoService(Extension.class)
public final class LangGraph4j implements Extension {

  private static final String PACKAGE = "org.bsc.langgraph4j.";
  private static final String GRAPH = PACKAGE + "CompiledGraph";
  private static final String GRAPH_INPUT = PACKAGE + "GraphInput";
  private static final String TOOL_SERVICE = PACKAGE + "langchain4j.tool.LC4jToolService";
  private static final String TOOL_REQUEST = "dev.langchain4j.agent.tool.ToolExecutionRequest";
  private static final String RESULT = "dev.langchain4j.data.message.ToolExecutionResultMessage";

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "langgraph4j";
  }

  @Override
  public String title() {
    return "LangGraph4j";
  }

  @Override
  public List<String> packages() {
    return List.of("org.bsc.");
  }

  @Override
  public List<Artifact> artifacts() {
    Generators generators = new Generators();
    return List.of(
        new Artifact(
            "LangGraph4j",
            "org.bsc.langgraph4j:langgraph4j-core",
            GRAPH,
            List.of(
                new Part(
                    "runs",
                    new ChokePoint(
                        GRAPH,
                        "stream",
                        2,
                        GRAPH_INPUT,
                        new GeneratedRuns.Part(generators, GeneratedRuns.Place.MAKER)),
                    new ChokePoint(
                        GRAPH,
                        "streamSnapshots",
                        2,
                        GRAPH_INPUT,
                        new GeneratedRuns.Part(generators, GeneratedRuns.Place.MAKER))),
                new Part(
                    "nodes of runs",
                    new ChokePoint(
                        "org.bsc.async.AsyncGenerator$WithEmbed",
                        "next",
                        0,
                        null,
                        new GeneratedRuns.Part(generators, GeneratedRuns.Place.TAKER))))),
        new Artifact(
            "LangGraph4j LangChain4j",
            "org.bsc.langgraph4j:langgraph4j-langchain4j",
            TOOL_SERVICE,
            List.of(
                new Part(
                    "tool calls",
                    new ChokePoint(TOOL_SERVICE, "execute", 2, TOOL_REQUEST, new Tools())))));
  }

  private static final class Generators implements GeneratedRuns {
    private static final Getter IS_DONE = new Getter("isDone");
    private static final Getter IS_ERROR = new Getter("isError");

    @Override
    public String task(MethodCall call) {
      return "CompiledGraph.stream";
    }

    @Override
    public boolean isEnd(Object taken) {
      return IS_DONE.isTrue(taken);
    }

    @Override
    public boolean isFailure(Object taken) {
      return IS_ERROR.isTrue(taken);
    }
  }

  /** The result is a message in an {@link Optional}, or there is no such tool. */
  private static final class Tools implements ToolCalls {
    private static final Getter ID = new Getter("id");
    private static final Getter NAME = new Getter("name");
    private static final Getter ARGUMENTS = new Getter("arguments");
    private static final Getter TOOL_NAME = new Getter("toolName");
    private static final Getter TEXT = new Getter("text");

    @Override
    public Request request(MethodCall call) {
      Object asked = call.argument(0);
      return new Request(null, NAME.text(asked), ARGUMENTS.text(asked));
    }

    @Override
    public Reply reply(Object returned) {
      return returned instanceof Optional<?> message && message.isPresent()
          ? new Reply(TEXT.text(message.get()), false)
          : new Reply("Tool not found", true);
    }

    @Override
    public @Nullable Object append(Object returned, String message) {
      if (!(returned instanceof Optional<?> result) || result.isEmpty()) {
        return null;
      }
      Object told = result.get();
      return message(told, ID.text(told), TOOL_NAME.text(told), TEXT.text(told) + "\n\n" + message);
    }

    @Override
    public @Nullable Object refusal(MethodCall call, String message) {
      Object asked = call.argument(0);
      return asked == null ? null : message(asked, ID.text(asked), NAME.text(asked), message);
    }

    /** A result in the form in which the method returns it; null if it cannot be made. */
    private static @Nullable Object message(Object beside, String id, String tool, String text) {
      try {
        return Optional.ofNullable(
            Rebuilt.beside(beside, RESULT)
                .getMethod("from", String.class, String.class, String.class)
                .invoke(null, id, tool, text));
      } catch (ReflectiveOperationException drifted) {
        return null;
      }
    }
  }
}
