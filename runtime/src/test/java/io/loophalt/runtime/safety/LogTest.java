package io.loophalt.runtime.safety;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LogTest {

  /** As a bridge from standard error to a logging framework may, which is being stopped. */
  private static final class Throwing extends PrintStream {

    Throwing() {
      super(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    }

    @Override
    public void println(String line) {
      throw new IllegalStateException("planted");
    }
  }

  @Test
  void aStreamThatThrowsIsNotTheCallersAffair() {
    Log log = new Log(new Throwing());

    assertThatCode(() -> log.info("said")).doesNotThrowAnyException();
    assertThatCode(() -> log.warn("warned")).doesNotThrowAnyException();
    assertThatCode(() -> log.error("failed", new IllegalStateException("ours")))
        .doesNotThrowAnyException();
  }
}
