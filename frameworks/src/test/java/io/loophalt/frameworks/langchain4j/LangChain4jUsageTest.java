package io.loophalt.frameworks.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.ModelResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which tokens LangChain4j's models say were sent. */
class LangChain4jUsageTest {

  /** As LangChain4j has it. */
  public record Response(Message aiMessage, String modelName, Object tokenUsage) {}

  /** As LangChain4j has it. */
  public record Message(String text, List<Object> toolExecutionRequests) {}

  /** As LangChain4j has it for most providers. */
  public record Usage(Integer inputTokenCount, Integer outputTokenCount) {}

  /** As LangChain4j has it for Anthropic. */
  public record AnthropicUsage(
      Integer inputTokenCount,
      Integer outputTokenCount,
      @Nullable Integer cacheReadInputTokens,
      @Nullable Integer cacheCreationInputTokens) {}

  /** As LangChain4j has it for Bedrock. */
  public record BedrockUsage(
      Integer inputTokenCount,
      Integer outputTokenCount,
      Integer cacheReadInputTokens,
      Integer cacheWriteInputTokens) {}

  /** As LangChain4j has it for OpenAI. */
  public record OpenAiUsage(
      Integer inputTokenCount, Integer outputTokenCount, @Nullable Details inputTokensDetails) {}

  /** As LangChain4j has it. */
  public record Details(@Nullable Integer cachedTokens) {}

  /** As LangChain4j has it for Gemini. */
  public record GeminiUsage(
      Integer inputTokenCount,
      Integer outputTokenCount,
      @Nullable Integer cachedContentTokenCount,
      @Nullable Integer thoughtsTokenCount) {}

  @Test
  void whatProvidersCountApartIsSentToo() {
    assertSent(new AnthropicUsage(120, 10, 60_000, 300), 60_420, 60_000);
    assertSent(new AnthropicUsage(120, 10, null, null), 120, 0);
    assertSent(new BedrockUsage(120, 10, 60_000, 300), 60_420, 60_000);
  }

  @Test
  void whatProvidersCountAmongTheRestIsNotAddedToIt() {
    assertSent(new OpenAiUsage(60_120, 10, new Details(60_000)), 60_120, 60_000);
    assertSent(new OpenAiUsage(120, 10, new Details(null)), 120, 0);
    assertSent(new OpenAiUsage(120, 10, null), 120, 0);
    assertSent(new GeminiUsage(60_120, 10, 60_000, null), 60_120, 60_000);
    assertSent(new Usage(120, 10), 120, 0);
  }

  @Test
  void thoughtsAreReceivedToo() {
    assertSent(new GeminiUsage(120, 7, null, 3), 120, 0);
  }

  private static void assertSent(Object usage, long input, long cached) {
    ModelResponse answer =
        LangChain4j.Models.answerOf(new Response(new Message("", List.of()), "m", usage));

    assertThat(answer).isEqualTo(new ModelResponse("m", "", 0, input, cached, 10));
  }
}
