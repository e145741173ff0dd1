package io.loophalt.runtime.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayOutputStream;
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

  /** As an application's own exceptions may be. */
  private static final class Unprintable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("again");
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new IllegalStateException("again");
    }
  }

  @Test
  void anErrorThatCannotBePrintedIsSaidByItsType() {
    ByteArrayOutputStream written = new ByteArrayOutputStream();

    new Log(new PrintStream(written, true, StandardCharsets.UTF_8))
        .error("failed", new Unprintable());

    assertThat(written.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("[loophalt] ERROR failed", Unprintable.class.getName());
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
