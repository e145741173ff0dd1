package io.loophalt.compatibility;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

/** A real HTTP server to which notifications are posted, and which does what a test says. */
final class Receiver implements AutoCloseable {

  /** Answers never, until it is closed. */
  static final int HANGS = 0;

  /**
   * What was posted.
   *
   * @param delivery the id of the post
   * @param signature empty if it was not signed
   */
  record Post(String delivery, String signature, String contentType, String text, int status) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final IntUnaryOperator status;
  private final List<Post> posts = new ArrayList<>();

  /**
   * Listens on a port, or with 0 on any.
   *
   * @param status what it answers to its first post (1), its second, and so on
   */
  Receiver(int port, IntUnaryOperator status) {
    this.status = status;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException taken) {
      throw new UncheckedIOException(taken);
    }
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Where it is; the path is a secret. */
  String url() {
    return "http://127.0.0.1:" + port() + "/secret-path-7a31";
  }

  private void take(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    int answer;
    synchronized (this) {
      answer = status.applyAsInt(posts.size() + 1);
      posts.add(
          new Post(
              header(exchange, "Loophalt-Delivery"),
              header(exchange, "Loophalt-Signature"),
              header(exchange, "Content-Type"),
              new String(body, StandardCharsets.UTF_8),
              answer));
      notifyAll();
    }
    try {
      if (answer == HANGS) {
        closed.await();
      } else {
        byte[] said = "thanks".getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(answer, said.length);
        exchange.getResponseBody().write(said);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  /** What was posted so far. */
  synchronized List<Post> posts() {
    return List.copyOf(posts);
  }

  /** Waits until one is posted, answered or not, that is as wanted. */
  synchronized Post await(Predicate<Post> wanted) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (true) {
      for (Post each : posts) {
        if (wanted.test(each)) {
          return each;
        }
      }
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        throw new AssertionError("no such post came: " + posts.stream().map(Post::text).toList());
      }
      try {
        wait(left);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new AssertionError(stopped);
      }
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
