package io.loophalt.recordings.format;

import com.fasterxml.jackson.databind.JsonNode;

/** Token counts as the providers' APIs report them. */
final class TokenUsage {

  private TokenUsage() {}

  /**
   * Tokens sent. Anthropic counts cached ones apart, OpenAI within. LiteLLM says both where it has
   * made OpenAI's of Anthropic's, and what it calls {@code prompt_tokens} is all.
   */
  static long input(JsonNode usage) {
    long all = usage.path("prompt_tokens").asLong(0);
    return all > 0
        ? all
        : usage.path("input_tokens").asLong(0)
            + usage.path("cache_creation_input_tokens").asLong(0)
            + usage.path("cache_read_input_tokens").asLong(0);
  }

  /** Tokens received. */
  static long output(JsonNode usage) {
    long all = usage.path("completion_tokens").asLong(0);
    return all > 0 ? all : usage.path("output_tokens").asLong(0);
  }
}
