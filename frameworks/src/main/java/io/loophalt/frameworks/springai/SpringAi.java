package io.loophalt.frameworks.springai;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.LoopRequests;
import io.loophalt.extension.Mark;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ModelCalls;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.PublisherModelCalls;
import io.loophalt.extension.ReactiveRuns;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.Role;
import io.loophalt.extension.ScopedRuns;
import io.loophalt.extension.ToolCalls;
import io.loophalt.extension.ToolTurns;
import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.extension.sdk.SdkModelStreams;
import io.loophalt.extension.sdk.ToolExchange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Spring AI, tried with 1.1.8 and 2.0.1; of the providers' models those for OpenAI. The other names
 * were read in their sources.
 *
 * <pre>
 * DefaultChatClient$DefaultCallResponseSpec.doGetObservableChatClientResponse(request ..)    one run
 * DefaultChatClient$DefaultStreamResponseSpec.doGetObservableFluxChatResponse(request)       one run per subscriber
 *   ChatModelCallAdvisor.adviseCall, ChatModelStreamAdvisor.adviseStream   2.0: one turn; 1.1: all turns of the run
 *     OpenAiChatModel.call(Prompt), stream(Prompt) and their like          the same, without a chat client
 *   ToolCallReactiveContextHolder.setContext(ContextView)                  the stream that a tool's thread works for
 *       OpenAiChatModel.internalCall, internalStream(Prompt, ChatResponse)   1.1: sends each request of the loop
 *   DefaultToolCallingManager.executeToolCalls(Prompt, ChatResponse)       1.1: lies between two turns
 *     DefaultToolCallingManager.lambda$executeToolCall$n(ToolCallback, arguments ..)   one step
 *       MethodToolCallback.call(arguments, ToolContext) and its like       the same, under another manager
 * </pre>
 *
 * <p>The nudge is appended to the text that goes to the model. Where the model's calls are seen and
 * executeToolCalls is none of a model's own, the next of them throws the halt. Elsewhere it is
 * thrown in the lambda, outside of what the manager makes a text of, and reaches the caller of the
 * chat client or the subscriber; thrown by the tool itself it would be fed back to the model. In
 * 1.1, where the next request is sent from inside the model call under way, a last answer without
 * tools is asked for there: of the models named below, not of a model class that is unknown.
 */
@AutoService(Extension.class)
public final class SpringAi implements Extension {

  private static final String PACKAGE = "org.springframework.ai.";
  private static final String CHAT_CLIENT = PACKAGE + "chat.client.DefaultChatClient";
  private static final String CALL_SPEC = CHAT_CLIENT + "$DefaultCallResponseSpec";
  private static final String STREAM_SPEC = CHAT_CLIENT + "$DefaultStreamResponseSpec";
  private static final String STREAM_ADVISOR =
      PACKAGE + "chat.client.advisor.ChatModelStreamAdvisor";
  private static final String STREAM_CONTEXT =
      PACKAGE + "model.tool.internal.ToolCallReactiveContextHolder";
  private static final String CLIENT_REQUEST = PACKAGE + "chat.client.ChatClientRequest";
  private static final String CALL_ADVISOR = PACKAGE + "chat.client.advisor.ChatModelCallAdvisor";
  private static final String PROMPT = PACKAGE + "chat.prompt.Prompt";
  private static final String TOOL_MANAGER = PACKAGE + "model.tool.DefaultToolCallingManager";
  private static final String TOOL_CALLBACK = PACKAGE + "tool.ToolCallback";

  /** Providers' modules and their model classes: {@code artifact=class}. */
  private static final Map<String, String> PROVIDERS =
      Map.ofEntries(
          Map.entry("openai", "openai.OpenAiChatModel"),
          Map.entry("openai-sdk", "openaisdk.OpenAiSdkChatModel"),
          Map.entry("azure-openai", "azure.openai.AzureOpenAiChatModel"),
          Map.entry("anthropic", "anthropic.AnthropicChatModel"),
          Map.entry("ollama", "ollama.OllamaChatModel"),
          Map.entry("mistral-ai", "mistralai.MistralAiChatModel"),
          Map.entry("bedrock-converse", "bedrock.converse.BedrockProxyChatModel"),
          Map.entry("google-genai", "google.genai.GoogleGenAiChatModel"),
          Map.entry("vertex-ai-gemini", "vertexai.gemini.VertexAiGeminiChatModel"),
          Map.entry("deepseek", "deepseek.DeepSeekChatModel"),
          Map.entry("minimax", "minimax.MiniMaxChatModel"),
          Map.entry("zhipuai", "zhipuai.ZhiPuAiChatModel"));

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "spring-ai";
  }

  @Override
  public String title() {
    return "Spring AI";
  }

  @Override
  public List<String> packages() {
    return List.of("org.springframework.ai.");
  }

  @Override
  public List<Artifact> artifacts() {
    SdkModelCalls models = new Models();
    PublisherModelCalls streams = new ModelStreams("stream", 1, models);
    LoopRequests requests = new LoopRequests(models);
    List<Artifact> frameworks = new ArrayList<>();
    frameworks.add(
        new Artifact(
            "Spring AI ChatClient",
            "org.springframework.ai:spring-ai-client-chat",
            PACKAGE + "chat.client.ChatClient",
            List.of(
                new Part(
                    "runs",
                    new ChokePoint(
                        CALL_SPEC,
                        "doGetObservableChatClientResponse",
                        -1,
                        CLIENT_REQUEST,
                        new ChatClients())),
                new Part(
                    "streamed runs",
                    new ChokePoint(
                        STREAM_SPEC,
                        "doGetObservableFluxChatResponse",
                        1,
                        CLIENT_REQUEST,
                        new ChatClientStreams())),
                new Part(
                    "model calls",
                    new ChokePoint(CALL_ADVISOR, "adviseCall", 2, CLIENT_REQUEST, models)
                        .rewriting()),
                new Part(
                    "streamed model calls",
                    new ChokePoint(
                        STREAM_ADVISOR,
                        "adviseStream",
                        2,
                        CLIENT_REQUEST,
                        new ModelStreams("adviseStream", 2, models))))));
    ToolCalls callbacks = new ToolCallbacks();
    frameworks.add(
        new Artifact(
            "Spring AI",
            "org.springframework.ai:spring-ai-model",
            PACKAGE + "chat.model.ChatResponse",
            List.of(
                new Part(
                    "turns",
                    new ChokePoint(
                        TOOL_MANAGER, "executeToolCalls", 2, PROMPT, new LoopTurns(requests))),
                new Part(
                    "tool calls",
                    new ChokePoint(
                        TOOL_MANAGER,
                        "lambda$executeToolCall$*",
                        4,
                        TOOL_CALLBACK,
                        new ManagedTools()),
                    callback("tool.ToolCallback", callbacks),
                    callback("tool.method.MethodToolCallback", callbacks),
                    callback("tool.function.FunctionToolCallback", callbacks)),
                new Part(
                    "tool calls of streams",
                    new ChokePoint(
                        STREAM_CONTEXT, "setContext", 1, null, new Mark.StreamThread(true)),
                    new ChokePoint(
                        STREAM_CONTEXT, "clearContext", 0, null, new Mark.StreamThread(false))))));
    frameworks.add(
        new Artifact(
            "Spring AI MCP",
            "org.springframework.ai:spring-ai-mcp",
            PACKAGE + "mcp.McpToolUtils",
            List.of(
                new Part(
                    "tool calls",
                    callback("mcp.SyncMcpToolCallback", callbacks),
                    callback("mcp.AsyncMcpToolCallback", callbacks)))));
    PROVIDERS.forEach(
        (module, model) -> frameworks.add(provider(module, model, models, streams, requests)));
    return frameworks;
  }

  /** What frameworks that stand on Spring AI's models share. */
  @Override
  public Map<String, Role> offers() {
    return Map.of("model", new Models());
  }

  private static Artifact provider(
      String module,
      String model,
      ModelCalls models,
      PublisherModelCalls streams,
      LoopRequests requests) {
    String className = PACKAGE + model;
    return new Artifact(
        "Spring AI " + module,
        "org.springframework.ai:spring-ai-" + module,
        className,
        List.of(
            new Part(
                "model calls",
                new ChokePoint(className, "call", 1, PROMPT, models).rewriting(),
                new ChokePoint(className, "internalCall", 2, PROMPT, requests).rewriting()),
            new Part(
                "streamed model calls",
                new ChokePoint(className, "stream", 1, PROMPT, streams),
                new ChokePoint(className, "internalStream", 2, PROMPT, requests).rewriting())));
  }

  private static ChokePoint callback(String className, ToolCalls callbacks) {
    return new ChokePoint(PACKAGE + className, "call", 2, "java.lang.String", callbacks);
  }

  private static final class ChatClients implements ScopedRuns {

    @Override
    public String task(MethodCall call) {
      return "ChatClient.call";
    }
  }

  private static final class ChatClientStreams implements ReactiveRuns {

    @Override
    public String task(MethodCall call) {
      return "ChatClient.stream";
    }
  }

  private static final class ModelStreams implements SdkModelStreams {
    private static final SpringAiRequests REQUESTS = new SpringAiRequests();

    private final String method;
    private final int parameters;
    private final SdkModelCalls exchange;

    ModelStreams(String method, int parameters, SdkModelCalls exchange) {
      this.method = method;
      this.parameters = parameters;
      this.exchange = exchange;
    }

    @Override
    public SdkModelCalls exchange() {
      return exchange;
    }

    @Override
    public String method() {
      return method;
    }

    @Override
    public int parameters() {
      return parameters;
    }

    @Override
    public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
      return REQUESTS.withoutTools(request, text);
    }

    @Override
    public Object withModel(Object request, String model) throws ReflectiveOperationException {
      return REQUESTS.withModel(request, model);
    }

    @Override
    public RequestReader requests() {
      return SpringAiMessages.READER;
    }

    @Override
    public ModelResponse answer(Object piece) {
      return SpringAiAnswers.read(piece);
    }

    @Override
    public Collection<?> toolRequests(Object piece) {
      return SpringAiAnswers.toolRequests(piece);
    }
  }

  /**
   * Calls of {@code ChatModel}s, by the framework or by a loop of the application's own: the tools
   * of the first are seen where they are called, those of the second in the next request.
   */
  private static final class Models implements SdkModelCalls {
    private static final SpringAiRequests REQUESTS = new SpringAiRequests();

    @Override
    public RequestReader requests() {
      return SpringAiMessages.READER;
    }

    @Override
    public ModelResponse answer(Object returned) {
      return SpringAiAnswers.read(returned);
    }

    @Override
    public Collection<?> toolRequests(Object returned) {
      return SpringAiAnswers.toolRequests(returned);
    }

    @Override
    public List<CallPart> callParts(Object returned) {
      return ToolExchange.calls(SpringAiAnswers.toolRequests(returned));
    }

    @Override
    public List<ToolResult> toolResults(Object request) {
      return SpringAiTools.results(SpringAiMessages.READER.messages(request));
    }

    @Override
    public Object withText(Object request, ToolResult result, String text)
        throws ReflectiveOperationException {
      return REQUESTS.withText(request, text);
    }

    @Override
    public boolean refusesTools() {
      return true;
    }

    @Override
    public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
      return REQUESTS.withoutTools(request, text);
    }

    @Override
    public Object withModel(Object request, String model) throws ReflectiveOperationException {
      return REQUESTS.withModel(request, model);
    }
  }

  private static final class LoopTurns implements ToolTurns {
    private static final Getter RETURN_DIRECT = new Getter("returnDirect");

    private final LoopRequests requests;

    LoopTurns(LoopRequests requests) {
      this.requests = requests;
    }

    @Override
    public LoopRequests requests() {
      return requests;
    }

    @Override
    public @Nullable ModelResponse answer(MethodCall call) {
      Object response = call.argument(1);
      return response == null ? null : SpringAiAnswers.read(response);
    }

    @Override
    public Collection<?> toolRequests(MethodCall call) {
      return SpringAiAnswers.toolRequests(call.argument(1));
    }

    @Override
    public boolean endsTheLoop(Object returned) {
      return RETURN_DIRECT.isTrue(returned);
    }
  }

  /** What {@code ToolCallback}s return is the text that goes to the model. */
  private abstract static class Tools implements ToolCalls {
    private static final Getter DEFINITION = new Getter("getToolDefinition");
    private static final Getter NAME = new Getter("name");

    static @Nullable Request request(@Nullable Object callback, @Nullable Object arguments) {
      return callback == null
          ? null
          : new Request(
              null,
              NAME.text(DEFINITION.of(callback)),
              arguments instanceof String json ? json : "");
    }

    @Override
    public Reply reply(Object returned) {
      return new Reply(String.valueOf(returned), false);
    }

    @Override
    public Object refusal(MethodCall call, String message) {
      return message;
    }

    @Override
    public @Nullable Object append(Object returned, String message) {
      return returned + "\n\n" + message;
    }
  }

  /** In the framework's own manager, which makes a text of what tools throw. */
  private static final class ManagedTools extends Tools {
    private static final Getter TOOL_METADATA = new Getter("getToolMetadata");
    private static final Getter RETURNS_DIRECTLY = new Getter("returnDirect");

    @Override
    public @Nullable Request request(MethodCall call) {
      return request(call.argument(0), call.argument(1));
    }

    /** Beside tools that do not, its result goes to the model after all; then theirs carry it. */
    @Override
    public boolean returnsToCaller(MethodCall call) {
      return RETURNS_DIRECTLY.isTrue(TOOL_METADATA.of(call.argument(0)));
    }

    /** Where the manager is asked from outside the model: memories may stand between the two. */
    @Override
    public boolean asksTheModelNext(MethodCall call) {
      return true;
    }
  }

  /** Under another manager, or called by a loop written by hand. */
  private static final class ToolCallbacks extends Tools {

    @Override
    public @Nullable Request request(MethodCall call) {
      return request(call.self(), call.argument(0));
    }
  }
}
