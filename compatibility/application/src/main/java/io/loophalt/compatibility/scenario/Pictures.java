package io.loophalt.compatibility.scenario;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Has a model ask for the same look again and again, and gives it a picture each time. A healthy
 * agent sees another one with each look, a stuck one the same.
 */
public final class Pictures {

  /** So often an agent looks. */
  public static final int LOOKS = 12;

  private static final int BYTES = 40_000;

  /** An agent that asks a model {@link #LOOKS} times, and answers each call with a picture. */
  public interface Viewer {
    void watch(Supplier<byte[]> picture) throws Exception;
  }

  private Pictures() {}

  /** Reports what became of each agent, healthy and stuck. */
  public static void play(Map<String, Viewer> viewers) {
    Lifeline.hold();
    viewers.forEach(
        (name, viewer) -> {
          play(name + ".healthy", viewer, /* stuck= */ false);
          play(name + ".stuck", viewer, /* stuck= */ true);
        });
    Report.fact("done", true);
    System.exit(0);
  }

  private static void play(String name, Viewer viewer, boolean stuck) {
    AtomicInteger looks = new AtomicInteger();
    String outcome;
    try {
      look(
          viewer,
          () -> {
            looks.incrementAndGet();
            return picture(stuck ? 0 : looks.get());
          });
      outcome = "seen";
    } catch (Throwable thrown) {
      outcome = root(thrown).getClass().getSimpleName();
    }
    Report.fact(name + ".outcome", outcome);
    Report.fact(name + ".looks", looks.get());
  }

  private static Throwable root(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return cause == null ? thrown : root(cause);
  }

  /** A run. */
  private static void look(Viewer viewer, Supplier<byte[]> picture) throws Exception {
    viewer.watch(picture);
  }

  /** Such as differs from another one in its middle only. */
  private static byte[] picture(int number) {
    byte[] picture = new byte[BYTES];
    new Random(1).nextBytes(picture);
    byte[] own = new byte[BYTES / 2];
    new Random(number).nextBytes(own);
    System.arraycopy(own, 0, picture, BYTES / 4, own.length);
    return picture;
  }

  /** A picture as JSON has it. */
  public static String base64(byte[] picture) {
    return Base64.getEncoder().encodeToString(picture);
  }

  /**
   * A provider whose model gives one answer.
   *
   * @param answer in the provider's JSON, {@code %1$d} being the number of the request
   * @return its address
   */
  public static String provider(String answer) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    AtomicInteger requests = new AtomicInteger();
    server.createContext(
        "/", exchange -> send(exchange, answer.formatted(requests.incrementAndGet())));
    server.start();
    return "http://localhost:" + server.getAddress().getPort();
  }

  private static void send(HttpExchange exchange, String answer) throws IOException {
    exchange.getRequestBody().readAllBytes();
    byte[] body = answer.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
