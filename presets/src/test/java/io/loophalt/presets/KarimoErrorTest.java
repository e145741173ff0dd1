package io.loophalt.presets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KarimoErrorTest {

  @ParameterizedTest
  @CsvSource({
    "failed at 2026-11-22T01:02:03.456+01:00, failed at <time>",
    "failed at 2026-11-22 01:02:03Z again, failed at <time> again",
    "<Task object at 0x7f3aBC>, <Task object at <address>>",
    "cannot open /srv/app/src/main.py: denied, cannot open main.py: denied",
    "File \"/srv/app.py\" Line 12, File \"app.py\" line <n>",
    "app.py:12: bad indent, app.py:<n>: bad indent",
    "/srv/app.ts:12:7 bad type, app.ts:<n> bad type",
    "timeout 30 != 60, timeout 30 != 60",
    "src/app.py is missing, src/app.py is missing",
    "see http://host/docs/page, see http://host/docs/page",
  })
  void onlyWhatChangesFromOneAttemptToTheNextIsTakenOut(String error, String normalized) {
    assertThat(KarimoError.normalize(error)).isEqualTo(normalized);
  }
}
