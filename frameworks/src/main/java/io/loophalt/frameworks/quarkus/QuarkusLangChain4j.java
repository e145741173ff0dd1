package io.loophalt.frameworks.quarkus;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.CarriedScopes;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.Mark;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ScopedRuns;
import io.loophalt.extension.Subscribers;
import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.reflect.PrivateField;
import java.util.List;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Quarkus's LangChain4j, tried with 1.6.0, 1.7.4 and 1.10.0. It has AI services and tool executors
 * of its own on LangChain4j's models.
 *
 * <pre>
 * AiServiceMethodImplementationSupport.doImplement(method, ..)      the caller's scope goes along
 * AiServiceMethodImplementationSupport.doImplement0(method, ..)     one run
 *   ChatModel.chat(ChatRequest)                                     one turn, as in {@link LangChain4j}
 *   AiServiceMethodImplementationSupport.executeTool(request, ..)   one step; swallows what tools throw
 *     QuarkusToolExecutor.executeWithContext(request, context)      one step, where that is not there
 * QuarkusAiServiceTokenStream.start()                               the run goes on where a Multi is subscribed to
 *   StreamingChatModel.chat(ChatRequest, handler)                   one turn, as in {@link LangChain4j}
 *     QuarkusAiServiceStreamingResponseHandler.executeOnWorkerThread(work, ..)   leaves the event loop
 *       QuarkusAiServiceStreamingResponseHandler.executeTool(request, ..)        one step, as above
 * QuarkusAiServiceTokenStream.getStreamingHandle()                  the subscriber has cancelled
 * </pre>
 *
 * <p>Called on an event loop, a method that returns a {@code Multi} begins with {@code
 * doImplement0} only on a worker thread and once for each subscriber; called elsewhere, once for
 * all of them. The invocation context is the same object from the method's call to its streams.
 */
@AutoService(Extension.class)
public final class QuarkusLangChain4j implements Extension {

  private static final String RUNTIME = "io.quarkiverse.langchain4j.runtime.";
  private static final String SERVICES = RUNTIME + "aiservice.AiServiceMethodImplementationSupport";
  private static final String METHOD = RUNTIME + "aiservice.AiServiceMethodCreateInfo";
  private static final String STREAM = RUNTIME + "aiservice.QuarkusAiServiceTokenStream";
  private static final String STREAM_HANDLER =
      RUNTIME + "aiservice.QuarkusAiServiceStreamingResponseHandler";
  private static final String TOKEN_STREAM = "dev.langchain4j.service.AiServiceTokenStream";
  private static final String EXECUTOR = RUNTIME + "tool.QuarkusToolExecutor";
  private static final String TOOL_REQUEST = "dev.langchain4j.agent.tool.ToolExecutionRequest";

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "quarkus-langchain4j";
  }

  @Override
  public String title() {
    return "Quarkus LangChain4j";
  }

  @Override
  public List<String> packages() {
    return List.of("io.quarkiverse.langchain4j.");
  }

  @Override
  public List<Artifact> artifacts() {
    return List.of(
        new Artifact(
            "Quarkus LangChain4j",
            "io.quarkiverse.langchain4j:quarkus-langchain4j-core",
            SERVICES,
            List.of(
                new Part(
                    "runs", new ChokePoint(SERVICES, "doImplement0", 3, METHOD, new AiServices())),
                new Part(
                    "scopes of runs",
                    new ChokePoint(SERVICES, "doImplement", 3, METHOD, new Scopes())),
                new Part(
                    "runs of streams",
                    new ChokePoint(STREAM, "start", 0, null, new Streams()),
                    new ChokePoint(STREAM, "getStreamingHandle", 0, null, new Mark.Abandoned())),
                new Part(
                    "threads of streams",
                    new ChokePoint(
                            STREAM_HANDLER,
                            "executeOnWorkerThread",
                            -1,
                            "java.lang.Runnable",
                            new Mark.HandedOver())
                        .rewriting()),
                new Part(
                    "tool calls of streams",
                    new ChokePoint(
                        STREAM_HANDLER,
                        "executeTool",
                        5,
                        TOOL_REQUEST,
                        new Mark.Offered("langchain4j", "tool"))),
                new Part(
                    "tool calls",
                    new ChokePoint(
                        SERVICES,
                        "executeTool",
                        5,
                        TOOL_REQUEST,
                        new Mark.Offered("langchain4j", "tool")),
                    new ChokePoint(
                        EXECUTOR,
                        "executeWithContext",
                        2,
                        TOOL_REQUEST,
                        new Mark.Offered("langchain4j", "tool-executor"))))));
  }

  private static final class AiServices implements ScopedRuns {
    private static final Getter INTERFACE = new Getter("getInterfaceName");
    private static final Getter NAME = new Getter("getMethodName");

    @Override
    public @Nullable String task(MethodCall call) {
      Object method = call.argument(0);
      String service = INTERFACE.text(method);
      return service.substring(Math.max(service.lastIndexOf('.'), service.lastIndexOf('$')) + 1)
          + '.'
          + NAME.text(method);
    }

    @Override
    public boolean goesOn(Object returned) {
      return returned instanceof Flow.Publisher<?>
          || returned.getClass().getName().equals(TOKEN_STREAM);
    }

    @Override
    public @Nullable Object carrier(MethodCall call) {
      return call.argument(1);
    }
  }

  private static final class Scopes implements CarriedScopes {

    @Override
    public @Nullable Object carrier(MethodCall call) {
      return call.argument(1);
    }
  }

  private static final class Streams implements Subscribers {
    private static final PrivateField INVOCATION_CONTEXT = new PrivateField("invocationContext");

    @Override
    public @Nullable Object carrier(MethodCall call) {
      return INVOCATION_CONTEXT.of(call.self());
    }
  }
}
