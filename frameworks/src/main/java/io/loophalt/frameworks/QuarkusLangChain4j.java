package io.loophalt.frameworks;

import io.loophalt.instrumentation.ChokePoint;
import io.loophalt.instrumentation.Framework;
import io.loophalt.instrumentation.Framework.Part;
import io.loophalt.runtime.boundary.AbandonedRunHandler;
import io.loophalt.runtime.boundary.RunCarrierHandler;
import io.loophalt.runtime.boundary.ScopeCarrierHandler;
import io.loophalt.runtime.boundary.ScopedRunHandler;
import io.loophalt.runtime.boundary.SubscriberHandler;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import java.util.List;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Quarkus's LangChain4j, tried with 1.7.4; the signatures are those of 1.5.0 and 1.10.0, too. It
 * has AI services and tool executors of its own on LangChain4j's models.
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
final class QuarkusLangChain4j {

  private static final String RUNTIME = "io.quarkiverse.langchain4j.runtime.";
  private static final String SERVICES = RUNTIME + "aiservice.AiServiceMethodImplementationSupport";
  private static final String METHOD = RUNTIME + "aiservice.AiServiceMethodCreateInfo";
  private static final String STREAM = RUNTIME + "aiservice.QuarkusAiServiceTokenStream";
  private static final String STREAM_HANDLER =
      RUNTIME + "aiservice.QuarkusAiServiceStreamingResponseHandler";
  private static final String EXECUTOR = RUNTIME + "tool.QuarkusToolExecutor";
  private static final String TOOL_REQUEST = "dev.langchain4j.agent.tool.ToolExecutionRequest";

  private QuarkusLangChain4j() {}

  static Framework framework(RunCorrelator runs) {
    return new Framework(
        "Quarkus LangChain4j",
        "io.quarkiverse.langchain4j:quarkus-langchain4j-core",
        SERVICES,
        List.of(
            new Part(
                "runs", new ChokePoint(SERVICES, "doImplement0", 3, METHOD, new AiServices(runs))),
            new Part(
                "scopes of runs",
                new ChokePoint(SERVICES, "doImplement", 3, METHOD, new Scopes(runs))),
            new Part(
                "runs of streams",
                new ChokePoint(STREAM, "start", 0, null, new Subscribers(runs)),
                new ChokePoint(
                    STREAM, "getStreamingHandle", 0, null, new AbandonedRunHandler(runs))),
            new Part(
                "threads of streams",
                new ChokePoint(
                        STREAM_HANDLER,
                        "executeOnWorkerThread",
                        -1,
                        "java.lang.Runnable",
                        new RunCarrierHandler(runs))
                    .rewriting()),
            new Part(
                "tool calls of streams",
                new ChokePoint(
                    STREAM_HANDLER,
                    "executeTool",
                    5,
                    TOOL_REQUEST,
                    new LangChain4j.Tools(runs, 0, 2, false))),
            new Part(
                "tool calls",
                new ChokePoint(
                    SERVICES,
                    "executeTool",
                    5,
                    TOOL_REQUEST,
                    new LangChain4j.Tools(runs, 0, 2, false)),
                new ChokePoint(
                    EXECUTOR,
                    "executeWithContext",
                    2,
                    TOOL_REQUEST,
                    new LangChain4j.Tools(runs, 0, 1, false)))));
  }

  private static final class AiServices extends ScopedRunHandler {
    private static final Getter INTERFACE = new Getter("getInterfaceName");
    private static final Getter NAME = new Getter("getMethodName");

    AiServices(RunCorrelator runs) {
      super(runs);
    }

    @Override
    protected @Nullable String task(Invocation call) {
      Object method = call.argument(0);
      String service = INTERFACE.text(method);
      return service.substring(Math.max(service.lastIndexOf('.'), service.lastIndexOf('$')) + 1)
          + '.'
          + NAME.text(method);
    }

    @Override
    protected boolean goesOn(Object returned) {
      return returned instanceof Flow.Publisher<?> || LangChain4j.isTokenStream(returned);
    }

    @Override
    protected @Nullable Object carrier(Invocation call) {
      return call.argument(1);
    }
  }

  private static final class Scopes extends ScopeCarrierHandler {

    Scopes(RunCorrelator runs) {
      super(runs);
    }

    @Override
    protected @Nullable Object carrier(Invocation call) {
      return call.argument(1);
    }
  }

  private static final class Subscribers extends SubscriberHandler {
    private static final PrivateField INVOCATION_CONTEXT = new PrivateField("invocationContext");

    Subscribers(RunCorrelator runs) {
      super(runs);
    }

    @Override
    protected @Nullable Object carrier(Invocation call) {
      return INVOCATION_CONTEXT.of(call.self());
    }
  }
}
