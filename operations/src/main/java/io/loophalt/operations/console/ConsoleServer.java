package io.loophalt.operations.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loophalt.operations.console.PageFiles.PageFile;
import io.loophalt.operations.console.RequestGuard.Verdict;
import io.loophalt.operations.control.ControlException;
import io.loophalt.operations.control.ControlProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves the page on the loopback interface, under a path that nobody can guess, until it is
 * closed. Thread-safe.
 */
public final class ConsoleServer implements AutoCloseable {

  /**
   * The page runs its own scripts and talks to its own server, and nothing else. HTML comes into it
   * in one place, the timeline of a run, which {@code trusted-types} names.
   *
   * @see <a href="https://www.w3.org/TR/CSP3/">Content Security Policy 3</a>
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src"
          + " 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for"
          + " 'script'; trusted-types timeline";

  private static final String LOOPBACK = "127.0.0.1";
  private static final String JSON = "application/json; charset=utf-8";

  private static final int MOST_THREADS = 64;
  private static final int MOST_STREAMS = 32;
  private static final long IDLE_SECONDS = 30;
  private static final int LONGEST_ORDER = 16 * 1024;

  private final HttpServer server;
  private final String token = RequestGuard.newToken();
  private final RequestGuard guard;
  private final PageFiles files = new PageFiles();
  private final Board board = new Board(System::currentTimeMillis);
  private final JvmWatcher watcher;
  private final OrderDesk desk;
  private final Stories stories;
  private final Semaphore streams = new Semaphore(MOST_STREAMS);

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          2,
          MOST_THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          ConsoleServer::daemon);

  private ConsoleServer(HttpServer server, ChosenJvms chosen) {
    this.server = server;
    String port = ":" + server.getAddress().getPort();
    this.guard = new RequestGuard(List.of(LOOPBACK + port, "localhost" + port), token);
    this.watcher = new JvmWatcher(chosen, board);
    this.desk = new OrderDesk(board, watcher);
    this.stories = new Stories(board);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "loophalt-console-request");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Opens it.
   *
   * @param port 0 for one that is free
   * @throws IOException if the port is taken
   */
  public static ConsoleServer open(int port, ChosenJvms chosen) throws IOException {
    // Who connects and sends nothing is not waited for. Read once, when the server's class is.
    System.setProperty("sun.net.httpserver.maxReqTime", "10");
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
    ConsoleServer console = new ConsoleServer(server, chosen);
    server.setExecutor(console.threads);
    server.createContext("/", console::handle);
    server.start();
    console.watcher.start();
    return console;
  }

  /** The address of the page, for nobody but its person. */
  public String address() {
    return "http://" + LOOPBACK + ":" + server.getAddress().getPort() + "/" + token + "/";
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Security-Policy", POLICY);
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("Cache-Control", "no-store");
      headers.set("Cross-Origin-Opener-Policy", "same-origin");
      headers.set("Cross-Origin-Resource-Policy", "same-origin");
      String path = exchange.getRequestURI().getPath();
      Verdict verdict =
          guard.judge(exchange.getRequestMethod(), path, exchange.getRequestHeaders());
      if (verdict != Verdict.ADMITTED) {
        exchange.sendResponseHeaders(verdict.status, -1);
        return;
      }
      answer(exchange, path.substring(token.length() + 2));
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(HttpExchange exchange, String name) throws IOException, InterruptedException {
    String allowed = name.equals("orders") ? "POST" : "GET";
    if (!exchange.getRequestMethod().equals(allowed)) {
      exchange.getResponseHeaders().set("Allow", allowed);
      exchange.sendResponseHeaders(405, -1);
    } else if (name.equals("orders")) {
      order(exchange);
    } else if (name.equals("events")) {
      stream(exchange);
    } else if (name.equals("config")) {
      config(exchange);
    } else {
      PageFile file = files.file(name);
      if (file == null) {
        exchange.sendResponseHeaders(404, -1);
      } else {
        send(exchange, file.type(), file.content());
      }
    }
  }

  private void order(HttpExchange exchange) throws IOException {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    if (type == null || !type.startsWith("application/json")) {
      exchange.sendResponseHeaders(415, -1);
      return;
    }
    byte[] body = exchange.getRequestBody().readNBytes(LONGEST_ORDER + 1);
    JsonNode order;
    try {
      order = body.length > LONGEST_ORDER ? null : ControlProtocol.JSON.readTree(body);
    } catch (IOException unreadable) {
      order = null;
    }
    if (order == null || !order.isObject()) {
      exchange.sendResponseHeaders(400, -1);
      return;
    }
    send(exchange, JSON, desk.follow(order).toString());
  }

  private void stream(HttpExchange exchange) throws IOException, InterruptedException {
    if (!streams.tryAcquire()) {
      exchange.sendResponseHeaders(503, -1);
      return;
    }
    try {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
      exchange.sendResponseHeaders(200, 0);
      RunStory open = stories.of(number(exchange, "open"));
      new EventStream(board, open).send(exchange.getResponseBody(), number(exchange, "since"));
    } finally {
      streams.release();
    }
  }

  private void config(HttpExchange exchange) throws IOException {
    BoardJvm jvm = board.jvm(number(exchange, "jvm"));
    WatchedJvm watched = jvm == null ? null : watcher.of(jvm.jvm);
    if (watched == null) {
      exchange.sendResponseHeaders(404, -1);
      return;
    }
    try {
      send(exchange, JSON, watched.config().toString());
    } catch (ControlException refused) {
      exchange.sendResponseHeaders(502, -1);
    }
  }

  /** A number of the query; 0 if it has none of this name. */
  private static long number(HttpExchange exchange, String name) {
    @Nullable String query = exchange.getRequestURI().getQuery();
    if (query != null) {
      for (String each : query.split("&", -1)) {
        if (each.matches(name + "=[0-9]{1,18}")) {
          return Long.parseLong(each.substring(name.length() + 1));
        }
      }
    }
    return 0;
  }

  private static void send(HttpExchange exchange, String type, String content) throws IOException {
    byte[] body = content.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  /** Serves no more, and looks at no JVM any more. */
  @Override
  public void close() {
    watcher.close();
    server.stop(0);
    threads.shutdownNow();
  }
}
