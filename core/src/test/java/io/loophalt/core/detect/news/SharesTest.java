package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import io.loophalt.core.text.Measures;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the account makes of a status with errors in it that tells how much is done. */
class SharesTest {

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Rendering  %d/480 frames  errors 1",
        "%d of 480 mails sent, 4 failed",
        "%d/480 done, failures=2",
        "{\"progress\":\"%d/480\",\"errors\":3}"
      })
  void aJobWithErrorsThatGetsOnIsNotStuck(String status) {
    for (int done = 0; done < 480; done += 12) {
      told.turn(worked("job_status", "{\"job\":1}", status.formatted(done)));
      assertThat(told.count()).as(status).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Error: the upload failed (%d of 60 attempts)",
        "failed: not ready, waited %d/600 s",
        "FAILED 12/480 frames, host %d",
        "FAILED test_login: 500\n[Step %d/100]",
        "AssertionError: 500 (disk 40.%d%% full)",
        "Connection refused (%d of 100)",
        "{\"error\":\"invalid_api_key\",\"daily\":\"%d/5000\"}",
        "Error: job %d/9999 timed out"
      })
  void attemptsSecondsAndWhatStandsStillAreNoProgress(String status) {
    for (int i = 1; i <= 8; i++) {
      told.turn(worked("job_status", "{\"job\":1}", status.formatted(i)));
    }
    assertThat(told.count()).as(status).isGreaterThanOrEqualTo(6);
  }

  @Test
  void whatFallsBackAndComesAgainIsNoProgress() {
    for (int i = 0; i < 12; i++) {
      told.turn(worked("build", "{}", "[" + (38 + i % 3) + "/47] FAILED: undefined reference"));
    }
    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void howMuchWasDoneIsKnownElsewhere() throws IOException {
    for (int i = 0; i < 4; i++) {
      told.turn(worked("job_status", "{\"job\":1}", "240/480 frames, errors 1"));
    }
    Told elsewhere = new Told(goneOn(account));
    int before = told.count();
    elsewhere.turn(worked("job_status", "{\"job\":1}", "120/480 frames, errors 1"));
    told.turn(worked("job_status", "{\"job\":1}", "252/480 frames, errors 1"));

    assertThat(told.count()).as("more is done").isLessThanOrEqualTo(before);
    assertThat(elsewhere.count()).as("less is done").isGreaterThan(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "12/480 frames | 25000",
        "frame 12 of 48 | 250000",
        "\"done\": 12, \"total\": 48 | 250000",
        "2.5 % | 25000",
        "100% | 1000000",
        "due 05/12/2026 | -1",
        "13/12 | -1",
        "a/b/3/4 | -1",
        "attempt 3/10 | -1",
        "frame 12 | -1"
      })
  void theShareOfAWholeIsRead(String text, int share) {
    assertThat(Measures.shareIn(text)).as(text).isEqualTo(share);
  }
}
