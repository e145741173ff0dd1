package io.loophalt.operations.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.operations.notify.Webhook.Outcome;
import io.loophalt.runtime.policy.NotifyPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a webhook that fails for long leaves behind. */
@Timeout(60)
class WebhookTest {

  private static final int TRIES = 10;

  private final Set<Thread> before = clients();

  @Test
  void whereNobodyListensOneClientTriesAgain() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }

    assertThat(tried(port, Duration.ofSeconds(10))).isEqualTo("ConnectException");
    assertThat(made()).hasSize(1);
  }

  @Test
  void whereNobodyAnswersOneClientTriesAgain() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      assertThat(tried(silent.getLocalPort(), Duration.ofMillis(200)))
          .isEqualTo("HttpTimeoutException");
    }
    assertThat(made()).hasSize(1);
  }

  @Test
  void whereWhoListensHangsUpOneClientTriesAgain() throws Exception {
    try (ServerSocket rude = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread listening =
          new Thread(
              () -> {
                try {
                  while (true) {
                    rude.accept().close();
                  }
                } catch (IOException closed) {
                  return;
                }
              });
      listening.start();

      assertThat(tried(rude.getLocalPort(), Duration.ofSeconds(10))).endsWith("Exception");
    }
    assertThat(made()).hasSize(1);
  }

  /** How the last of many tries failed. */
  private static String tried(int port, Duration most) throws InterruptedException {
    NotifyPolicy policy =
        new NotifyPolicy(
            URI.create("http://127.0.0.1:" + port + '/'),
            null,
            NotifyPolicy.all(),
            NotifyPolicy.TIMEOUT,
            NotifyPolicy.PER_MINUTE,
            NotifyPolicy.QUEUE_LENGTH);
    Webhook webhook = new Webhook(policy, "0");
    Outcome last = Outcome.failed("not tried");
    for (int i = 0; i < TRIES; i++) {
      last = webhook.post(new byte[1], "id", 1, most);
    }
    return last.what();
  }

  private Set<Thread> made() {
    Set<Thread> made = clients();
    made.removeAll(before);
    return made;
  }

  /** Each has one of these threads. */
  private static Set<Thread> clients() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().matches("HttpClient-\\d+-SelectorManager"))
        .collect(Collectors.toSet());
  }
}
