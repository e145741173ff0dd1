package io.loophalt.runtime.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.LoopHaltException;
import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.instrumentation.GuardedClasses;
import io.loophalt.runtime.application.Reports;
import io.loophalt.runtime.runs.LiveRun;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whose exception is thrown: that of the application, wherever it keeps it. */
class HaltExceptionsTest {

  private static final StopReason REASON =
      new StopReason(
          Kind.REPEATED_ERROR,
          "the same error 5 times",
          "task",
          "run-7",
          "novelty",
          5,
          9,
          8,
          700,
          60,
          List.of("read abcdef result 012345"),
          true);

  /** Outside any application: its loader has no such type. */
  private static final Class<?> OF_THE_JDK = String.class;

  private final GuardedClasses application =
      GuardedClasses.beside(Reports.class, List.of(), RunEvents.NONE);
  private final HaltExceptions exceptions = new HaltExceptions();

  @AfterEach
  void shutTheGate() {
    application.close();
  }

  @Test
  void theTypeOfTheWovenClassComesFirst() throws Exception {
    Throwable halt =
        withContextLoader(
            HaltExceptionsTest.class.getClassLoader(), application.copyOf(Reports.class), null);

    isOfTheApplication(halt);
    assertThat(halt).hasMessage(REASON.summary());
    Object reason = halt.getClass().getMethod("stopReason").invoke(halt);
    assertThat(reason.getClass().getMethod("asMap").invoke(reason)).isEqualTo(REASON.asMap());
  }

  @Test
  void thenThatOfTheThread() throws Exception {
    isOfTheApplication(withContextLoader(loader(), OF_THE_JDK, null));
    isOfTheApplication(withContextLoader(loader(), null, null));
  }

  @Test
  void thenThatOfTheRunsTools() throws Exception {
    LiveRun run = application.registry().open(null, "task", null, 0);
    run.toolLoader(loader());

    isOfTheApplication(withContextLoader(null, OF_THE_JDK, run));
  }

  @Test
  void whereThereIsNoneItIsTheAgentsOwnOfTheSameNameAndMessage() {
    Throwable halt = withContextLoader(ClassLoader.getPlatformClassLoader(), OF_THE_JDK, null);

    assertThat(halt).isExactlyInstanceOf(LoopHaltException.class).hasMessage(REASON.summary());
    assertThat(halt.getClass().getSimpleName()).isEqualTo("LoopHaltException");
  }

  /** Tomcat's does so for a stopped web application. */
  @Test
  void aLoaderThatRefusesInItsOwnWayIsPassedOverAndAskedAgain() throws Exception {
    Refusing refusing = new Refusing(loader());
    Class<?> woven = refusing.woven();

    isOfTheApplication(withContextLoader(loader(), woven, null));
    assertThat(withContextLoader(refusing, woven, null))
        .isExactlyInstanceOf(LoopHaltException.class);
    assertThat(refusing.refused).isPositive();

    refusing.stopped = false;
    isOfTheApplication(withContextLoader(null, woven, null));
  }

  /** A class to be defined in another loader. */
  static final class Woven {}

  private static final class Refusing extends ClassLoader {
    private boolean stopped = true;
    private int refused;

    Refusing(ClassLoader parent) {
      super(parent);
    }

    Class<?> woven() throws IOException {
      String name = Woven.class.getName();
      try (InputStream in =
          Objects.requireNonNull(
              Woven.class.getResourceAsStream(
                  name.substring(name.lastIndexOf('.') + 1) + ".class"))) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (stopped && name.startsWith("io.loophalt.")) {
        refused++;
        throw new IllegalStateException("this web application has been stopped");
      }
      return super.loadClass(name, resolve);
    }
  }

  private void isOfTheApplication(Throwable halt) throws Exception {
    assertThat(halt.getClass()).isEqualTo(application.copyOf(LoopHaltException.class));
    assertThat(halt).isNotInstanceOf(LoopHaltException.class);
  }

  private ClassLoader loader() throws Exception {
    return application.copyOf(Reports.class).getClassLoader();
  }

  private Throwable withContextLoader(
      @Nullable ClassLoader loader, @Nullable Class<?> declaring, @Nullable LiveRun run) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return exceptions.create(declaring, run, REASON);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
