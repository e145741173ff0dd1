package io.loophalt.runtime.safety;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StandardErrorTest {

  /** One that stays interrupted never waits again, and takes a whole processor. */
  @Test
  @Timeout(60)
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
    while (printers.stream().anyMatch(Thread::isInterrupted)) {
      Thread.onSpinWait();
    }
    assertThat(printers).allMatch(Thread::isAlive);
  }
}
