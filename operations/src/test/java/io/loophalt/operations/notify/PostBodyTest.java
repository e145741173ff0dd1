package io.loophalt.operations.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.operations.notify.Notification.Used;
import io.loophalt.runtime.policy.NotifyPolicy.Kind;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostBodyTest {

  private static final Instant TIME = Instant.parse("2026-11-25T02:00:00Z");

  private final PostBody bodies = new PostBody(new Jvm(4711, "app.jar", "web-1"));

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "ticket-8841, loophalt halt 4711 ticket-8841",
        "a b, loophalt halt 4711 'a b'",
        "it's, loophalt halt 4711 'it'\\''s'",
        "$(rm -rf ~), loophalt halt 4711 '$(rm -rf ~)'",
        "<b>;&, loophalt halt 4711 '<b>;&'",
        "-Dx,",
        "@file,"
      })
  void aCommandLineIsSafeToPasteOrLeftOut(String run, @Nullable String line) throws IOException {
    JsonNode halt = read(told(Kind.WAITING, run, "news")).path("commands").path("halt");

    assertThat(halt.isNull() ? null : halt.asText()).isEqualTo(line);
  }

  @Test
  void whatATerminalObeysIsWrittenOutAndHasNoCommandLine() throws IOException {
    String hostile = "x\u001b[2J\n\"<script>\u202e\u2028 \ud800";

    byte[] body = bodies.of(told(Kind.HALT, hostile, hostile), "id", 3);

    assertThat(new String(body, StandardCharsets.UTF_8).strip().codePoints())
        .noneMatch(
            each -> Character.isISOControl(each) || Character.getType(each) == Character.FORMAT);
    JsonNode read = new ObjectMapper().readTree(body);
    String shown = "x\\u001b[2J\\u000a\"<script>\\u202e\\u2028 \\ud800";
    assertThat(read.path("run").asText()).isEqualTo(shown);
    assertThat(read.path("reason").path("detail").asText()).isEqualTo(shown);
    assertThat(read.path("text").asText()).contains(shown);
    assertThat(read.path("commands").path("resume").isNull()).isTrue();
    assertThat(read.path("commands").path("list").asText()).isEqualTo("loophalt runs 4711");
    assertThat(read.path("dropped").asInt()).isEqualTo(3);
  }

  @Test
  void aNameWithoutEndIsShortened() throws IOException {
    JsonNode read = read(told(Kind.HALT, "x".repeat(100_000), "d"));

    assertThat(read.path("run").asText()).hasSize(100);
    assertThat(read.path("commands").path("resume").isNull()).isTrue();
  }

  private JsonNode read(Notification told) throws IOException {
    return new ObjectMapper().readTree(bodies.of(told, "id", 0));
  }

  private static Notification told(Kind kind, String run, String detail) {
    return new Notification(
        kind,
        TIME,
        run,
        "task",
        "no_progress",
        detail,
        "news",
        new Used(5, 4, 1_000, new BigDecimal("0.25")),
        TIME,
        null);
  }
}
