package io.loophalt.frameworks.bedrock;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Property;
import io.loophalt.extension.reflect.Rebuilt;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operations Converse and ConverseStream of Amazon Bedrock in the AWS SDK for Java 2, tried
 * with 2.54.14, blocking and asynchronous.
 *
 * <pre>
 * DefaultBedrockRuntimeClient.converse(ConverseRequest)        one turn
 * DefaultBedrockRuntimeAsyncClient.converse(ConverseRequest)   one turn, when its future completes
 * DefaultBedrockRuntimeAsyncClient.converseStream(ConverseStreamRequest, handler)   one turn, when
 *     its handler has heard all events
 * </pre>
 *
 * <p>What tools gave is in the last message of the next request, or, where an application sends
 * each call with its result as a turn, in the last messages; the nudge is appended to the last of
 * these results. InvokeModel is not seen.
 */
@AutoService(Extension.class)
public final class Bedrock implements Extension {

  private static final String CLIENTS = "software.amazon.awssdk.services.bedrockruntime.";
  private static final String MODELS = CLIENTS + "model.";
  private static final String REQUEST = MODELS + "ConverseRequest";

  private static final String STREAM_REQUEST = MODELS + "ConverseStreamRequest";
  private static final String STREAM_HANDLER = MODELS + "ConverseStreamResponseHandler";

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "bedrock";
  }

  @Override
  public String title() {
    return "Amazon Bedrock";
  }

  @Override
  public List<String> packages() {
    return List.of("software.amazon.awssdk.services.bedrockruntime.");
  }

  @Override
  public List<Artifact> artifacts() {
    return List.of(
        new Artifact(
            "Amazon Bedrock",
            "software.amazon.awssdk:bedrockruntime",
            REQUEST,
            List.of(
                new Part(
                    "conversations",
                    new ChokePoint(
                            CLIENTS + "DefaultBedrockRuntimeClient",
                            "converse",
                            1,
                            REQUEST,
                            new Converse(false, null))
                        .rewriting(),
                    new ChokePoint(
                            CLIENTS + "DefaultBedrockRuntimeAsyncClient",
                            "converse",
                            1,
                            REQUEST,
                            new Converse(true, null))
                        .rewriting()),
                new Part(
                    "streamed conversations",
                    new ChokePoint(
                            CLIENTS + "DefaultBedrockRuntimeAsyncClient",
                            "converseStream",
                            2,
                            STREAM_REQUEST,
                            new Converse(true, STREAM_HANDLER))
                        .rewriting()))));
  }

  /** Conversations, whole or as the events of a stream. */
  private static final class Converse implements SdkModelCalls {
    private static final Property OUTPUT = new Property("output");
    private static final Property MESSAGE = new Property("message");
    private static final Property CONTENT = new Property("content");
    private static final Property TEXT = new Property("text");
    private static final Property TOOL_USE = new Property("toolUse");
    private static final Property TOOL_USE_ID = new Property("toolUseId");
    private static final Property NAME = new Property("name");
    private static final Property INPUT = new Property("input");
    private static final Property UNWRAP = new Property("unwrap");
    private static final Property USAGE = new Property("usage");
    private static final Property INPUT_TOKENS = new Property("inputTokens");
    private static final Property OUTPUT_TOKENS = new Property("outputTokens");
    private static final Property CACHE_READ = new Property("cacheReadInputTokens");
    private static final Property CACHE_WRITE = new Property("cacheWriteInputTokens");
    private static final Property START = new Property("start");
    private static final Property DELTA = new Property("delta");
    private static final Property INDEX = new Property("contentBlockIndex");
    private static final Property MESSAGES = new Property("messages");
    private static final Property TOOL_RESULT = new Property("toolResult");

    private final boolean returnsFuture;
    private final @Nullable String eventHandlerType;

    Converse(boolean returnsFuture, @Nullable String eventHandlerType) {
      this.returnsFuture = returnsFuture;
      this.eventHandlerType = eventHandlerType;
    }

    @Override
    public boolean returnsFuture() {
      return returnsFuture;
    }

    @Override
    public @Nullable String eventHandlerType() {
      return eventHandlerType;
    }

    @Override
    public RequestReader requests() {
      return BedrockMessages.READER;
    }

    @Override
    public ModelResponse answer(Object returned) {
      Object usage = USAGE.of(returned);
      long cached = CACHE_READ.number(usage);
      StringBuilder text = new StringBuilder(TEXT.text(DELTA.of(returned)));
      for (Object block : contentOf(returned)) {
        text.append(TEXT.text(block));
      }
      int calls = 0;
      for (CallPart part : callParts(returned)) {
        calls += part.begins() ? 1 : 0;
      }
      return new ModelResponse(
          "",
          text.toString(),
          calls,
          // What was cached, or is from now on, is counted apart.
          INPUT_TOKENS.number(usage) + cached + CACHE_WRITE.number(usage),
          cached,
          OUTPUT_TOKENS.number(usage));
    }

    private static List<?> contentOf(Object returned) {
      return CONTENT.list(MESSAGE.of(OUTPUT.of(returned)));
    }

    @Override
    public List<CallPart> callParts(Object returned) {
      Object begun = TOOL_USE.of(START.of(returned));
      if (begun != null) {
        return List.of(
            new CallPart(INDEX.number(returned), TOOL_USE_ID.text(begun), NAME.text(begun), ""));
      }
      Object more = TOOL_USE.of(DELTA.of(returned));
      if (more != null) {
        return List.of(new CallPart(INDEX.number(returned), null, "", INPUT.text(more)));
      }
      List<CallPart> parts = new ArrayList<>(1);
      for (Object block : contentOf(returned)) {
        Object use = TOOL_USE.of(block);
        if (use != null) {
          parts.add(
              new CallPart(
                  parts.size(), TOOL_USE_ID.text(use), NAME.text(use), argumentsOf(INPUT.of(use))));
        }
      }
      return parts;
    }

    private static Object argumentsOf(@Nullable Object document) {
      if (!(UNWRAP.of(document) instanceof Map<?, ?> members)) {
        return "";
      }
      Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
      members.forEach((name, value) -> arguments.put(name.toString(), value));
      return arguments;
    }

    @Override
    public List<ToolResult> toolResults(Object request) {
      List<?> messages = MESSAGES.list(request);
      return BedrockMessages.READER.endWithResult(messages)
          ? BedrockMessages.READER.results(messages)
          : List.of();
    }

    @Override
    public Object withText(Object request, ToolResult result, String text)
        throws ReflectiveOperationException {
      List<Object> messages = new ArrayList<>(MESSAGES.list(request));
      Object last = messages.get(messages.size() - 1);
      List<Object> blocks = new ArrayList<>(CONTENT.list(last));
      for (int i = blocks.size() - 1; i >= 0; i--) {
        Object given = TOOL_RESULT.of(blocks.get(i));
        if (given != null && TOOL_USE_ID.text(given).equals(result.callId())) {
          List<Object> parts = new ArrayList<>(CONTENT.list(given));
          Class<?> part = Rebuilt.beside(given, MODELS + "ToolResultContentBlock");
          parts.add(Rebuilt.make(part, "fromText", String.class, text));
          Object told = Rebuilt.with(given, "content", Collection.class, parts);
          blocks.set(i, Rebuilt.with(blocks.get(i), "toolResult", told.getClass(), told));
          messages.set(
              messages.size() - 1, Rebuilt.with(last, "content", Collection.class, blocks));
          return Rebuilt.with(request, "messages", Collection.class, messages);
        }
      }
      throw new NoSuchFieldException("no result of call " + result.callId());
    }

    @Override
    public Object withModel(Object request, String model) throws ReflectiveOperationException {
      return Rebuilt.with(request, "modelId", String.class, model);
    }
  }
}
