package io.loophalt.recordings.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands beside the messages or steps of a run: its name, its task and what came of it. */
class RunLabelsTest {

  private static final String MESSAGES =
      "\"messages\":[{\"role\":\"assistant\",\"content\":\"a\"}]";

  private final Recordings recordings = new Recordings();

  @Nested
  class Outcomes {

    @ParameterizedTest
    @CsvSource(
        quoteCharacter = '`',
        value = {
          "true,' success'",
          "1,' success'",
          "1.0,' success'",
          "\"true\",' success'",
          "\"Success\",' success'",
          "\"succeeded\",' success'",
          "\"passed\",' success'",
          "\"resolved\",' success'",
          "false,' failure'",
          "0,' failure'",
          "\"False\",' failure'",
          "\"failure\",' failure'",
          "\"failed\",' failure'",
          "\"unresolved\",' failure'",
          "null,''",
          "0.5,''",
          "\"\",''",
          "\"timeout\",''",
          "[true],''",
          "{\"success\":true},''",
        })
    void mayBeWordsAndNumbers(String said, String told) throws IOException {
      String outcome = told.replace("'", "");

      assertThat(recordings.transcript("{\"id\":\"r\",\"outcome\":" + said + "," + MESSAGES + "}"))
          .isEqualTo("r" + outcome + "\n  0 \"a\"\n");
      assertThat(
              recordings.transcript(
                  "{\"id\":\"r\",\"outcome\":" + said + ",\"steps\":[{\"text\":\"a\"}]}"))
          .isEqualTo("r" + outcome + "\n  0 \"a\"\n");
      assertThat(recordings.problems).isEmpty();
    }
  }
}
