package io.loophalt.operations.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loophalt.operations.notify.Notification.Used;
import io.loophalt.runtime.policy.NotifyPolicy;
import io.loophalt.runtime.policy.NotifyPolicy.Kind;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of notifications as the process ends. */
@Timeout(60)
class PostQueueTest {

  private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
  private final List<String> deliveries = Collections.synchronizedList(new ArrayList<>());
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private IntUnaryOperator statuses = nth -> 204;
  private HttpServer receiver;
  private PostQueue queue;

  @BeforeEach
  void listen() throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/", this::answer);
    receiver.start();
    queue = new PostQueue(policy(), "1", complaints::add);
  }

  @AfterEach
  void stop() {
    receiver.stop(0);
  }

  @Test
  void whatFailsWhileTheProcessEndsIsTriedOnceMore() {
    statuses = nth -> nth == 1 ? 503 : 204;

    queue.add(told("one"));
    closed.join();

    assertThat(deliveries).hasSize(2);
    assertThat(deliveries.get(1)).as("the same post").isEqualTo(deliveries.get(0));
    assertThat(queue.dropped()).isZero();
    assertThat(complaints).isEmpty();
  }

  @Test
  void whatIsTriedForTheFirstTimeThenIsTriedOnceMoreToo() {
    statuses = nth -> nth == 2 ? 503 : 204;

    queue.add(told("one"));
    queue.add(told("two"));
    closed.join();

    assertThat(deliveries).hasSize(3);
    assertThat(queue.dropped()).isZero();
    assertThat(complaints).isEmpty();
  }

  @Test
  void whatIsLostIsSaidInOneLine() {
    statuses = nth -> 503;

    queue.add(told("one"));
    queue.add(told("two"));
    closed.join();

    assertThat(deliveries).as("each once more, and no more").hasSize(4);
    assertThat(queue.dropped()).isEqualTo(2);
    assertThat(complaints)
        .containsExactly(
            "2 notifications could not be posted to http://127.0.0.1:"
                + receiver.getAddress().getPort()
                + " (status 503) before the JVM ended, and are lost");
  }

  @Test
  void aRefusalIsNoFailureThatIsTriedAgainThen() {
    statuses = nth -> 410;

    queue.add(told("one"));
    closed.join();

    assertThat(deliveries).hasSize(1);
    assertThat(complaints).singleElement().asString().contains("was refused by");
  }

  /** Its one try goes on for longer than the end waits: who is slow has it, perhaps. */
  @Test
  void ofWhatIsUnderWayItIsNotSaidThatItIsLost() {
    CountDownLatch ended = new CountDownLatch(1);
    statuses =
        nth -> {
          awaitUninterruptibly(ended);
          return 204;
        };

    queue.add(told("one"));
    queue.add(told("two"));
    closed.join();
    ended.countDown();

    assertThat(complaints)
        .containsExactly(
            "2 notifications could not be posted to http://127.0.0.1:"
                + receiver.getAddress().getPort()
                + " before the JVM ended, and are lost, but perhaps for the one whose answer was"
                + " awaited");
  }

  @Test
  void theEndWaitsForAPosterThatIsBeingStarted() throws InterruptedException {
    PostQueue starting = queue;
    Thread end = new Thread(starting::close);
    synchronized (starting) {
      end.start();
      while (end.getState() == Thread.State.NEW || end.getState() == Thread.State.RUNNABLE) {
        Thread.onSpinWait();
      }
      assertThat(end.getState()).isEqualTo(Thread.State.BLOCKED);
    }
    end.join();
  }

  @Test
  void whereNothingCanBePostedThatIsSaidOnceAndNothingMore() {
    PostQueue impossible = new PostQueue(policy(Duration.ZERO), "1", complaints::add);
    impossible.add(told("one"));
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (impossible.dropped() == 0 && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    impossible.add(told("two"));

    impossible.close();

    assertThat(complaints).singleElement().asString().startsWith("notifications are not posted");
    assertThat(impossible.dropped()).isEqualTo(2);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** The process ends while the first answer is awaited. */
  private void answer(HttpExchange exchange) throws IOException {
    deliveries.add(exchange.getRequestHeaders().getFirst("Loophalt-Delivery"));
    exchange.getRequestBody().readAllBytes();
    if (deliveries.size() == 1) {
      Thread end =
          new Thread(
              () -> {
                queue.close();
                closed.complete(null);
              });
      end.start();
      while (end.getState() != Thread.State.TIMED_WAITING
          && end.getState() != Thread.State.TERMINATED) {
        Thread.onSpinWait();
      }
    }
    exchange.sendResponseHeaders(statuses.applyAsInt(deliveries.size()), -1);
    exchange.close();
  }

  private NotifyPolicy policy() {
    return policy(NotifyPolicy.TIMEOUT);
  }

  private NotifyPolicy policy(Duration timeout) {
    return new NotifyPolicy(
        URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook"),
        null,
        NotifyPolicy.all(),
        timeout,
        NotifyPolicy.PER_MINUTE,
        NotifyPolicy.QUEUE_LENGTH);
  }

  private static Notification told(String run) {
    return new Notification(
        Kind.HALT,
        Instant.EPOCH,
        run,
        "task",
        "no_progress",
        "stuck",
        "news",
        new Used(5, 4, 1_000, BigDecimal.ONE),
        null,
        null);
  }
}
