package io.loophalt.recordings.score;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.recordings.score.RunLabel.Grade;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Labels as people write them. */
class LabelFileTest {

  private static Map<String, RunLabel> read(String labels) throws IOException {
    return LabelFile.read(new ByteArrayInputStream(labels.getBytes(UTF_8)));
  }

  @Test
  void aRunIsClearOrCleanOnlyIfAllReadingsSaySo() throws IOException {
    assertThat(
            read(
                """
                {"clear": {"grades": [2, 2]}, "clean": {"grades": [0, 0, 0]}, "one": {"grades": [2]},
                 "mixed": {"grades": [0, 2]}, "unsure": {"grades": [1, 1]}}
                """))
        .extractingFromEntries(each -> each.getKey() + " is " + each.getValue().grade())
        .containsExactly(
            "clear is CLEAR",
            "clean is CLEAN",
            "one is CLEAR",
            "mixed is DOUBTFUL",
            "unsure is DOUBTFUL");
  }

  @Test
  void theEarliestReadingCounts() throws IOException {
    assertThat(
            read(
                """
                {"a": {"grades": [2, 1], "onset": [20, 10], "stop": [null, 24], "family": "edits"},
                 "b": {"grades": [0], "onset": [null], "stop": null, "family": null}}
                """))
        .containsEntry("a", new RunLabel(Grade.DOUBTFUL, 10, 24, "edits"))
        .containsEntry("b", new RunLabel(Grade.CLEAN, null, null, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          []                                    | labels are an object with one entry a run
          {}                                    | labels are an object with one entry a run
          {"a": {}}                             | run 'a': 'grades' is a list
          {"a": {"grades": []}}                 | run 'a': 'grades' is a list
          {"a": {"grades": 2}}                  | run 'a': 'grades' is a list
          {"a": {"grades": [3]}}                | run 'a': a grade is 0 (no loop), 1 (doubtful) or 2 (clearly stuck), not 3
          {"a": {"grades": ["2"]}}              | run 'a': a grade is 0 (no loop), 1 (doubtful) or 2 (clearly stuck), not "2"
          {"a": {"grades": [2], "stop": 7}}     | run 'a': 'stop' is a list
          {"a": {"grades": [2], "onset": [-1]}} | run 'a': 'onset' has -1, which is no step
          {"a": {"grades": [2]}, "a": {}}       | line 1: Duplicate field 'a'
          {"a": {"grades": [2]                  | line 1: Unexpected end-of-input
          """)
  void whatIsWrongIsSaidOfTheRun(String labels, String message) {
    assertThatThrownBy(() -> read(labels))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }
}
