package io.loophalt.agent.instrument.framework;

import io.loophalt.agent.gate.Call;
import io.loophalt.agent.gate.FrameworkRuns;
import io.loophalt.agent.gate.Runs;
import io.loophalt.agent.instrument.ChokePoint;
import io.loophalt.agent.instrument.Framework;
import io.loophalt.agent.instrument.Framework.Part;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Quarkus's LangChain4j, tried with 1.7.4, blocking; what returns a {@code Multi} was not. It has
 * AI services and tool executors of its own on LangChain4j's models.
 *
 * <pre>
 * AiServiceMethodImplementationSupport.doImplement(method, ..)   one run
 *   ChatModel.chat(ChatRequest)                                  one turn, as in {@link LangChain4j}
 *   AiServiceMethodImplementationSupport.executeTool(request, ..)   one step; swallows what tools throw
 *     QuarkusToolExecutor.executeWithContext(request, context)      one step, where that is not there
 * </pre>
 */
final class QuarkusLangChain4j {

  private static final String RUNTIME = "io.quarkiverse.langchain4j.runtime.";
  private static final String SERVICES = RUNTIME + "aiservice.AiServiceMethodImplementationSupport";
  private static final String METHOD = RUNTIME + "aiservice.AiServiceMethodCreateInfo";
  private static final String EXECUTOR = RUNTIME + "tool.QuarkusToolExecutor";
  private static final String TOOL_REQUEST = "dev.langchain4j.agent.tool.ToolExecutionRequest";

  private QuarkusLangChain4j() {}

  static Framework framework(Runs runs) {
    return new Framework(
        "Quarkus LangChain4j",
        "io.quarkiverse.langchain4j:quarkus-langchain4j-core",
        SERVICES,
        List.of(
            new Part(
                "runs", new ChokePoint(SERVICES, "doImplement", 3, METHOD, new AiServices(runs))),
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

  private static final class AiServices extends FrameworkRuns {
    private static final Getter INTERFACE = new Getter("getInterfaceName");
    private static final Getter NAME = new Getter("getMethodName");

    AiServices(Runs runs) {
      super(runs);
    }

    @Override
    protected @Nullable String task(Call call) {
      Object method = call.argument(0);
      String service = INTERFACE.text(method);
      return service.substring(Math.max(service.lastIndexOf('.'), service.lastIndexOf('$')) + 1)
          + '.'
          + NAME.text(method);
    }
  }
}
