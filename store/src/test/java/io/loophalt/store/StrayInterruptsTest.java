package io.loophalt.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.Warnings;
import io.loophalt.store.link.RedisLink;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever interrupts all threads of a JVM does not mean those that keep it in touch. */
@Timeout(60)
class StrayInterruptsTest {

  private static final HaltChannel.Listener DEAF =
      new HaltChannel.Listener() {
        @Override
        public void opened() {}

        @Override
        public void heard(byte[] news) {}
      };

  private final Log log = new Log(new PrintStream(OutputStream.nullOutputStream()));

  @Test
  void theThreadsOfTheStoreGoOn() throws InterruptedException {
    List<Thread> ofOthers = threads();
    StorePolicy nowhere =
        new StorePolicy(
            URI.create("redis://127.0.0.1:1"), "prefix", StorePolicy.TTL, Duration.ofSeconds(1));
    RedisLink link = new RedisLink(nowhere, Names.OURS.trial(), log);
    new HaltChannel(link, "halts".getBytes(StandardCharsets.UTF_8), DEAF, new Warnings(log)).open();
    Holds holds = new Holds(link, Names.OURS);
    byte[] key = "key".getBytes(StandardCharsets.UTF_8);
    holds.hold(key, List.of(key), System.nanoTime());

    List<Thread> ours = threads();
    ours.removeAll(ofOthers);
    ours.forEach(Thread::interrupt);
    assertThat(ours)
        .extracting(Thread::getName)
        .contains("loophalt-store", "loophalt-store-halts", "loophalt-store-holds");
    assertThat(ours).noneMatch(Thread::isInterrupted);
    for (Thread each : ours) {
      each.join(50);
    }
    assertThat(ours).allMatch(Thread::isAlive);

    holds.close();
    link.close();
    for (Thread each : ours) {
      if (!each.getName().equals("loophalt-store-halts")) {
        each.join();
      }
    }
  }

  /** All of the JVM, those included that another test has left and that are about to end. */
  private static List<Thread> threads() {
    Set<Thread> all = Thread.getAllStackTraces().keySet();
    return all.stream()
        .filter(each -> each.getName().startsWith("loophalt-store"))
        .collect(Collectors.toList());
  }
}
