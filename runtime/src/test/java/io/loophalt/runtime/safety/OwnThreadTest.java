package io.loophalt.runtime.safety;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What ends a thread of the agent's is nothing that the application's handlers hear of. */
class OwnThreadTest {

  private final Thread.UncaughtExceptionHandler before =
      Thread.getDefaultUncaughtExceptionHandler();
  private final List<Throwable> heardByTheApplication = new CopyOnWriteArrayList<>();

  @AfterEach
  void giveBack() {
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  @Test
  void anErrorEndsItsThreadAndNotTheApplication() throws InterruptedException {
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> heardByTheApplication.add(error));
    Thread thread =
        OwnThread.of(
            () -> {
              throw new NoClassDefFoundError("javax/management/JMException");
            },
            "loophalt-planted");

    thread.start();
    thread.join();

    assertThat(heardByTheApplication).isEmpty();
  }

  /**
   * Of what a loop waits with, and of the files that it reads, an interrupt would be the end. Who
   * interrupts a whole group calls the same on each thread of it; that one has this test's, too.
   */
  @Test
  void whoInterruptsAllThreadsDoesNotMeanIt() throws InterruptedException {
    CountDownLatch goesOn = new CountDownLatch(1);
    List<Boolean> interrupted = new CopyOnWriteArrayList<>();
    Thread thread =
        OwnThread.of(
            () -> {
              try {
                goesOn.await();
                interrupted.add(Thread.interrupted());
              } catch (InterruptedException stray) {
                interrupted.add(true);
              }
            },
            "loophalt-planted");
    thread.start();

    thread.interrupt();
    assertThat(thread.isInterrupted()).isFalse();
    goesOn.countDown();
    thread.join();

    assertThat(interrupted).containsExactly(false);
  }

  @Test
  void itsOwnerEndsWhateverItWaitsFor() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    List<String> ended = new CopyOnWriteArrayList<>();
    OwnThread thread =
        OwnThread.of(
            () -> {
              try {
                never.await();
              } catch (InterruptedException end) {
                ended.add("ended");
              }
            },
            "loophalt-planted");
    thread.start();

    thread.end();
    thread.join();

    assertThat(ended).containsExactly("ended");
  }

  @Test
  void itIsSaidInOneLine() {
    assertThat(
            OwnThread.obituary(
                "loophalt-planted", new NoClassDefFoundError("javax/management/JMException\n")))
        .isEqualTo(
            "the agent's thread loophalt-planted has ended by java.lang.NoClassDefFoundError:"
                + " javax/management/JMException\\u000a; what it did is not done any more, and the"
                + " application is not affected. Please report it");
  }

  @Test
  void whatCannotBePrintedIsSaidByItsType() {
    RuntimeException silent =
        new RuntimeException() {
          @Override
          public String getMessage() {
            throw new IllegalStateException("again");
          }
        };

    assertThat(OwnThread.obituary("loophalt-planted", silent))
        .contains("has ended by " + silent.getClass().getName() + ";");
  }
}
