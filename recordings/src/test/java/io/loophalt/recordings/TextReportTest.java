package io.loophalt.recordings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a run is named in the table for a person. */
class TextReportTest {

  private static String shown(String id) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new TextReport(new PrintStream(out, true, UTF_8))
        .accept(
            new RunReport(
                id,
                "standard@2",
                7,
                2,
                null,
                4,
                "d",
                "no_progress",
                "",
                List.of(),
                0,
                0,
                null,
                true));
    String row = out.toString(UTF_8).lines().toList().get(1);
    return row.substring(0, row.indexOf(' '));
  }

  @Test
  void ofALongIdTheEndIsShown() {
    assertThat(shown("a".repeat(50) + "-the-end")).isEqualTo("…" + "a".repeat(27) + "-the-end");
  }

  @Test
  void whatIsEscapedIsShownWholeOrNotAtAll() {
    for (int length = 20; length < 40; length++) {
      assertThat(shown("run\n" + "b".repeat(length)))
          .as("%d letters behind a line end", length)
          .matches("…?r?u?n?(\\\\u000a)?b{20,35}")
          .hasSizeBetween(Math.min(29, 3 + 6 + length), 36);
    }
  }
}
