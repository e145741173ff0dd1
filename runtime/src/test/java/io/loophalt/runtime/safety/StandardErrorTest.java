package io.loophalt.runtime.safety;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StandardErrorTest {

  @Test
  void whoInterruptsAllThreadsDoesNotInterruptWhoPrints() {
    StandardError printed = new StandardError();
    printed.handOver();
    printed.print("of a test of standard error", true);

    List<Thread> printers =
        Thread.getAllStackTraces().keySet().stream()
            .filter(each -> each.getName().equals("loophalt-log"))
            .toList();
    printers.forEach(Thread::interrupt);

    assertThat(printers).isNotEmpty().noneMatch(Thread::isInterrupted).allMatch(Thread::isAlive);
  }
}
