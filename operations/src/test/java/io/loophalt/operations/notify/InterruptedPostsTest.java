package io.loophalt.operations.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.loophalt.runtime.policy.NotifyPolicy;
import io.loophalt.runtime.policy.NotifyPolicy.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Notifications in an application that interrupts threads which are not its own. */
@Timeout(60)
class InterruptedPostsTest {

  private final HttpServer receiver =
      HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  private final Semaphore received = new Semaphore(0);
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final PostQueue posts;

  InterruptedPostsTest() throws IOException {
    receiver.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
          received.release();
        });
    receiver.start();
    InetSocketAddress at = receiver.getAddress();
    NotifyPolicy policy =
        new NotifyPolicy(
            URI.create("http://" + at.getHostString() + ':' + at.getPort() + '/'),
            null,
            NotifyPolicy.all(),
            NotifyPolicy.TIMEOUT,
            600,
            NotifyPolicy.QUEUE_LENGTH);
    posts = new PostQueue(policy, "0", complaints::add);
  }

  @AfterEach
  void close() {
    posts.close();
    receiver.stop(0);
  }

  private static Notification halt(String run) {
    return new Notification(
        Kind.HALT, Instant.EPOCH, run, "task", "no_progress", "five", "news", null, null, null);
  }

  /** Neither the agent's own thread nor that of the JDK's client, which ends by it. */
  @Test
  void whoInterruptsAllThreadsKeepsNoPostFromArriving() throws InterruptedException {
    posts.add(halt("run-1"));
    assertThat(received.tryAcquire(30, TimeUnit.SECONDS)).as("the first arrives").isTrue();

    List<Thread> ours =
        Thread.getAllStackTraces().keySet().stream()
            .filter(
                each ->
                    each.getName().equals("loophalt-notify")
                        || each.getName().startsWith("HttpClient"))
            .toList();
    ours.forEach(Thread::interrupt);
    posts.add(halt("run-2"));

    assertThat(received.tryAcquire(30, TimeUnit.SECONDS)).as("the next arrives").isTrue();
    assertThat(ours)
        .filteredOn(each -> each.getName().equals("loophalt-notify"))
        .singleElement()
        .matches(Thread::isAlive)
        .matches(each -> !each.isInterrupted());
    assertThat(posts.dropped()).isZero();
  }
}
