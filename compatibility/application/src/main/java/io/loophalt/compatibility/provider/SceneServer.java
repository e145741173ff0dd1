package io.loophalt.compatibility.provider;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loophalt.compatibility.scenario.Scene;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/**
 * The models of all scenes behind a provider's wire format, on this machine only. A subclass speaks
 * the format; requests name their conversation in it, or at the beginning of their path.
 */
public abstract class SceneServer {

  private final Map<String, Scene> scenes = new ConcurrentHashMap<>();
  private final HttpServer server;

  /** Begins to listen on a port that is free. */
  @SuppressWarnings("this-escape") // asked only when it has told its address
  protected SceneServer() throws IOException {
    // Else head and body of an answer go out 40 ms apart.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", this::handle);
    server.start();
  }

  /** Where it listens. */
  public final String address() {
    return "http://" + server.getAddress().getHostString() + ":" + server.getAddress().getPort();
  }

  /** A conversation begins. */
  public final void play(String conversation, Scene scene) {
    scenes.put(conversation, scene);
  }

  /** Where it listens to one conversation, for clients that do not name it in their requests. */
  public final String address(String conversation) {
    return address() + '/' + conversation;
  }

  /**
   * The scene of a request's conversation.
   *
   * @param named the conversation by the request itself, if it says
   */
  protected final Scene sceneOf(String path, String named) {
    Scene scene = scenes.get(named.isEmpty() ? path.split("/")[1] : named);
    if (scene == null) {
      throw new IllegalArgumentException("no conversation " + named + " at " + path);
    }
    return scene;
  }

  /**
   * What a provider answers.
   *
   * @param contentType of the body
   */
  public record Answer(String contentType, ByteBuffer body) {

    /** A text. */
    public Answer(String contentType, String body) {
      this(contentType, StandardCharsets.UTF_8.encode(body));
    }
  }

  /** Answers a request. */
  protected abstract Answer answer(String path, byte[] request) throws IOException;

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] request = exchange.getRequestBody().readAllBytes();
      try {
        send(exchange, 200, answer(exchange.getRequestURI().getRawPath(), request));
      } catch (RuntimeException e) {
        // No server error: clients try again on those, and the reason would not come to light.
        send(exchange, 400, new Answer("text/plain", e.toString()));
      }
    }
  }

  private static void send(HttpExchange exchange, int status, Answer answer) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", answer.contentType());
    // On a connection that has carried an answer, what a client sends beyond its first 8 kB is
    // acknowledged 40 ms late.
    exchange.getResponseHeaders().set("Connection", "close");
    exchange.sendResponseHeaders(status, answer.body().remaining());
    Channels.newChannel(exchange.getResponseBody()).write(answer.body());
  }
}
