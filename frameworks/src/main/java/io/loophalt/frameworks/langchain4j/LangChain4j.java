package io.loophalt.frameworks.langchain4j;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.CallbackModelCalls;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.Mark;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.Role;
import io.loophalt.extension.RunAliases;
import io.loophalt.extension.RunName;
import io.loophalt.extension.ScopedRuns;
import io.loophalt.extension.ToolCalls;
import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.extension.sdk.ToolExchange;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * LangChain4j. The tests under {@code compatibility} play 1.5.0, 1.16.1 with its agentic module,
 * and 1.19.0; of 1.0.1, 1.3.0, 1.4.0, 1.6.0, 1.8.0, 1.10.0, 1.11.0 and 1.13.0 the signatures were
 * read.
 *
 * <pre>
 * DefaultAiServices$1.invoke(Object, Method, Object[])              one run, all versions
 *   DefaultAiServices$1.invoke(Method, Object[], InvocationContext)  its invocation id, from 1.6
 *     ChatModel.chat(ChatRequest), chat(ChatRequest, ChatRequestOptions)   one turn, the outer counts
 *     ToolService.internalExecuteTool(context, tools, request, ..)   one step, from 1.11, unknown tools too
 *       ToolService.executeWithErrorHandling(request, ..)            one step, 1.4 to 1.10; swallows what tools throw
 *         DefaultToolExecutor.execute*(request, ..)                  one step, up to 1.3; below: the exception itself
 * AiServiceTokenStream.start()                                      the run goes on where it is started
 *   StreamingChatModel.chat(ChatRequest, [options,] handler)        one turn, counted at onCompleteResponse
 * </pre>
 *
 * <p>The nudge is appended to the text that goes to the model. A halt thrown at the outermost of
 * the three tool methods reaches the caller of the AI service; thrown further in it would be fed
 * back to the model, and in 1.4 end in a NullPointerException of the error handler. In a stream it
 * is given to the handler's {@code onError}, from where it reaches that of the {@code TokenStream}
 * or the {@code Flux}.
 *
 * <p>Tools that run on other threads name their run by the invocation id; before 1.6, and in a loop
 * of the application's own, by the request object that came with the model's answer. An AI service
 * that is called inside a tool, or by the agentic module, is a run of its own.
 */
@AutoService(Extension.class)
public final class LangChain4j implements Extension {

  private static final String AI_SERVICE = "dev.langchain4j.service.DefaultAiServices$1";
  private static final String TOOL_SERVICE = "dev.langchain4j.service.tool.ToolService";
  private static final String TOOL_EXECUTOR = "dev.langchain4j.service.tool.DefaultToolExecutor";
  private static final String TOKEN_STREAM = "dev.langchain4j.service.AiServiceTokenStream";
  private static final String STREAMING_MODEL = "dev.langchain4j.model.chat.StreamingChatModel";
  private static final String STREAMING_HANDLER =
      "dev.langchain4j.model.chat.response.StreamingChatResponseHandler";
  private static final String CHAT_MODEL = "dev.langchain4j.model.chat.ChatModel";
  private static final String CHAT_REQUEST = "dev.langchain4j.model.chat.request.ChatRequest";
  private static final String TOOL_REQUEST = "dev.langchain4j.agent.tool.ToolExecutionRequest";
  private static final String CONTEXT = "dev.langchain4j.invocation.InvocationContext";

  private static final Getter NAME = new Getter("name");
  private static final Getter ARGUMENTS = new Getter("arguments");
  private static final Getter INVOCATION_ID = new Getter("invocationId");

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "langchain4j";
  }

  @Override
  public String title() {
    return "LangChain4j";
  }

  @Override
  public List<String> packages() {
    return List.of("dev.langchain4j.");
  }

  @Override
  public List<Artifact> artifacts() {
    return List.of(
        new Artifact(
            "LangChain4j",
            "dev.langchain4j:langchain4j-core",
            "dev.langchain4j.data.message.AiMessage",
            List.of(
                new Part(
                    "model calls",
                    new ChokePoint(CHAT_MODEL, "chat", -1, CHAT_REQUEST, new Models()).rewriting()),
                new Part(
                    "streamed model calls",
                    new ChokePoint(STREAMING_MODEL, "chat", -1, CHAT_REQUEST, new Streams())
                        .rewriting()))),
        new Artifact(
            "LangChain4j AI services",
            "dev.langchain4j:langchain4j",
            "dev.langchain4j.service.AiServices",
            List.of(
                new Part(
                    "runs",
                    new ChokePoint(AI_SERVICE, "invoke", 3, "java.lang.Object", new AiServices()),
                    new ChokePoint(
                        AI_SERVICE, "invoke", 3, "java.lang.reflect.Method", new Invocations())),
                new Part(
                    "runs of token streams",
                    new ChokePoint(TOKEN_STREAM, "start", 0, null, new Mark.Resumed())),
                new Part(
                    "tool calls",
                    new ChokePoint(
                        TOOL_SERVICE,
                        "internalExecuteTool",
                        5,
                        CONTEXT,
                        new ToolsOfAiServices(2, 0)),
                    new ChokePoint(
                        TOOL_SERVICE,
                        "executeWithErrorHandling",
                        5,
                        TOOL_REQUEST,
                        new ToolsOfAiServices(0, 2)),
                    new ChokePoint(
                        TOOL_EXECUTOR,
                        "executeWithContext",
                        2,
                        TOOL_REQUEST,
                        new Tools(0, 1, false)),
                    new ChokePoint(
                        TOOL_EXECUTOR, "execute", 2, TOOL_REQUEST, new Tools(0, 1, true))))));
  }

  private static final class AiServices implements ScopedRuns {

    @Override
    public @Nullable String task(MethodCall call) {
      if (!(call.argument(1) instanceof Method method)
          || method.getDeclaringClass() == Object.class
          || method.isDefault()) {
        return null;
      }
      String annotated = annotatedTask(method);
      return annotated != null
          ? annotated
          : method.getDeclaringClass().getSimpleName() + '.' + method.getName();
    }

    /**
     * The task of an {@code @AgentRun} on the service's method, whatever loader the annotation is
     * from.
     */
    private static @Nullable String annotatedTask(Method method) {
      for (Annotation annotation : method.getAnnotations()) {
        if (annotation.annotationType().getName().equals("io.loophalt.AgentRun")) {
          String task = TASK.text(annotation);
          return task.isEmpty() ? null : task;
        }
      }
      return null;
    }

    private static final Getter TASK = new Getter("task");

    /** The result of a tool that returns directly is the service's: no model is called next. */
    @Override
    public boolean hidesHalts() {
      return true;
    }

    @Override
    public boolean goesOn(Object returned) {
      return isTokenStream(returned);
    }
  }

  /** Whether an AI service has returned before it has asked the model anything. */
  private static boolean isTokenStream(Object returned) {
    return returned.getClass().getName().equals(TOKEN_STREAM);
  }

  private static final class Invocations implements RunAliases {

    @Override
    public @Nullable String id(MethodCall call) {
      return idOf(call.argument(2));
    }

    @Override
    public boolean goesOn(Object returned) {
      return isTokenStream(returned);
    }
  }

  /**
   * Calls of a chat model, by an AI service or by a loop of the application's own: the tools of the
   * first are seen where they are called, those of the second in the next request.
   */
  static final class Models implements SdkModelCalls {
    private static final Getter AI_MESSAGE = new Getter("aiMessage");
    private static final Getter TEXT = new Getter("text");
    private static final Getter TOOL_REQUESTS = new Getter("toolExecutionRequests");
    private static final Getter MODEL_NAME = new Getter("modelName");
    private static final Getter TOKEN_USAGE = new Getter("tokenUsage");
    private static final Getter INPUT = new Getter("inputTokenCount");
    private static final Getter INPUT_DETAILS = new Getter("inputTokensDetails");
    private static final Getter CACHED = new Getter("cachedTokens");
    private static final Getter CACHED_CONTENT = new Getter("cachedContentTokenCount");
    private static final Getter CACHE_READ = new Getter("cacheReadInputTokens");
    private static final Getter CACHE_CREATION = new Getter("cacheCreationInputTokens");
    private static final Getter CACHE_WRITE = new Getter("cacheWriteInputTokens");
    private static final Getter OUTPUT = new Getter("outputTokenCount");
    private static final Getter THOUGHTS = new Getter("thoughtsTokenCount");

    @Override
    public ModelResponse answer(Object returned) {
      return answerOf(returned);
    }

    static Collection<?> requestsOf(Object response) {
      return TOOL_REQUESTS.of(AI_MESSAGE.of(response)) instanceof Collection<?> requests
          ? requests
          : List.of();
    }

    static ModelResponse answerOf(Object response) {
      Object message = AI_MESSAGE.of(response);
      Object usage = TOKEN_USAGE.of(response);
      // Anthropic and Bedrock count what was cached, or is from now on, apart; OpenAI and Google
      // count it among the rest.
      long apart = CACHE_READ.number(usage);
      long written = CACHE_CREATION.number(usage) + CACHE_WRITE.number(usage);
      long among = CACHED.number(INPUT_DETAILS.of(usage)) + CACHED_CONTENT.number(usage);
      return new ModelResponse(
          MODEL_NAME.text(response),
          TEXT.text(message),
          requestsOf(response).size(),
          INPUT.number(usage) + apart + written,
          apart + among,
          OUTPUT.number(usage) + THOUGHTS.number(usage));
    }

    @Override
    public Collection<?> toolRequests(Object returned) {
      return Models.requestsOf(returned);
    }

    @Override
    public RequestReader requests() {
      return LangChain4jMessages.READER;
    }

    @Override
    public List<CallPart> callParts(Object returned) {
      return ToolExchange.calls(requestsOf(returned));
    }

    @Override
    public List<ToolResult> toolResults(Object request) {
      return LangChain4jTools.results(LangChain4jMessages.READER.messages(request));
    }

    @Override
    public Object withText(Object request, ToolResult result, String text)
        throws ReflectiveOperationException {
      return LangChain4jRequests.withText(request, text);
    }

    @Override
    public boolean refusesTools() {
      return true;
    }

    @Override
    public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
      return LangChain4jRequests.withoutTools(request, text);
    }

    @Override
    public Object withModel(Object request, String model) throws ReflectiveOperationException {
      return LangChain4jRequests.withModel(request, model);
    }
  }

  private static final class Streams implements CallbackModelCalls {
    private static final String COMPLETE_TOOL_CALL =
        "dev.langchain4j.model.chat.response.CompleteToolCall";
    private static final Getter TOOL_REQUEST_OF_CALL = new Getter("toolExecutionRequest");

    @Override
    public String handlerType() {
      return STREAMING_HANDLER;
    }

    @Override
    public String completeMethod() {
      return "onCompleteResponse";
    }

    @Override
    public String errorMethod() {
      return "onError";
    }

    /** Tools that are executed concurrently begin with their own part of the answer. */
    @Override
    public @Nullable Object earlyToolRequest(Object piece) {
      return piece.getClass().getName().equals(COMPLETE_TOOL_CALL)
          ? TOOL_REQUEST_OF_CALL.of(piece)
          : null;
    }

    /** From 1.13 options may stand before it. */
    @Override
    public int handlerArgument(MethodCall call) {
      return call.argument(2) == null ? 1 : 2;
    }

    @Override
    public ModelResponse answer(Object returned) {
      return Models.answerOf(returned);
    }

    @Override
    public Collection<?> toolRequests(Object returned) {
      return Models.requestsOf(returned);
    }

    @Override
    public RequestReader requests() {
      return LangChain4jMessages.READER;
    }

    @Override
    public int requestArgument() {
      return 0;
    }

    @Override
    public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
      return LangChain4jRequests.withoutTools(request, text);
    }

    @Override
    public Object withModel(Object request, String model) throws ReflectiveOperationException {
      return LangChain4jRequests.withModel(request, model);
    }
  }

  /** Executions of tools. */
  private static class Tools implements ToolCalls {
    private static final Getter IS_ERROR = new Getter("isError");
    private static final Getter RESULT_TEXT = new Getter("resultText");
    private static final Getter RESULT_CONTENTS = new Getter("resultContents");
    private static final Getter TEXT = new Getter("text");

    private final int request;
    private final int context;
    private final boolean returnsText;

    /**
     * For one of the methods.
     *
     * @param request position of the request
     * @param context position of the invocation context
     * @param returnsText whether it returns a text in all versions
     */
    Tools(int request, int context, boolean returnsText) {
      this.request = request;
      this.context = context;
      this.returnsText = returnsText;
    }

    @Override
    public @Nullable Request request(MethodCall call) {
      Object asked = call.argument(request);
      return asked == null
          ? null
          : new Request(runOf(call.argument(context)), NAME.text(asked), ARGUMENTS.text(asked));
    }

    @Override
    public @Nullable Object toolRequest(MethodCall call) {
      return call.argument(request);
    }

    @Override
    public Reply reply(Object returned) {
      if (returned instanceof String text) {
        return new Reply(text, false);
      }
      if (RESULT_TEXT.isOn(returned)) {
        return reply(returned, IS_ERROR.isTrue(returned));
      }
      return new Reply(TEXT.text(returned), IS_ERROR.isTrue(returned));
    }

    /** From 1.13 a result may be of several parts or an image, and then has no text. */
    private static Reply reply(Object result, boolean error) {
      return !LangChain4jResults.hasText(result)
              && RESULT_CONTENTS.of(result) instanceof Collection<?> parts
          ? new Reply(LangChain4jTools.textIn(parts), error, LangChain4jTools.othersIn(parts))
          : new Reply(RESULT_TEXT.text(result), error);
    }

    @Override
    public @Nullable Object append(Object returned, String message) {
      return returned instanceof String text
          ? text + "\n\n" + message
          : LangChain4jResults.append(returned, message);
    }

    @Override
    public @Nullable Object refusal(MethodCall call, String message) {
      Object asked = call.argument(request);
      return returnsText || asked == null ? message : LangChain4jResults.refusal(asked, message);
    }
  }

  /** Those of an AI service, whose memory has the model's answer by then. */
  private static final class ToolsOfAiServices extends Tools {

    ToolsOfAiServices(int request, int context) {
      super(request, context, false);
    }

    @Override
    public boolean asksTheModelNext(MethodCall call) {
      return true;
    }

    @Override
    public boolean returnsToCaller(MethodCall call) {
      String tool = NAME.text(toolRequest(call));
      Object executors = call.argument(1);
      Object executor = executors instanceof Map<?, ?> byName ? byName.get(tool) : executors;
      return LangChain4jTools.returnsImmediately(call.self(), tool, executor);
    }
  }

  /** What frameworks that stand on LangChain4j's tools share. */
  @Override
  public Map<String, Role> offers() {
    return Map.of("tool", new Tools(0, 2, false), "tool-executor", new Tools(0, 1, false));
  }

  /** Of an id that its AI service gave the run: nobody else opens one. */
  private static @Nullable RunName runOf(@Nullable Object context) {
    String id = idOf(context);
    return id == null ? null : RunName.known(id);
  }

  /** The invocation id; null before 1.6, where a memory id stands in its place. */
  private static @Nullable String idOf(@Nullable Object context) {
    Object id = INVOCATION_ID.of(context);
    return id == null ? null : "langchain4j-" + id;
  }
}
