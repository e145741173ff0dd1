package io.loophalt.frameworks.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What is read of a stream's events of the SDK's shape, as other servers than Anthropic's fill it.
 */
class AnthropicEventsTest {

  /** As the SDK has it. */
  public record Event(Optional<Start> contentBlockStart) {}

  /** As the SDK has it. */
  public record Start(long index, Block contentBlock) {}

  /** As the SDK has it: one of the two. */
  public record Block(Optional<ToolUse> toolUse, Optional<Text> text) {}

  /** As the SDK has it. */
  public record ToolUse(String id, String name, Json _input) {}

  /** As the SDK has it. */
  public record Text(String text) {}

  /** As the SDK has it: one of the two. */
  public record Json(Optional<Map<String, Json>> asObject, Optional<String> asString) {}

  private final AnthropicSdk.Messages messages = new AnthropicSdk.Messages(false);

  @Test
  void argumentsMayComeWhereTheCallBegins() {
    Json path = new Json(Optional.empty(), Optional.of("a.txt"));

    assertThat(messages.callParts(begun(Map.of("path", path))))
        .containsExactly(new CallPart(1, "t_a", "write_file", Map.of("path", "a.txt")));
    assertThat(messages.callParts(begun(Map.of())))
        .containsExactly(new CallPart(1, "t_a", "write_file", Map.of()));
  }

  @Test
  void textMayComeWhereItsBlockBegins() {
    Block block = new Block(Optional.empty(), Optional.of(new Text("Done.")));

    assertThat(messages.answer(new Event(Optional.of(new Start(0, block)))).text())
        .isEqualTo("Done.");
  }

  private static Event begun(Map<String, Json> input) {
    ToolUse use = new ToolUse("t_a", "write_file", new Json(Optional.of(input), Optional.empty()));
    return new Event(Optional.of(new Start(1, new Block(Optional.of(use), Optional.empty()))));
  }
}
