package io.loophalt.runtime.safety;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StandardErrorTest {

  /** One that stays interrupted never waits again, and takes a whole processor. */
  @Test
  void whoInterruptsAllThreadsKeepsWhoPrintsFromNothing() {
    StandardError printed = new StandardError();
    printed.handOver();
    printed.print("of a test of standard error", true);

    List<Thread> printers =
        Thread.getAllStackTraces().keySet().stream()
            .filter(each -> each.getName().equals("loophalt-log"))
            .toList();
    printers.forEach(Thread::interrupt);

    assertThat(printers).isNotEmpty();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (printers.stream().anyMatch(Thread::isInterrupted) && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(printers).noneMatch(Thread::isInterrupted).allMatch(Thread::isAlive);
  }
}
