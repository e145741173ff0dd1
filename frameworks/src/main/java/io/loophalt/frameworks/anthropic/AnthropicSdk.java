package io.loophalt.frameworks.anthropic;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.Extension;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Property;
import io.loophalt.extension.reflect.Rebuilt;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import io.loophalt.extension.sdk.SdkService;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Anthropic's SDK for Java, tried with 3.12.0: messages, blocking, streamed and asynchronous, with
 * loops written by hand and with the SDK's tool runner.
 *
 * <pre>
 * MessageServiceImpl.create, createStreaming(params, options)        one turn
 * beta.MessageServiceImpl.create, createStreaming(params, options)   one turn; the tool runner calls them
 * and the same of the classes whose names say Async, and of the WithRawResponseImpl in each,
 * which they call and an application may
 * </pre>
 *
 * <p>What tools gave is in the last messages of the next request, as blocks of the type {@code
 * tool_result}: all of an answer in one message, or each in one of its own, behind the answer or
 * each behind a message with its call. The nudge is a message of the user's after them; the API
 * joins messages of one role. The tool runner makes a text of what tools throw; the halt is thrown
 * where it calls the model, and so out of its iterator.
 */
@AutoService(Extension.class)
public final class AnthropicSdk implements Extension {

  private static final String SERVICES = "com.anthropic.services.";
  private static final String PARAMS = "com.anthropic.models.messages.MessageCreateParams";
  private static final String BETA_PARAMS =
      "com.anthropic.models.beta.messages.MessageCreateParams";
  private static final String STREAMS = "com.anthropic.core.http";

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "anthropic";
  }

  @Override
  public String title() {
    return "Anthropic SDK";
  }

  @Override
  public List<String> packages() {
    return List.of("com.anthropic.");
  }

  @Override
  public List<Artifact> artifacts() {
    Messages now = new Messages(false);
    Messages later = new Messages(true);
    List<Part> parts = new ArrayList<>();
    parts.addAll(
        new SdkService(
                "messages",
                SERVICES + "blocking.MessageServiceImpl",
                SERVICES + "async.MessageServiceAsyncImpl",
                PARAMS)
            .parts(now, later));
    parts.addAll(
        new SdkService(
                "beta messages",
                SERVICES + "blocking.beta.MessageServiceImpl",
                SERVICES + "async.beta.MessageServiceAsyncImpl",
                BETA_PARAMS)
            .parts(now, later));
    return List.of(
        new Artifact(
            "Anthropic SDK",
            "com.anthropic:anthropic-java-core",
            "com.anthropic.core.ClientOptions",
            parts));
  }

  /** Messages, whole or as the events of a stream. */
  static final class Messages implements SdkModelCalls {
    private static final Property CONTENT = new Property("content");
    private static final Property MODEL = new Property("model");
    private static final Property USAGE = new Property("usage");
    private static final Property INPUT_TOKENS = new Property("inputTokens");
    private static final Property CACHE_READ = new Property("cacheReadInputTokens");
    private static final Property CACHE_CREATION = new Property("cacheCreationInputTokens");
    private static final Property OUTPUT_TOKENS = new Property("outputTokens");
    private static final Property TEXT = new Property("text");
    private static final Property TOOL_USE = new Property("toolUse");
    private static final Property ID = new Property("id");
    private static final Property NAME = new Property("name");
    private static final Property INPUT = new Property("_input");

    private static final Property MESSAGE_START = new Property("messageStart");
    private static final Property MESSAGE = new Property("message");
    private static final Property MESSAGE_DELTA = new Property("messageDelta");
    private static final Property MESSAGE_STOP = new Property("messageStop");
    private static final Property STOP_REASON = new Property("stopReason");
    private static final Property BLOCK_START = new Property("contentBlockStart");
    private static final Property CONTENT_BLOCK = new Property("contentBlock");
    private static final Property BLOCK_DELTA = new Property("contentBlockDelta");
    private static final Property DELTA = new Property("delta");
    private static final Property INPUT_JSON = new Property("inputJson");
    private static final Property PARTIAL_JSON = new Property("partialJson");
    private static final Property INDEX = new Property("index");

    private static final Property MESSAGES = new Property("messages");
    private static final Property TOOLS = new Property("tools");

    private static final Property AS_OBJECT = new Property("asObject");
    private static final Property AS_ARRAY = new Property("asArray");
    private static final Property AS_STRING = new Property("asString");
    private static final Property AS_NUMBER = new Property("asNumber");
    private static final Property AS_BOOLEAN = new Property("asBoolean");

    private final boolean returnsFuture;

    Messages(boolean returnsFuture) {
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
      return AnthropicMessages.READER;
    }

    @Override
    public ModelResponse answer(Object returned) {
      Object started = MESSAGE.of(MESSAGE_START.of(returned));
      Object message = started == null ? returned : started;
      Object ended = MESSAGE_DELTA.of(returned);
      Object usage = USAGE.of(ended == null ? message : ended);
      long cached = CACHE_READ.number(usage);
      int calls = 0;
      for (CallPart part : callParts(returned)) {
        calls += part.begins() ? 1 : 0;
      }
      return new ModelResponse(
          MODEL.text(message),
          textOf(returned),
          calls,
          // Anthropic counts what was cached, or is from now on, apart.
          INPUT_TOKENS.number(usage) + cached + CACHE_CREATION.number(usage),
          cached,
          OUTPUT_TOKENS.number(usage));
    }

    @Override
    public boolean endsAnswer(Object piece) {
      Object ended = MESSAGE_DELTA.of(piece);
      return ended == null
          ? MESSAGE_STOP.of(piece) != null
          : STOP_REASON.of(DELTA.of(ended)) != null;
    }

    private static String textOf(Object returned) {
      Object delta = DELTA.of(BLOCK_DELTA.of(returned));
      if (delta != null) {
        return TEXT.text(TEXT.of(delta));
      }
      StringBuilder text =
          new StringBuilder(TEXT.text(TEXT.of(CONTENT_BLOCK.of(BLOCK_START.of(returned)))));
      for (Object block : CONTENT.list(returned)) {
        text.append(TEXT.text(TEXT.of(block)));
      }
      return text.toString();
    }

    @Override
    public List<CallPart> callParts(Object returned) {
      Object start = BLOCK_START.of(returned);
      Object begun = TOOL_USE.of(CONTENT_BLOCK.of(start));
      if (begun != null) {
        // Anthropic says an empty object here; some servers say all there is, and no more of it.
        return List.of(
            new CallPart(
                INDEX.number(start),
                ID.text(begun),
                NAME.text(begun),
                argumentsOf(INPUT.of(begun))));
      }
      Object delta = BLOCK_DELTA.of(returned);
      Object json = INPUT_JSON.of(DELTA.of(delta));
      if (json != null) {
        return List.of(new CallPart(INDEX.number(delta), null, "", PARTIAL_JSON.text(json)));
      }
      List<CallPart> parts = new ArrayList<>(1);
      for (Object block : CONTENT.list(returned)) {
        Object use = TOOL_USE.of(block);
        if (use != null) {
          parts.add(
              new CallPart(parts.size(), ID.text(use), NAME.text(use), argumentsOf(INPUT.of(use))));
        }
      }
      return parts;
    }

    private static Object argumentsOf(@Nullable Object input) {
      if (!(plain(input) instanceof Map<?, ?> members)) {
        return "";
      }
      Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
      members.forEach((name, value) -> arguments.put(name.toString(), value));
      return arguments;
    }

    /** The SDK's JSON values as those of the JDK. */
    private static @Nullable Object plain(@Nullable Object json) {
      if (AS_OBJECT.of(json) instanceof Map<?, ?> members) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        members.forEach((name, value) -> copy.put(name.toString(), plain(value)));
        return copy;
      }
      if (AS_ARRAY.of(json) instanceof List<?> elements) {
        List<@Nullable Object> copy = new ArrayList<>();
        elements.forEach(element -> copy.add(plain(element)));
        return copy;
      }
      for (Property kind : List.of(AS_STRING, AS_NUMBER, AS_BOOLEAN)) {
        Object value = kind.of(json);
        if (value != null) {
          return value;
        }
      }
      return null;
    }

    @Override
    public List<ToolResult> toolResults(Object request) {
      return AnthropicMessages.READER.results(MESSAGES.list(request));
    }

    @Override
    public Object withText(Object request, ToolResult result, String text)
        throws ReflectiveOperationException {
      Object builder = Rebuilt.call(request, "toBuilder");
      Rebuilt.call(builder, "addUserMessage", String.class, text);
      return Rebuilt.call(builder, "build");
    }

    /** With the tools, which must be there where calls of them are, and none to be chosen. */
    @Override
    public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
      Object builder = Rebuilt.call(request, "toBuilder");
      if (!TOOLS.list(request).isEmpty()) {
        String prefix = request.getClass().getName().contains(".beta.") ? "Beta" : "";
        Class<?> none =
            Rebuilt.beside(
                request, request.getClass().getPackageName() + '.' + prefix + "ToolChoiceNone");
        Object chosen = Objects.requireNonNull(none.getMethod("builder").invoke(null));
        Rebuilt.call(builder, "toolChoice", none, Rebuilt.call(chosen, "build"));
      }
      Rebuilt.call(builder, "addUserMessage", String.class, text);
      return Rebuilt.call(builder, "build");
    }

    @Override
    public Object withModel(Object request, String model) throws ReflectiveOperationException {
      return Rebuilt.with(request, "model", String.class, model);
    }
  }
}
