package io.loophalt.frameworks.openai;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.Extension;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Property;
import io.loophalt.extension.reflect.Rebuilt;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import io.loophalt.extension.sdk.SdkService;
import io.loophalt.extension.sdk.ToolExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * OpenAI's SDK for Java, tried with 4.101.0: chat completions and responses, blocking, streamed and
 * asynchronous.
 *
 * <pre>
 * ChatCompletionServiceImpl.create, createStreaming(params, options)   one turn
 * ResponseServiceImpl.create, createStreaming(params, options)         one turn
 * beta.ResponseServiceImpl, the same                                   one turn
 * and the same of the classes whose names say Async, and of the WithRawResponseImpl in each,
 * which they call and an application may
 * </pre>
 *
 * <p>The SDK calls no tools. What they gave is in the next request, as messages of the role {@code
 * tool} or as outputs of calls, and the nudge is appended to the last of these, or a message of the
 * user's behind them where that takes no text. A stream of chat completions says how many tokens it
 * took only where the request asks for that ({@code stream_options.include_usage}).
 */
@AutoService(Extension.class)
public final class OpenAiSdk implements Extension {

  private static final String SERVICES = "com.openai.services.";
  private static final String CHAT_PARAMS =
      "com.openai.models.chat.completions.ChatCompletionCreateParams";
  private static final String RESPONSE_PARAMS = "com.openai.models.responses.ResponseCreateParams";
  private static final String BETA_PARAMS = "com.openai.models.beta.responses.ResponseCreateParams";
  private static final String STREAMS = "com.openai.core.http";
  private static final String CHAT_MODELS = "com.openai.models.chat.completions.";
  private static final List<String> TOOL_FIELDS =
      List.of("tools", "toolChoice", "parallelToolCalls");

  private static final Property TEXT = new Property("text");
  private static final Property CONTENT = new Property("content");
  private static final Property ID = new Property("id");
  private static final Property NAME = new Property("name");
  private static final Property ARGUMENTS = new Property("arguments");
  private static final Property FUNCTION = new Property("function");
  private static final Property MODEL = new Property("model");
  private static final Property USAGE = new Property("usage");
  private static final Property CACHED_TOKENS = new Property("cachedTokens");

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "openai";
  }

  @Override
  public String title() {
    return "OpenAI SDK";
  }

  @Override
  public List<String> packages() {
    return List.of("com.openai.");
  }

  @Override
  public List<Artifact> artifacts() {
    List<Part> parts = new ArrayList<>();
    parts.addAll(
        new SdkService(
                "chat completions",
                SERVICES + "blocking.chat.ChatCompletionServiceImpl",
                SERVICES + "async.chat.ChatCompletionServiceAsyncImpl",
                CHAT_PARAMS)
            .parts(new Chat(false), new Chat(true)));
    Responses now = new Responses(false);
    Responses later = new Responses(true);
    parts.addAll(
        new SdkService(
                "responses",
                SERVICES + "blocking.ResponseServiceImpl",
                SERVICES + "async.ResponseServiceAsyncImpl",
                RESPONSE_PARAMS)
            .parts(now, later));
    parts.addAll(
        new SdkService(
                "beta responses",
                SERVICES + "blocking.beta.ResponseServiceImpl",
                SERVICES + "async.beta.ResponseServiceAsyncImpl",
                BETA_PARAMS)
            .parts(now, later));
    return List.of(
        new Artifact(
            "OpenAI SDK", "com.openai:openai-java-core", "com.openai.core.ClientOptions", parts));
  }

  /** Chat completions, whole or in chunks. */
  static final class Chat implements SdkModelCalls {
    private static final Property CHOICES = new Property("choices");
    private static final Property CHOICE = new Property("index");
    private static final Property FINISH_REASON = new Property("finishReason");
    private static final Property MESSAGE = new Property("message");
    private static final Property DELTA = new Property("delta");
    static final Property FUNCTION_CALL = new Property("functionCall");
    private static final Property TOOL_CALLS = new Property("toolCalls");
    private static final Property CUSTOM = new Property("custom");
    private static final Property INPUT = new Property("input");
    private static final Property INDEX = new Property("index");
    private static final Property PROMPT_TOKENS = new Property("promptTokens");
    private static final Property PROMPT_DETAILS = new Property("promptTokensDetails");
    private static final Property COMPLETION_TOKENS = new Property("completionTokens");
    private static final Property MESSAGES = new Property("messages");
    private static final Property TOOL = new Property("tool");
    private static final Property TOOL_CALL_ID = new Property("toolCallId");
    private static final Property PARTS = new Property("arrayOfContentParts");

    private final boolean returnsFuture;

    Chat(boolean returnsFuture) {
      this.returnsFuture = returnsFuture;
    }

    @Override
    public boolean returnsFuture() {
      return returnsFuture;
    }

    @Override
    public String streamPackage() {
      return STREAMS;
    }

    @Override
    public RequestReader requests() {
      return OpenAiMessages.OF_CHAT;
    }

    @Override
    public ModelResponse answer(Object returned) {
      List<?> choices = CHOICES.list(returned);
      Object message = choices.isEmpty() ? null : messageOf(choices.get(0));
      Object usage = USAGE.of(returned);
      int calls = 0;
      for (CallPart part : callParts(returned)) {
        calls += part.begins() ? 1 : 0;
      }
      return new ModelResponse(
          MODEL.text(returned),
          CONTENT.text(message),
          calls,
          PROMPT_TOKENS.number(usage),
          CACHED_TOKENS.number(PROMPT_DETAILS.of(usage)),
          COMPLETION_TOKENS.number(usage));
    }

    private static @Nullable Object messageOf(@Nullable Object choice) {
      Object whole = MESSAGE.of(choice);
      return whole != null ? whole : DELTA.of(choice);
    }

    @Override
    public boolean endsAnswer(Object piece) {
      List<?> choices = CHOICES.list(piece);
      return choices.size() == 1
          && DELTA.of(choices.get(0)) != null
          && FINISH_REASON.of(choices.get(0)) != null;
    }

    /** Of all choices: which one the application takes is in its next request. */
    @Override
    public List<CallPart> callParts(Object returned) {
      List<CallPart> parts = List.of();
      for (Object choice : CHOICES.list(returned)) {
        Object message = messageOf(choice);
        List<?> calls = TOOL_CALLS.list(message);
        Object legacy = FUNCTION_CALL.of(message);
        if (!calls.isEmpty() || legacy != null) {
          parts = parts.isEmpty() ? new ArrayList<>(calls.size()) : parts;
          long nth = CHOICE.of(choice) instanceof Number index ? index.longValue() : 0;
          add(nth, calls, legacy, parts);
        }
      }
      return parts;
    }

    private static void add(
        long choice, List<?> calls, @Nullable Object legacy, List<CallPart> into) {
      int place = 0;
      for (Object call : calls) {
        into.add(partOf(call, place++).inChoice(choice));
      }
      if (legacy != null) {
        into.add(partOf(legacy).inChoice(choice));
      }
    }

    /** The one call of an answer in the form before there were tools: it has no id. */
    static CallPart partOf(Object legacy) {
      return CallPart.of(0, "", NAME.text(legacy), ARGUMENTS.text(legacy));
    }

    /** A call is one of two kinds in an answer, and of none in a chunk and in older versions. */
    static CallPart partOf(Object call, int place) {
      Object custom = CUSTOM.of(call);
      if (custom != null) {
        Object made = CUSTOM.of(custom);
        return CallPart.of(place, idOf(custom), NAME.text(made), INPUT.text(made));
      }
      Object function = FUNCTION.of(call);
      Object inner = FUNCTION.of(function);
      Object named = inner == null ? call : function;
      Object described = inner == null ? function : inner;
      return CallPart.of(
          INDEX.of(call) instanceof Number index ? index.longValue() : place,
          idOf(named),
          NAME.text(described),
          ARGUMENTS.text(described));
    }

    private static @Nullable String idOf(@Nullable Object call) {
      return ID.of(call) instanceof String id ? id : null;
    }

    @Override
    public List<ToolResult> toolResults(Object request) {
      List<?> messages = MESSAGES.list(request);
      List<?> since = ToolExchange.sinceAnswer(OpenAiMessages.OF_CHAT, messages);
      List<String> ids =
          ToolExchange.answered(
              OpenAiMessages.OF_CHAT, messages, each -> TOOL_CALL_ID.text(TOOL.of(each)));
      List<ToolResult> results = new ArrayList<>(ids.size());
      for (Object each : since) {
        Object tool = TOOL.of(each);
        Object legacy = FUNCTION.of(each);
        if (tool != null || legacy != null) {
          String text = tool == null ? CONTENT.text(legacy) : textOf(tool);
          results.add(resultOf(ids.get(results.size()), text));
        }
      }
      return ToolExchange.withParts(OpenAiMessages.OF_CHAT, since, results);
    }

    private static String textOf(Object toolMessage) {
      Object content = CONTENT.of(toolMessage);
      return joined(TEXT.of(content), PARTS.list(content));
    }

    @Override
    public Object withText(Object request, ToolResult result, String text)
        throws ReflectiveOperationException {
      List<Object> messages = new ArrayList<>(MESSAGES.list(request));
      int last = ToolExchange.lastResult(OpenAiMessages.OF_CHAT, messages);
      if (last < 0) {
        throw new NoSuchFieldException("no result of a tool behind the last answer");
      }
      Object message = messages.get(last);
      Object tool = TOOL.of(message);
      Object told =
          tool == null
              ? Rebuilt.with(
                  Objects.requireNonNull(FUNCTION.of(message)),
                  "content",
                  String.class,
                  result.text() + "\n\n" + text)
              : told(tool, result, text);
      String of = tool == null ? "ofFunction" : "ofTool";
      messages.set(last, Rebuilt.make(message.getClass(), of, told.getClass(), told));
      return Rebuilt.with(request, "messages", List.class, messages);
    }

    /** The same with a text at its end; parts stay parts. */
    private static Object told(Object tool, ToolResult result, String text)
        throws ReflectiveOperationException {
      List<?> before = PARTS.list(CONTENT.of(tool));
      if (before.isEmpty()) {
        return Rebuilt.with(tool, "content", String.class, result.text() + "\n\n" + text);
      }
      List<Object> parts = new ArrayList<>(before);
      parts.add(textPart(tool, CHAT_MODELS + "ChatCompletionContentPartText", text));
      return Rebuilt.with(tool, "contentOfArrayOfContentParts", List.class, parts);
    }

    @Override
    public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
      Object builder = Rebuilt.call(request, "toBuilder");
      leaveOut(request, builder, TOOL_FIELDS);
      leaveOut(request, builder, List.of("functions", "functionCall"));
      Rebuilt.call(builder, "addUserMessage", String.class, text);
      return Rebuilt.call(builder, "build");
    }

    @Override
    public Object withModel(Object request, String model) throws ReflectiveOperationException {
      return Rebuilt.with(request, "model", String.class, model);
    }
  }

  /** Responses, whole or as the events of a stream, the last of which has it whole. */
  static final class Responses implements SdkModelCalls {
    private static final Property OUTPUT = new Property("output");
    private static final Property MESSAGE = new Property("message");
    private static final Property OUTPUT_TEXT = new Property("outputText");
    private static final Property INPUT_TOKENS = new Property("inputTokens");
    private static final Property INPUT_DETAILS = new Property("inputTokensDetails");
    private static final Property OUTPUT_TOKENS = new Property("outputTokens");
    private static final Property COMPLETED = new Property("completed", "responseCompleted");
    private static final Property INCOMPLETE = new Property("incomplete", "responseIncomplete");
    private static final Property FAILED = new Property("failed", "responseFailed");
    private static final Property RESPONSE = new Property("response");
    private static final Property ITEMS = new Property("response", "betaResponse");
    private static final Property INPUT = new Property("input");
    private static final Property STRING = new Property("string");
    private static final Property CHAT = new Property("chat");
    private static final Property ONLY = new Property("only");
    private static final Property AS_STRING = new Property("asString");

    private final boolean returnsFuture;

    Responses(boolean returnsFuture) {
      this.returnsFuture = returnsFuture;
    }

    @Override
    public boolean returnsFuture() {
      return returnsFuture;
    }

    @Override
    public String streamPackage() {
      return STREAMS;
    }

    @Override
    public RequestReader requests() {
      return OpenAiMessages.OF_RESPONSES;
    }

    /** The response itself, or the one in the last event of a stream; null in other events. */
    static @Nullable Object responseOf(Object returned) {
      if (isWhole(returned)) {
        return returned;
      }
      for (Property last : List.of(COMPLETED, INCOMPLETE, FAILED)) {
        Object event = last.of(returned);
        if (event != null) {
          return RESPONSE.of(event);
        }
      }
      return null;
    }

    @Override
    public boolean endsAnswer(Object piece) {
      return !isWhole(piece) && responseOf(piece) != null;
    }

    private static boolean isWhole(Object returned) {
      String type = returned.getClass().getSimpleName();
      return type.equals("Response") || type.equals("BetaResponse");
    }

    @Override
    public ModelResponse answer(Object returned) {
      Object response = responseOf(returned);
      Object usage = USAGE.of(response);
      StringBuilder text = new StringBuilder();
      int calls = 0;
      for (Object item : OUTPUT.list(response)) {
        calls += OpenAiItems.calls(item);
        for (Object content : CONTENT.list(MESSAGE.of(item))) {
          text.append(TEXT.text(OUTPUT_TEXT.of(content)));
        }
      }
      return new ModelResponse(
          modelOf(response),
          text.toString(),
          calls,
          INPUT_TOKENS.number(usage),
          CACHED_TOKENS.number(INPUT_DETAILS.of(usage)),
          OUTPUT_TOKENS.number(usage));
    }

    /** A name, in one of several kinds of enumerations. */
    private static String modelOf(@Nullable Object response) {
      Object model = MODEL.of(response);
      for (Property kind : List.of(STRING, CHAT, ONLY, AS_STRING)) {
        Object named = kind.of(model);
        if (named != null) {
          return named.toString();
        }
      }
      return "";
    }

    @Override
    public List<CallPart> callParts(Object returned) {
      List<CallPart> parts = new ArrayList<>(1);
      for (Object item : OUTPUT.list(responseOf(returned))) {
        ChatMessage.Call call = OpenAiItems.call(item);
        if (call != null) {
          parts.add(new CallPart(parts.size(), call.id(), call.tool(), call.arguments()));
        }
      }
      return parts;
    }

    /**
     * All that there are: calls and results may be mixed in any order, and each result names its
     * call.
     */
    @Override
    public List<ToolResult> toolResults(Object request) {
      List<ToolResult> results = new ArrayList<>(1);
      List<?> items = ITEMS.list(INPUT.of(request));
      for (Object item : items) {
        ToolResult result = OpenAiItems.result(item);
        if (result != null) {
          results.add(result);
        }
      }
      return withPartsBehind(results, items);
    }

    private static List<ToolResult> withPartsBehind(List<ToolResult> results, List<?> items) {
      List<?> since = ToolExchange.sinceAnswer(OpenAiMessages.OF_RESPONSES, items);
      int latest = 0;
      for (Object item : since) {
        latest += OpenAiItems.result(item) == null ? 0 : 1;
      }
      if (latest == 0 || latest == since.size()) {
        return results;
      }
      int before = results.size() - latest;
      List<ToolResult> all = new ArrayList<>(results.subList(0, before));
      all.addAll(
          ToolExchange.withParts(
              OpenAiMessages.OF_RESPONSES, since, results.subList(before, results.size())));
      return all;
    }

    @Override
    public Object withText(Object request, ToolResult result, String text)
        throws ReflectiveOperationException {
      List<Object> items = new ArrayList<>(ITEMS.list(INPUT.of(request)));
      for (int i = items.size() - 1; i >= 0; i--) {
        Object item = items.get(i);
        Object output = OpenAiItems.FUNCTION_OUTPUT.of(item);
        if (output != null && OpenAiItems.CALL_ID.text(output).equals(result.callId())) {
          Object told = told(output, result, text);
          items.set(
              i, Rebuilt.make(item.getClass(), "ofFunctionCallOutput", told.getClass(), told));
          return Rebuilt.with(request, inputOf(request), List.class, items);
        }
      }
      items.add(said(request, text)); // other outputs, as of a screen, take no text
      return Rebuilt.with(request, inputOf(request), List.class, items);
    }

    /** The same with a text at its end; parts stay parts, of which some may be no text. */
    private static Object told(Object output, ToolResult result, String text)
        throws ReflectiveOperationException {
      List<?> before = OpenAiItems.PARTS.list(OUTPUT.of(output));
      if (before.isEmpty()) {
        return Rebuilt.with(output, "output", String.class, result.text() + "\n\n" + text);
      }
      Object content = textPart(output, type(output, "ResponseInputTextContent"), text);
      List<Object> parts = new ArrayList<>(before);
      parts.add(
          Rebuilt.make(
              Rebuilt.beside(output, type(output, "ResponseFunctionCallOutputItem")),
              "ofInputText",
              content.getClass(),
              content));
      String list = "outputOf" + beta(output) + "ResponseFunctionCallOutputItemList";
      return Rebuilt.with(output, list, List.class, parts);
    }

    @Override
    public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
      Object input = INPUT.of(request);
      List<Object> items = new ArrayList<>(ITEMS.list(input));
      String only = TEXT.text(input);
      if (!only.isEmpty()) {
        items.add(said(request, only));
      }
      items.add(said(request, text));
      Object builder = Rebuilt.call(request, "toBuilder");
      leaveOut(request, builder, TOOL_FIELDS);
      Rebuilt.call(builder, inputOf(request), List.class, items);
      return Rebuilt.call(builder, "build");
    }

    /** A message of the user's. */
    private static Object said(Object request, String text) throws ReflectiveOperationException {
      Class<?> type = Rebuilt.beside(request, type(request, "EasyInputMessage"));
      Class<?> role = Rebuilt.beside(request, type(request, "EasyInputMessage$Role"));
      Object message = Objects.requireNonNull(type.getMethod("builder").invoke(null));
      Rebuilt.call(message, "role", role, Rebuilt.make(role, "of", String.class, "user"));
      Rebuilt.call(message, "content", String.class, text);
      Class<?> item = Rebuilt.beside(request, type(request, "ResponseInputItem"));
      String of = "of" + beta(request) + "EasyInputMessage";
      return Rebuilt.make(item, of, type, Rebuilt.call(message, "build"));
    }

    private static String inputOf(Object request) {
      return "inputOf" + beta(request) + "Response";
    }

    /** The name of a type of the same package. */
    private static String type(Object beside, String name) {
      return beside.getClass().getPackageName() + '.' + beta(beside) + name;
    }

    /** What names of types of the package begin with. */
    private static String beta(Object beside) {
      return beside.getClass().getPackageName().contains(".beta.") ? "Beta" : "";
    }

    @Override
    public Object withModel(Object request, String model) throws ReflectiveOperationException {
      return Rebuilt.with(request, "model", String.class, model);
    }
  }

  /** An empty list of tools is refused, and so is a choice among none: there must be neither. */
  private static void leaveOut(Object request, Object builder, List<String> fields)
      throws ReflectiveOperationException {
    Class<?> field = Rebuilt.beside(request, "com.openai.core.JsonField");
    Object missing =
        Objects.requireNonNull(
            Rebuilt.beside(request, "com.openai.core.JsonMissing").getMethod("of").invoke(null));
    for (String each : fields) {
      Rebuilt.call(builder, each, field, missing);
    }
  }

  /** The format has no mark for errors: they are what the application words as such. */
  private static SdkModelCalls.ToolResult resultOf(String callId, String text) {
    return new SdkModelCalls.ToolResult(callId, text, null);
  }

  /** A part of a result that is a text. */
  private static Object textPart(Object beside, String type, String text)
      throws ReflectiveOperationException {
    Object builder =
        Objects.requireNonNull(Rebuilt.beside(beside, type).getMethod("builder").invoke(null));
    Rebuilt.call(builder, "text", String.class, text);
    return Rebuilt.call(builder, "build");
  }

  /** A text that is there as a whole or in parts. */
  private static String joined(@Nullable Object whole, List<?> parts) {
    if (whole != null) {
      return whole.toString();
    }
    StringBuilder text = new StringBuilder();
    for (Object part : parts) {
      text.append(TEXT.text(part));
    }
    return text.toString();
  }
}
