package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP 503 Service Unavailable; Retry-After: 30 | 30",
        "retry after 5 s | 5",
        "{\"retry-after\":\"120\"} | 120",
        "Rate limited. Please try again in 2 minutes. | 120",
        "Retry-After: Wed, 21 Oct 2026 07:28:00 GMT | -1",
        "HTTP 500 | -1"
      })
  void theTimeToWaitIsReadInSeconds(String text, int seconds) {
    assertThat(WaitText.retryAfterSeconds(text)).as(text).isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PENDING | true",
        "{\"status\":\"in_progress\"} | true",
        "job 17 is still running | true",
        "a.txt | false",
        "runningshoes.txt | false",
        "DONE | false"
      })
  void aShortStatusSaysWhetherTheWorkGoesOn(String text, boolean notYet) {
    assertThat(WaitText.saysNotYet(text)).as(text).isEqualTo(notYet);
  }
}
