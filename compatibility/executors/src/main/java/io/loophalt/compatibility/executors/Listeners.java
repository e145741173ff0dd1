package io.loophalt.compatibility.executors;

import com.mongodb.MongoClientSettings;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClients;
import com.mongodb.event.ServerHeartbeatFailedEvent;
import com.mongodb.event.ServerMonitorListener;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.undertow.Undertow;
import io.undertow.server.handlers.BlockingHandler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Those that wait for what others say, and call whoever has subscribed to it. */
final class Listeners {

  private static final int SOON_MILLIS = 20;

  private Listeners() {}

  static void addTo(Map<String, Library> libraries) {
    libraries.put("Lettuce", Listeners::lettuce);
    libraries.put("MCP by stdio", Listeners::mcp);
    libraries.put("MongoDB", Listeners::mongoDb);
    libraries.put("NATS", Listeners::nats);
    libraries.put("Undertow", Listeners::undertow);
  }

  /** A server whose protocol is lines, for one connection. */
  private static final class Server {

    /** Says what is answered to a line; null for nothing. */
    interface Answers {
      @Nullable String to(String line);
    }

    private final ServerSocket socket;
    private final CompletableFuture<Socket> connected = new CompletableFuture<>();

    Server(String greeting, Answers answers) throws IOException {
      socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
      Thread thread = new Thread(() -> serve(greeting, answers));
      thread.setDaemon(true);
      thread.start();
    }

    private void serve(String greeting, Answers answers) {
      try (Socket client = socket.accept()) {
        connected.complete(client);
        say(greeting);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          String answer = answers.to(line);
          if (answer != null) {
            say(answer);
          }
        }
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    void say(String what) throws IOException {
      Socket client = connected.join();
      client.getOutputStream().write(what.getBytes(StandardCharsets.UTF_8));
      client.getOutputStream().flush();
    }

    String host() {
      return InetAddress.getLoopbackAddress().getHostAddress();
    }

    int port() {
      return socket.getLocalPort();
    }
  }

  /** Messages of a channel, on an event loop. */
  private static Library.Housekeeping lettuce(Library.Callback callback) throws IOException {
    Server server =
        new Server(
            "",
            line ->
                switch (line) {
                  case "PING" -> "+PONG\r\n";
                  case "CLIENT" -> "+OK\r\n";
                  case "SUBSCRIBE" -> "*3\r\n$9\r\nsubscribe\r\n$4\r\nlook\r\n:1\r\n";
                  default -> null;
                });
    RedisClient client = RedisClient.create(RedisURI.create(server.host(), server.port()));
    client.setOptions(ClientOptions.builder().protocolVersion(ProtocolVersion.RESP2).build());
    StatefulRedisPubSubConnection<String, String> connection = client.connectPubSub();
    connection.addListener(
        new RedisPubSubAdapter<>() {
          @Override
          public void message(String channel, String message) {
            callback.called();
          }
        });
    connection.sync().subscribe("look");
    return () -> server.say("*3\r\n$7\r\nmessage\r\n$4\r\nlook\r\n$1\r\nx\r\n");
  }

  /** Reads what the server says in one task that lasts as long as the server does. */
  private static Library.Housekeeping mcp(Library.Callback callback) {
    StdioClientTransport transport =
        new StdioClientTransport(
            ServerParameters.builder(
                    Path.of(System.getProperty("java.home"), "bin/java").toString())
                .args(List.of("-cp", System.getProperty("java.class.path"), Echo.class.getName()))
                .build(),
            McpJsonDefaults.getMapper());
    transport.connect(messages -> messages.doOnNext(message -> callback.called())).block();
    return () ->
        transport
            .sendMessage(new McpSchema.JSONRPCNotification("2.0", "notifications/look", null))
            .block();
  }

  /** Looks again and again whether the server is there, which it is not. */
  private static Library.Housekeeping mongoDb(Library.Callback callback) throws IOException {
    int nobodys;
    try (ServerSocket closed = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      nobodys = closed.getLocalPort();
    }
    ServerAddress address =
        new ServerAddress(InetAddress.getLoopbackAddress().getHostAddress(), nobodys);
    MongoClients.create(
        MongoClientSettings.builder()
            .applyToClusterSettings(cluster -> cluster.hosts(List.of(address)))
            .applyToServerSettings(
                server ->
                    server
                        .heartbeatFrequency(SOON_MILLIS, TimeUnit.MILLISECONDS)
                        .minHeartbeatFrequency(SOON_MILLIS, TimeUnit.MILLISECONDS)
                        .addServerMonitorListener(
                            new ServerMonitorListener() {
                              @Override
                              public void serverHeartbeatFailed(ServerHeartbeatFailedEvent event) {
                                callback.called();
                              }
                            }))
            .build());
    return () -> {};
  }

  /** Messages of a subject, from one task that reads and another one that calls. */
  private static Library.Housekeeping nats(Library.Callback callback) throws Exception {
    Server server =
        new Server(
            "INFO {\"server_id\":\"own\",\"version\":\"2.12.0\",\"max_payload\":1048576}\r\n",
            line -> line.equals("PING") ? "PONG\r\n" : null);
    io.nats.client.Connection connection =
        Nats.connect(
            Options.builder().server("nats://" + server.host() + ":" + server.port()).build());
    connection.createDispatcher(message -> callback.called()).subscribe("look");
    connection.flush(null);
    return () -> server.say("MSG look 1 0\r\n\r\n");
  }

  private static Library.Housekeeping undertow(Library.Callback callback) {
    Undertow server =
        Undertow.builder()
            .addHttpListener(0, InetAddress.getLoopbackAddress().getHostAddress())
            .setHandler(new BlockingHandler(exchange -> callback.called()))
            .build();
    server.start();
    InetSocketAddress address = (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
    URI uri = URI.create("http://" + address.getHostString() + ":" + address.getPort());
    return () -> uri.toURL().openConnection().getInputStream().close();
  }
}
