package io.loophalt.core.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.event.ArgumentCapture.Captured;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is captured is bounded, and no cut brings a secret to light. */
class ArgumentCaptureTest {

  private static ArgumentCapture capture(int maxBytes, String... redact) {
    return new ArgumentCapture(maxBytes, new Redaction(List.of(redact)));
  }

  @Test
  void whatFitsIsWhole() {
    assertThat(capture(11).of("{\"q\":\"äöü\"}")).isEqualTo(new Captured("{\"q\":\"äö", true));
    assertThat(capture(14).of("{\"q\":\"äöü\"}")).isEqualTo(new Captured("{\"q\":\"äöü\"}", false));
  }

  @Test
  void noCharacterIsCutInTwo() {
    String text = "a😀b";
    for (int size = 1; size < 8; size++) {
      String cut = capture(size).of(text).text();

      assertThat(cut.getBytes(UTF_8).length).isLessThanOrEqualTo(size);
      assertThat(text).startsWith(cut);
      assertThat(cut).doesNotContain("\uFFFD");
    }
  }

  @Test
  void aSecretAcrossTheCutIsSeenWhole() {
    for (int before = 0; before < 40; before++) {
      String text = "x".repeat(before) + "<1234567890123456>" + "y".repeat(10_000);
      String captured = capture(30, "<[0-9]{16}>").of(text).text();

      assertThat(captured).doesNotContain("123");
    }
  }

  @Test
  void whatShrinksBringsNothingFromBehindTheLookedAt() {
    String filler = "<1234567890123456>".repeat(300);
    String text = filler + "<12345" + "67890123456>" + "z".repeat(20_000);
    for (int size = 1_000; size < 1_030; size++) {
      assertThat(capture(size, "<[0-9]{16}>").of(text).text()).doesNotContain("123");
    }
  }

  @Test
  void ofEndlessArgumentsAFewThousandCharactersAreRead() {
    Captured captured = capture(100).of("{\"text\":\"" + "word ".repeat(1_000_000) + "\"}");

    assertThat(captured.isCut()).isTrue();
    assertThat(captured.text()).hasSize(100);
  }
}
