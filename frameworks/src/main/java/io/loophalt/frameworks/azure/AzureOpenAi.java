package io.loophalt.frameworks.azure;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.Role;
import io.loophalt.extension.reflect.BeanCopy;
import io.loophalt.extension.reflect.Property;
import io.loophalt.extension.reflect.Rebuilt;
import io.loophalt.extension.sdk.DrawnAnswer;
import io.loophalt.extension.sdk.IteratedStreams;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import io.loophalt.extension.sdk.ToolExchange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chat completions of Azure's SDK for OpenAI, tried with 1.0.0-beta.16: blocking, streamed and
 * asynchronous.
 *
 * <pre>
 * OpenAIClient.getChatCompletions, getChatCompletionsWithResponse, getChatCompletionsStream,
 *     getChatCompletionsStreamWithResponse(deployment, options, ..)   one turn
 * OpenAIAsyncClient, the same                                         one turn of each subscriber
 * </pre>
 *
 * <p>Below these methods requests are JSON; who calls them with JSON is seen to call the model, and
 * no more. What tools gave is in the next request, as messages of the role {@code tool}, and the
 * nudge is appended to the last of these. A stream says how many tokens it took only where the
 * request asks for that.
 */
@AutoService(Extension.class)
public final class AzureOpenAi implements Extension {

  private static final String SDK = "com.azure.ai.openai.";
  private static final String[] CLIENTS = {"OpenAIClient", "OpenAIAsyncClient"};
  private static final Property VALUE = new Property("getValue");

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "azure-openai";
  }

  @Override
  public String title() {
    return "Azure OpenAI SDK";
  }

  @Override
  public List<String> packages() {
    return List.of("com.azure.ai.openai.");
  }

  @Override
  public List<Artifact> artifacts() {
    Chat chat = new Chat();
    List<ChokePoint> whole = new ArrayList<>();
    List<ChokePoint> streamed = new ArrayList<>();
    for (String client : CLIENTS) {
      whole.add(call(client, "getChatCompletions", 2, chat));
      whole.add(call(client, "getChatCompletionsWithResponse", 3, chat));
      streamed.add(call(client, "getChatCompletionsStream", 2, chat));
      streamed.add(call(client, "getChatCompletionsStream", 3, chat));
      streamed.add(call(client, "getChatCompletionsStreamWithResponse", 3, chat));
    }
    return List.of(
        new Artifact(
            "Azure OpenAI",
            "com.azure:azure-ai-openai",
            SDK + "OpenAIClientBuilder",
            List.of(
                new Part("chat completions", whole),
                new Part("streamed chat completions", streamed))));
  }

  private static ChokePoint call(String client, String method, int parameters, Role role) {
    return new ChokePoint(SDK + client, method, parameters, "java.lang.String", role).rewriting();
  }

  /** Chat completions, whole or in chunks: the deployment and the options are two arguments. */
  private static final class Chat implements SdkModelCalls {
    private static final int DEPLOYMENT = 0;
    private static final int REQUEST = 1;

    private static final Property CHOICES = new Property("getChoices");
    private static final Property INDEX = new Property("getIndex");
    private static final Property FINISH_REASON = new Property("getFinishReason");
    private static final Property FUNCTION_CALL = new Property("getFunctionCall");
    private static final Property MESSAGE = new Property("getMessage");
    private static final Property DELTA = new Property("getDelta");
    private static final Property CONTENT = new Property("getContent");
    private static final Property TOOL_CALLS = new Property("getToolCalls");
    private static final Property ID = new Property("getId");
    private static final Property FUNCTION = new Property("getFunction");
    private static final Property NAME = new Property("getName");
    private static final Property ARGUMENTS = new Property("getArguments");
    private static final Property MODEL = new Property("getModel");
    private static final Property USAGE = new Property("getUsage");
    private static final Property PROMPT_TOKENS = new Property("getPromptTokens");
    private static final Property PROMPT_DETAILS = new Property("getPromptTokensDetails");
    private static final Property CACHED_TOKENS = new Property("getCachedTokens");
    private static final Property COMPLETION_TOKENS = new Property("getCompletionTokens");
    private static final Property MESSAGES = new Property("getMessages");
    private static final Property TOOL_CALL_ID = new Property("getToolCallId");
    private static final Property STRING_CONTENT = new Property("getStringContent");
    private static final Property LIST_CONTENT = new Property("getListContent");
    private static final Property TEXT = new Property("getText");

    /** Azure refuses a choice among no tools. */
    private static final List<String> OF_TOOLS =
        List.of("Tools", "ToolChoice", "ParallelToolCalls", "Functions", "FunctionCall");

    private static final Streams STREAMS = new Streams();

    @Override
    public IteratedStreams iteratedStreams() {
      return STREAMS;
    }

    @Override
    public int requestArgument() {
      return REQUEST;
    }

    @Override
    public RequestReader requests() {
      return AzureMessages.READER;
    }

    @Override
    public ModelResponse answer(Object returned) {
      Object completions = completionsOf(returned);
      if (!completions.getClass().getSimpleName().equals("ChatCompletions")) {
        return new ModelResponse("", "", ModelResponse.CALLS_UNKNOWN, 0, 0, 0);
      }
      Object usage = USAGE.of(completions);
      int calls = 0;
      for (CallPart part : callParts(returned)) {
        calls += part.begins() ? 1 : 0;
      }
      return new ModelResponse(
          MODEL.text(completions),
          CONTENT.text(messageOf(firstChoice(completions))),
          calls,
          PROMPT_TOKENS.number(usage),
          CACHED_TOKENS.number(PROMPT_DETAILS.of(usage)),
          COMPLETION_TOKENS.number(usage));
    }

    /** An answer, or a chunk of one, may come in a response with its headers. */
    private static Object completionsOf(Object returned) {
      Object value = VALUE.of(returned);
      return value == null ? returned : value;
    }

    private static @Nullable Object firstChoice(Object completions) {
      List<?> choices = CHOICES.list(completions);
      return choices.isEmpty() ? null : choices.get(0);
    }

    private static @Nullable Object messageOf(@Nullable Object choice) {
      Object whole = MESSAGE.of(choice);
      return whole != null ? whole : DELTA.of(choice);
    }

    @Override
    public boolean endsAnswer(Object piece) {
      List<?> choices = CHOICES.list(completionsOf(piece));
      return choices.size() == 1
          && DELTA.of(choices.get(0)) != null
          && FINISH_REASON.of(choices.get(0)) != null;
    }

    /**
     * Of all choices: which one the application takes is in its next request. Pieces do not say
     * which call they are of: they belong to the one that was begun last in their choice.
     */
    @Override
    public List<CallPart> callParts(Object returned) {
      List<CallPart> parts = new ArrayList<>(1);
      for (Object choice : CHOICES.list(completionsOf(returned))) {
        Object message = messageOf(choice);
        long nth = INDEX.number(choice);
        for (Object call : TOOL_CALLS.list(message)) {
          String id = ID.of(call) instanceof String said ? said : null;
          parts.add(part(id, FUNCTION.of(call)).inChoice(nth));
        }
        Object legacy = FUNCTION_CALL.of(message);
        if (legacy != null) {
          // The one call of an answer in the form before there were tools: it has no id.
          parts.add(part("", legacy).inChoice(nth));
        }
      }
      return parts;
    }

    private static CallPart part(@Nullable String id, @Nullable Object function) {
      return CallPart.of(0, id, NAME.text(function), ARGUMENTS.text(function));
    }

    @Override
    public List<ToolResult> toolResults(Object options) {
      List<?> messages = MESSAGES.list(options);
      List<?> since = ToolExchange.sinceAnswer(AzureMessages.READER, messages);
      List<String> ids = ToolExchange.answered(AzureMessages.READER, messages, TOOL_CALL_ID::text);
      List<ToolResult> results = new ArrayList<>(ids.size());
      for (Object message : since) {
        // The format has no mark for errors: they are what the application words as such.
        if (isOfTool(message)) {
          results.add(
              new ToolResult(
                  ids.get(results.size()), textOf(message), null, AzureMessages.othersOf(message)));
        } else if (isOfFunction(message)) {
          results.add(new ToolResult(ids.get(results.size()), CONTENT.text(message), null));
        }
      }
      return ToolExchange.withParts(AzureMessages.READER, since, results);
    }

    private static boolean isOfTool(Object message) {
      return message.getClass().getSimpleName().equals("ChatRequestToolMessage");
    }

    private static boolean isOfFunction(Object message) {
      return message.getClass().getSimpleName().equals("ChatRequestFunctionMessage");
    }

    private static String textOf(Object message) {
      StringBuilder text = new StringBuilder(STRING_CONTENT.text(message));
      for (Object part : LIST_CONTENT.list(message)) {
        text.append(TEXT.text(part));
      }
      return text.toString();
    }

    @Override
    public Object withText(Object options, ToolResult result, String text)
        throws ReflectiveOperationException {
      List<Object> messages = new ArrayList<>(MESSAGES.list(options));
      int last = ToolExchange.lastResult(AzureMessages.READER, messages);
      if (last < 0) {
        throw new NoSuchFieldException("no result of a tool behind the last answer");
      }
      Object message = messages.get(last);
      messages.set(
          last,
          isOfTool(message)
              ? told(message, result, text)
              : message
                  .getClass()
                  .getConstructor(String.class, String.class)
                  .newInstance(NAME.text(message), result.text() + "\n\n" + text));
      return copy(options, messages, List.of());
    }

    /** The same with a text at its end; parts stay parts. */
    private static Object told(Object message, ToolResult result, String text)
        throws ReflectiveOperationException {
      List<?> before = LIST_CONTENT.list(message);
      Class<?> type = message.getClass();
      if (before.isEmpty()) {
        return type.getConstructor(String.class, String.class)
            .newInstance(result.text() + "\n\n" + text, TOOL_CALL_ID.text(message));
      }
      List<Object> parts = new ArrayList<>(before);
      parts.add(made(message, "ChatMessageTextContentItem", text));
      return type.getConstructor(List.class, String.class)
          .newInstance(parts, TOOL_CALL_ID.text(message));
    }

    private static Object made(Object beside, String type, String text)
        throws ReflectiveOperationException {
      return Rebuilt.beside(beside, SDK + "models." + type)
          .getConstructor(String.class)
          .newInstance(text);
    }

    @Override
    public Object withoutTools(Object options, String text) throws ReflectiveOperationException {
      List<Object> messages = new ArrayList<>(MESSAGES.list(options));
      messages.add(made(options, "ChatRequestUserMessage", text));
      return copy(options, messages, OF_TOOLS);
    }

    /** Options with other messages; the SDK has no copy of them. */
    private static Object copy(Object options, List<Object> messages, List<String> leftOut)
        throws ReflectiveOperationException {
      Object copy = options.getClass().getConstructor(List.class).newInstance(messages);
      BeanCopy.copy(options, copy, leftOut);
      return copy;
    }

    @Override
    public void changeModel(MethodCall call, Object options, String model) {
      call.rewrite(DEPLOYMENT, model);
    }
  }

  /** Streams that their user iterates over, which may come in a response with its headers. */
  private static final class Streams implements IteratedStreams {

    @Override
    public @Nullable Object inFrontOf(Object returned, DrawnAnswer answer)
        throws ReflectiveOperationException {
      Object within = VALUE.of(returned);
      if (within == null) {
        return isStream(returned) ? stream(returned, answer) : null;
      }
      Class<?> response = Rebuilt.beside(returned, "com.azure.core.http.rest.Response");
      return isStream(within)
          ? returned
              .getClass()
              .getConstructor(response, Object.class)
              .newInstance(returned, stream(within, answer))
          : null;
    }

    private static boolean isStream(Object returned) {
      return returned.getClass().getSimpleName().equals("IterableStream");
    }

    /** Who iterates once more gets the same answer once more. */
    private static Object stream(Object stream, DrawnAnswer answer)
        throws ReflectiveOperationException {
      Iterable<?> source = (Iterable<?>) stream;
      Iterable<Object> drawn =
          () -> {
            answer.fromTheBeginning();
            return answer.through(source.iterator());
          };
      return stream.getClass().getConstructor(Iterable.class).newInstance(drawn);
    }
  }
}
