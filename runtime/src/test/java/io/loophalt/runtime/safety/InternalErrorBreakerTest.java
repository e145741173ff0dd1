package io.loophalt.runtime.safety;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.reflect.ApplicationException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InternalErrorBreakerTest {

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final AtomicInteger turnedOff = new AtomicInteger();
  private final InternalErrorBreaker failures =
      new InternalErrorBreaker(
          new Log(new PrintStream(written, true, StandardCharsets.UTF_8)),
          turnedOff::incrementAndGet);

  @Test
  void theTenthErrorTurnsTheAgentOffOnce() {
    for (int i = 1; i < InternalErrorBreaker.LIMIT; i++) {
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
    for (int i = 0; i < 3 * InternalErrorBreaker.LIMIT; i++) {
      failures.note("deep down", new StackOverflowError());
      failures.note("deep down", new OutOfMemoryError("planted"));
    }

    assertThat(failures.count()).isZero();
    assertThat(turnedOff).hasValue(0);
  }

  @Test
  void anExhaustedStackOrHeapIsNotCalledAnErrorOfOurs() {
    failures.note("after a call in Stages$T", new OutOfMemoryError("planted\nby the tool"));
    failures.note("after a call in Stages$T", new OutOfMemoryError("planted"));

    assertThat(log())
        .isEqualToIgnoringNewLines(
            "[loophalt] WARNING stack or heap was exhausted after a call in Stages$T"
                + " (java.lang.OutOfMemoryError); this call is not watched to its end, and no error"
                + " is counted");
  }

  @Test
  void whatAnExtensionThrowsIsItsAuthorsToMend() {
    InternalErrorBreaker part =
        failures.part("support of Acme", "its runs are not watched", off -> {});

    for (int i = 0; i < InternalErrorBreaker.LIMIT_OF_PART; i++) {
      part.note("before a call in X", thrownIn(InternalErrorBreaker.EXTENSION + "acme.jar"));
    }

    assertThat(log())
        .contains(
            "[loophalt] ERROR error of the extension acme.jar before a call in X; the application")
        .contains(
            "support of Acme is SWITCHED OFF after 5 internal errors: its runs are not watched. To"
                + " turn it on again, restart the JVM. The errors above are for the author of the"
                + " extension acme.jar")
        .doesNotContain("Please report");
  }

  @Test
  void aPartIsSwitchedOffAloneAndSaysHowToTurnItOnAgain() {
    AtomicInteger switchedOff = new AtomicInteger();
    InternalErrorBreaker part =
        failures.part("watching X.y", "its calls run", off -> switchedOff.incrementAndGet());
    InternalErrorBreaker other =
        failures.part("the event log", "no events", off -> switchedOff.set(-1));

    for (int i = 0; i < 3 * InternalErrorBreaker.LIMIT; i++) {
      part.note("here", new IllegalStateException("planted"));
    }

    assertThat(switchedOff).hasValue(1);
    assertThat(turnedOff).hasValue(0);
    assertThat(part.isOff()).isTrue();
    assertThat(other.isOff()).isFalse();
    assertThat(failures.haveTurnedOff()).isFalse();
    assertThat(log())
        .contains("watching X.y is SWITCHED OFF after 5 internal errors: its calls run")
        .contains("To turn it on again, restart the JVM");
  }

  @Test
  void whatTheApplicationsObjectsThrowIsSaidOnceAndCountsForNobody() {
    InternalErrorBreaker part =
        failures.part("watching X.y", "its calls run", off -> turnedOff.set(-1));

    for (int i = 0; i < 3 * InternalErrorBreaker.LIMIT; i++) {
      part.note("here", ApplicationException.of("whenComplete of X", new AssertionError("secret")));
      part.note("here", thrownInAnotherLoader());
    }

    assertThat(turnedOff).hasValue(0);
    assertThat(failures.count()).isZero();
    assertThat(log())
        .containsOnlyOnce("whenComplete of X threw java.lang.AssertionError")
        .doesNotContain("secret", "internal error");
  }

  /** With the stack of something that an application's class threw. */
  private static RuntimeException thrownInAnotherLoader() {
    return thrownIn("webapp");
  }

  private static RuntimeException thrownIn(String loader) {
    IllegalStateException thrown = new IllegalStateException("secret");
    thrown.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement(
              null, "java.base", "17", "java.util.Objects", "requireNonNull", null, 1),
          new StackTraceElement(loader, null, null, "com.acme.Tool", "size", "Tool.java", 1)
        });
    return thrown;
  }

  @Test
  void theEndOfAStoppedThreadIsNoError() throws Exception {
    Error end =
        Class.forName("java.lang.ThreadDeath")
            .asSubclass(Error.class)
            .getDeclaredConstructor()
            .newInstance();
    for (int i = 0; i < 3 * InternalErrorBreaker.LIMIT; i++) {
      failures.note("here", end);
    }

    assertThat(failures.count()).isZero();
    assertThat(turnedOff).hasValue(0);
    assertThat(log()).isEmpty();
  }

  private String log() {
    return written.toString(StandardCharsets.UTF_8);
  }
}
