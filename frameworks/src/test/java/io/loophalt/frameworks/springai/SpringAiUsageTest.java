package io.loophalt.frameworks.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.ModelResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which tokens Spring AI's models say were sent. */
class SpringAiUsageTest {

  /** As Spring AI 2 has it. */
  public record Response(Metadata getMetadata, List<Object> getResults) {}

  /** As Spring AI has it. */
  public record Metadata(String getModel, Object getUsage) {}

  /** As Spring AI 2 has it. */
  public record Usage(
      Integer getPromptTokens,
      Integer getCompletionTokens,
      @Nullable Long getCacheReadInputTokens,
      @Nullable Long getCacheWriteInputTokens) {}

  /** As Spring AI 1 has it. */
  public record OlderUsage(Integer getPromptTokens, Integer getCompletionTokens) {}

  @Test
  void anthropicCountsWhatIsInTheCacheApart() {
    assertSent(new Usage(120, 10, 60_000L, 300L), 60_420, 60_000);
    assertSent(new Usage(60_000, 10, 120L, 0L), 60_120, 120);
    assertSent(new Usage(120, 10, null, 300L), 420, 0);
    assertSent(new Usage(120, 10, 60_000L, null), 60_120, 60_000);
  }

  @Test
  void openAiCountsWhatIsInTheCacheAmongThePrompt() {
    assertSent(new Usage(60_120, 10, 60_000L, null), 60_120, 60_000);
    assertSent(new Usage(120, 10, null, null), 120, 0);
    assertSent(new OlderUsage(120, 10), 120, 0);
  }

  private static void assertSent(Object usage, long input, long cached) {
    ModelResponse answer =
        SpringAiAnswers.read(new Response(new Metadata("claude", usage), List.of()));

    assertThat(answer).isEqualTo(new ModelResponse("claude", "", 0, input, cached, 10));
  }
}
