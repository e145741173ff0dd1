package io.loophalt.frameworks.springai;

import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.reflect.Getter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a model has answered from Spring AI's response objects. */
final class SpringAiAnswers {

  private static final Getter CHAT_RESPONSE = new Getter("chatResponse");
  private static final Getter METADATA = new Getter("getMetadata");
  private static final Getter MODEL = new Getter("getModel");
  private static final Getter USAGE = new Getter("getUsage");
  private static final Getter INPUT = new Getter("getPromptTokens");
  private static final Getter CACHE_READ = new Getter("getCacheReadInputTokens");
  private static final Getter CACHE_WRITE = new Getter("getCacheWriteInputTokens");
  private static final Getter OUTPUT = new Getter("getCompletionTokens");
  private static final Getter RESULTS = new Getter("getResults");
  private static final Getter MESSAGE = new Getter("getOutput");
  private static final Getter TEXT = new Getter("getText");
  private static final Getter TOOL_CALLS = new Getter("getToolCalls");

  private SpringAiAnswers() {}

  /**
   * Reads a {@code ChatResponse} or the {@code ChatClientResponse} around it. Of several
   * alternatives the first that asks for tools counts, which is the one the framework follows.
   */
  static ModelResponse read(Object returned) {
    Object response = CHAT_RESPONSE.isOn(returned) ? CHAT_RESPONSE.of(returned) : returned;
    Object metadata = METADATA.of(response);
    Object usage = USAGE.of(metadata);
    String text = "";
    int toolCalls = 0;
    for (Object result : resultsOf(response)) {
      Object message = MESSAGE.of(result);
      if (text.isEmpty()) {
        text = TEXT.text(message);
      }
      if (toolCalls == 0) {
        toolCalls = sizeOf(TOOL_CALLS.of(message));
      }
    }
    return new ModelResponse(
        MODEL.text(metadata),
        text,
        toolCalls,
        inputOf(usage),
        CACHE_READ.number(usage),
        OUTPUT.number(usage));
  }

  /**
   * All tokens sent. Providers that say what they have written into a cache, as Anthropic does,
   * count that and what they have read from it apart; the others count it among the prompt's.
   */
  private static long inputOf(@Nullable Object usage) {
    long prompt = INPUT.number(usage);
    long read = CACHE_READ.number(usage);
    boolean apart = read > prompt || CACHE_WRITE.of(usage) != null;
    return apart ? prompt + read + CACHE_WRITE.number(usage) : prompt;
  }

  /** The tool calls that all alternatives ask for. */
  static List<Object> toolRequests(@Nullable Object returned) {
    List<Object> requests = new ArrayList<>(1);
    if (returned != null) {
      for (Object message : messages(returned)) {
        if (TOOL_CALLS.of(message) instanceof Collection<?> calls) {
          requests.addAll(calls);
        }
      }
    }
    return requests;
  }

  /** The messages of all alternatives. */
  static List<Object> messages(Object returned) {
    Object response = CHAT_RESPONSE.isOn(returned) ? CHAT_RESPONSE.of(returned) : returned;
    List<Object> messages = new ArrayList<>(1);
    for (Object result : resultsOf(response)) {
      Object message = MESSAGE.of(result);
      if (message != null) {
        messages.add(message);
      }
    }
    return messages;
  }

  private static Collection<?> resultsOf(@Nullable Object response) {
    return RESULTS.of(response) instanceof Collection<?> results ? results : List.of();
  }

  private static int sizeOf(@Nullable Object list) {
    return list instanceof Collection<?> collection ? collection.size() : 0;
  }
}
