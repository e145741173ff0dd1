package io.loophalt.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private static final long SECOND = 1_000_000_000;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long now;

  @Test
  void theBarShowsTheShareThatIsReadAndGoesAway() {
    Progress progress = progress(true, 4_000_000);

    now += SECOND;
    progress.advance(1_000_000);
    progress.show();
    progress.clear();

    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "\r[" + "#".repeat(10) + ".".repeat(30) + "]  25%  1.0 of 4.0 MB" + "\r\u001b[K");
    assertThat(out.size()).as("bytes among the results").isZero();
  }

  @Test
  void ofAnInputOfUnknownSizeWhatIsReadIsShown() {
    Progress progress = progress(true, 0);

    now += SECOND;
    progress.advance(2_500_000);
    progress.show();

    assertThat(err.toString(UTF_8)).isEqualTo("\r2.5 MB read");
  }

  @Test
  void itIsDrawnTenTimesASecondAtMost() {
    Progress progress = progress(true, 1_000);

    for (int i = 0; i < 1_000; i++) {
      now += SECOND / 1_000;
      progress.advance(1);
      progress.show();
    }

    assertThat(err.toString(UTF_8).chars().filter(c -> c == '\r').count()).isBetween(5L, 10L);
  }

  @Test
  void aFileThatGrewIsNotMoreThanWhollyRead() {
    Progress progress = progress(true, 10);

    now += SECOND;
    progress.advance(30);
    progress.show();

    assertThat(err.toString(UTF_8)).contains("#".repeat(40) + "] 100%");
  }

  @Test
  void whereNobodyWatchesNothingIsDrawn() {
    Progress progress = progress(false, 10);

    now += SECOND;
    progress.advance(5);
    progress.show();
    progress.clear();

    assertThat(err.size()).isZero();
  }

  private Progress progress(boolean interactive, long total) {
    return new Progress(
        new Terminal(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            interactive),
        total,
        () -> now);
  }
}
