package io.loophalt.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets are taken out wherever they stand, and the rest stays. */
class RedactionTest {

  private static final String PLANTED = "Zq7xK2vLmN9pR4tW8yBd";

  private final Redaction redaction = new Redaction(List.of());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"password\":\"%s\"}",
        "{\"user\":\"x\",\"db_password\" : \"%s\",\"n\":1}",
        "{\"clientSecret\":\"%s\"}",
        "{\"access_token\":\"%s\"}",
        "{\"API-Key\":\"%s\"}",
        "{\"headers\":{\"Authorization\":\"Basic %s\"}}",
        "{\"token\":[\"%s\",{\"a\":\"}%s\"}]}",
        "{\"secret\":{\"nested\":\"%s\"},\"b\":2}",
        "{\"password\":\"a \\\" quoted %s\"}",
        "{\"password\":\"%s",
        "{\"body\":\"{\\\"password\\\":\\\"%s\\\"}\"}",
        "curl -H 'Authorization: Bearer %s' https://example.com",
        "{\"cmd\":\"curl -H \\\"authorization: bearer %s\\\" x\"}",
        "{\"cmd\":\"export API_KEY=%s && run\"}",
        "password: %s",
        "{\"text\":\"-----BEGIN RSA PRIVATE KEY-----\\n%s\\n-----END RSA PRIVATE KEY-----\"}",
        "{\"text\":\"-----BEGIN PRIVATE KEY-----\\n%s",
        "{\"url\":\"https://me:%s@example.com/x\"}",
        "{\"key\":\"sk-%s\"}",
        "{\"key\":\"ghp_%s\"}",
        "{\"jwt\":\"eyJhbGciOiJIUzI1NiJ9.%s.sig\"}",
      })
  void secretsAreTakenOut(String text) {
    String left = redaction.of(text.replace("%s", PLANTED));

    assertThat(left).doesNotContain(PLANTED).contains(Redaction.REDACTED);
  }

  @Test
  void awsKeysAreTakenOut() {
    assertThat(redaction.of("{\"id\":\"AKIAIOSFODNN7EXAMPLE\"}"))
        .isEqualTo("{\"id\":\"[redacted]\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"query\":\"how to reset a password\",\"max_tokens\":100,\"tokens\":[1,2]}",
        "{\"path\":\"src/auth/Token.java\",\"line\":12}",
        "{\"command\":\"ls -la && grep -rn token src\"}",
        "{\"text\":\"basic information about the bearer\"}",
        "plain text",
        "",
        "\"",
        "{\"a\":{\"b\":[1,2,{\"c\":\"d\"}]}}",
      })
  void whatIsNoSecretStays(String text) {
    assertThat(redaction.of(text)).isEqualTo(text);
  }

  @Test
  void theRestOfTheArgumentsStays() {
    assertThat(
            redaction.of("{\"user\":\"ann\",\"password\":\"x\",\"n\":[1],\"token\":null,\"z\":1}"))
        .isEqualTo(
            "{\"user\":\"ann\",\"password\":\"[redacted]\",\"n\":[1],\"token\":\"[redacted]\","
                + "\"z\":1}");
  }

  @Test
  void patternsOfAConfigurationAreTakenOutToo() {
    Redaction own = new Redaction(List.of("[0-9]{4}( [0-9]{4}){3}", "ACME-\\w+"));

    assertThat(own.of("{\"card\":\"1234 5678 9012 3456\",\"id\":\"ACME-77x\"}"))
        .isEqualTo("{\"card\":\"[redacted]\",\"id\":\"[redacted]\"}");
  }

  @Test
  @Timeout(20)
  void aPatternThatRunsAwayCostsTheWholeTextAndNoMore() {
    Redaction own = new Redaction(List.of(".*a".repeat(12) + "b"));

    assertThat(own.of("a".repeat(60) + "c")).isEqualTo(Redaction.REDACTED);
  }

  @Test
  void deepNestingIsNoMatter() {
    String deep = "{\"token\":" + "[".repeat(100_000);

    assertThat(redaction.of(deep)).isEqualTo("{\"token\":\"[redacted]\"");
  }

  @Test
  void aPatternOfTheConfigurationIsTakenAsItIsWritten() {
    assertThat(new Redaction(List.of("([\"'])se.*?\\1")).of("x \"se cret\" y"))
        .isEqualTo("x [redacted] y");
    assertThat(new Redaction(List.of("\\Qa+b")).of("a+b")).isEqualTo("[redacted]");
  }
}
