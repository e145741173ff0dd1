package io.loophalt.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FailuresTest {

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final AtomicInteger turnedOff = new AtomicInteger();
  private final Failures failures =
      new Failures(
          new Log(new PrintStream(written, true, StandardCharsets.UTF_8)),
          turnedOff::incrementAndGet);

  @Test
  void theTenthErrorTurnsTheAgentOffOnce() {
    for (int i = 1; i < Failures.LIMIT; i++) {
      failures.note("here", new IllegalStateException("planted"));
    }
    assertThat(turnedOff).hasValue(0);

    failures.note("here", new IllegalStateException("planted"));
    failures.note("here", new IllegalStateException("planted"));

    assertThat(turnedOff).hasValue(1);
    assertThat(log()).contains("TURNED OFF after 10 internal errors");
  }

  @Test
  void anErrorIsLoggedOnceForEachPlaceAndType() {
    failures.note("here", new IllegalStateException("first"));
    failures.note("here", new IllegalStateException("second"));
    failures.note("there", new IllegalStateException("third"));
    failures.note("here", new IllegalArgumentException("fourth"));

    assertThat(log())
        .contains("first", "third", "fourth", "the application is not affected")
        .doesNotContain("second");
    assertThat(failures.count()).isEqualTo(4);
  }

  @Test
  void anExhaustedStackOrHeapDoesNotCountAgainstTheAgent() {
    for (int i = 0; i < 3 * Failures.LIMIT; i++) {
      failures.note("deep down", new StackOverflowError());
      failures.note("deep down", new OutOfMemoryError("planted"));
    }

    assertThat(failures.count()).isZero();
    assertThat(turnedOff).hasValue(0);
  }

  private String log() {
    return written.toString(StandardCharsets.UTF_8);
  }
}
