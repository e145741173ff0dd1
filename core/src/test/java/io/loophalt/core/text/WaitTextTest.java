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
        "DONE | false",
        "no progress was made | false",
        "status: no_progress | false",
        "No progress on item 3; item 4 is queued | true",
        "casino progress: 40 % | true",
        "The writer failed: run stopped (no_progress) in task 'a': same answer [6 steps] | false",
        "Sub-agent: run stopped (stall) in task 'processing': 5 turns [0 steps] | false"
      })
  void aShortStatusSaysWhetherTheWorkGoesOn(String text, boolean notYet) {
    assertThat(WaitText.saysNotYet(text)).as(text).isEqualTo(notYet);
    assertThat(WaitText.beginsNotYet(text + "\nline 2")).as(text).isEqualTo(notYet);
  }
}
