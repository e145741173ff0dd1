package io.loophalt.extension.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Results of one answer are found in whatever messages they are. */
class MessageBlocksTest {

  /**
   * Messages are lists of words: {@code ?id} asks for a call, {@code id=text} is its result,
   * {@code @x} is a picture.
   */
  private static final MessageBlocks WORDS =
      new MessageBlocks() {
        @Override
        public List<?> of(Object message) {
          return List.of(message.toString().split(" "));
        }

        @Override
        public @Nullable String callId(Object block) {
          return block.toString().startsWith("?") ? block.toString().substring(1) : null;
        }

        @Override
        public @Nullable ToolResult result(Object block) {
          String[] halves = block.toString().split("=");
          return halves.length == 2 ? new ToolResult(halves[0], halves[1], false) : null;
        }

        @Override
        public boolean isOther(Object block) {
          return block.toString().startsWith("@");
        }
      };

  @Test
  void inOneMessageBehindTheAnswer() {
    assertThat(results("do it", "?a ?b", "a=1 b=2")).containsExactly("a=1", "b=2");
  }

  @Test
  void eachInAMessageOfItsOwn() {
    assertThat(results("do it", "?a ?b", "a=1", "b=2")).containsExactly("a=1", "b=2");
  }

  @Test
  void eachBehindAMessageWithItsCall() {
    assertThat(results("do it", "?a", "a=1", "?b", "b=2")).containsExactly("a=1", "b=2");
  }

  @Test
  void withWordsBetweenAndBehindThem() {
    assertThat(results("?a", "a=1", "look", "first ?b", "b=2", "look", "so far:"))
        .containsExactly("a=1", "b=2");
  }

  @Test
  void noneWhereNoResultIsBehindTheLastCall() {
    assertThat(results("?a", "a=1", "?b")).isEmpty();
    assertThat(results("?a", "a=1", "?b", "never mind")).isEmpty();
    assertThat(results("do it")).isEmpty();
    assertThat(results()).isEmpty();
  }

  @Test
  void ofAnIdThatIsGivenAnewTheResultOfTheLaterCall() {
    assertThat(results("?a ?b", "a=1 b=2", "?a ?b", "a=3"))
        .as("the later b was dropped, and what the earlier one gave is not its result")
        .containsExactly("a=3");
    assertThat(results("?a", "a=1", "?a", "a=2")).containsExactly("a=2");
  }

  @Test
  void notFurtherBackThanTheLastMessages() {
    List<String> messages = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      messages.add("?" + i);
      messages.add(i + "=x");
    }

    assertThat(results(messages.toArray(new String[0])))
        .hasSize(MessageBlocks.MOST_MESSAGES / 2)
        .startsWith("68=x")
        .endsWith("99=x");
  }

  @Test
  void withThePicturesBehindThem() {
    assertThat(results("?a", "a=1 @x @y")).containsExactly("a=1[@x, @y]");
    assertThat(results("?a", "a=1", "look: @x")).containsExactly("a=1[@x]");
    assertThat(results("?a ?b", "a=1 b=2 @x")).containsExactly("a=1", "b=2[@x]");
    assertThat(results("?a ?b", "a=1 b=2", "@x @y")).containsExactly("a=1[@x]", "b=2[@y]");
    assertThat(results("?a", "a=1 @x", "?b", "b=2 @y")).containsExactly("a=1[@x]", "b=2[@y]");
    assertThat(results("look: @x", "?a", "a=1")).containsExactly("a=1");
  }

  private static List<String> results(String... messages) {
    return WORDS.results(List.of(messages)).stream()
        .map(result -> result.callId() + "=" + result.text() + pictures(result))
        .toList();
  }

  private static String pictures(ToolResult result) {
    return result.otherParts().isEmpty() ? "" : result.otherParts().toString();
  }
}
