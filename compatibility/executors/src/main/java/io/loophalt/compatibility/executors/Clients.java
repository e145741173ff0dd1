package io.loophalt.compatibility.executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;
import reactor.netty.resources.ConnectionProvider;

/** Clients of servers: their event loops, their pools of connections, and what streams in. */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for bystanders
final class Clients {

  private static final Duration SOON = Duration.ofMillis(20);

  private Clients() {}

  static void addTo(Map<String, Library> libraries) throws IOException {
    Map<String, BlockingQueue<String>> events = new ConcurrentHashMap<>();
    URI server = server(events);
    libraries.put("OkHttp", callback -> okHttp(server, callback));
    libraries.put("Reactor Netty", callback -> reactorNetty(server, callback));
    libraries.put("HttpClient 5", callback -> httpClient5(server, callback));
    libraries.put(
        "the JDK's client",
        callback -> {
          URI own = server.resolve("/events/" + events.size());
          BlockingQueue<String> queue = new LinkedBlockingQueue<>();
          events.put(own.getPath(), queue);
          return jdk(own, queue, callback);
        });
    libraries.put(
        "Jetty's client",
        callback -> {
          URI own = server.resolve("/events/" + events.size());
          BlockingQueue<String> queue = new LinkedBlockingQueue<>();
          events.put(own.getPath(), queue);
          return jetty(own, queue, callback);
        });
    libraries.put("Netty", Clients::netty);
    libraries.put("gRPC", Clients::grpc);
  }

  /** Answers at once, or with a line for each event as it comes. */
  private static URI server(Map<String, BlockingQueue<String>> events) throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    HttpServer server = HttpServer.create(new InetSocketAddress(here, 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> answer(exchange));
    server.createContext("/events", exchange -> stream(exchange, events));
    server.start();
    return URI.create("http://" + here.getHostAddress() + ":" + server.getAddress().getPort());
  }

  private static void answer(HttpExchange exchange) throws IOException {
    byte[] body = "done".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static void stream(HttpExchange exchange, Map<String, BlockingQueue<String>> queues)
      throws IOException {
    BlockingQueue<String> events =
        Objects.requireNonNull(queues.get(exchange.getRequestURI().getPath()));
    exchange.sendResponseHeaders(200, 0);
    while (true) {
      try {
        exchange.getResponseBody().write((events.take() + "\n").getBytes(StandardCharsets.UTF_8));
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      exchange.getResponseBody().flush();
    }
  }

  /** Closes connections that nobody has used for a while. */
  private static Library.Housekeeping okHttp(URI server, Library.Callback callback) {
    OkHttpClient client =
        new OkHttpClient.Builder()
            .connectionPool(new ConnectionPool(1, SOON.toMillis(), TimeUnit.MILLISECONDS))
            .socketFactory(new ToldOfClosing(callback))
            .build();
    Request request = new Request.Builder().url(server.toString()).build();
    return () -> {
      try (Response response = client.newCall(request).execute()) {
        response.body().string();
      }
    };
  }

  private static final class ToldOfClosing extends SocketFactory {
    private final Library.Callback callback;

    ToldOfClosing(Library.Callback callback) {
      this.callback = callback;
    }

    @Override
    public Socket createSocket() {
      return new Socket() {
        @Override
        public synchronized void close() throws IOException {
          callback.called();
          super.close();
        }
      };
    }

    @Override
    public Socket createSocket(@Nullable String host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(
        @Nullable String host, int port, @Nullable InetAddress own, int ownPort) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(@Nullable InetAddress host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(
        @Nullable InetAddress host, int port, @Nullable InetAddress own, int ownPort) {
      throw new UnsupportedOperationException();
    }
  }

  private static Library.Housekeeping reactorNetty(URI server, Library.Callback callback) {
    ConnectionProvider pool =
        ConnectionProvider.builder("own").maxIdleTime(SOON).evictInBackground(SOON).build();
    reactor.netty.http.client.HttpClient client =
        reactor.netty.http.client.HttpClient.create(pool)
            .doOnDisconnected(closed -> callback.called());
    return () -> client.get().uri(server).responseContent().aggregate().block();
  }

  private static Library.Housekeeping httpClient5(URI server, Library.Callback callback) {
    CloseableHttpAsyncClient client =
        HttpAsyncClients.custom()
            .evictExpiredConnections()
            .evictIdleConnections(TimeValue.of(SOON))
            .build();
    client.start();
    SimpleHttpRequest request = SimpleRequestBuilder.get(server).build();
    return () ->
        client.execute(
            request,
            new FutureCallback<SimpleHttpResponse>() {
              @Override
              public void completed(SimpleHttpResponse response) {
                callback.called();
              }

              @Override
              public void failed(Exception failure) {
                failure.printStackTrace(); // beside the callback that the test waits for in vain
              }

              @Override
              public void cancelled() {
                throw new IllegalStateException("cancelled");
              }
            });
  }

  /** Server-sent events, for as long as the JVM runs. */
  private static Library.Housekeeping jdk(
      URI server, BlockingQueue<String> events, Library.Callback callback) {
    HttpClient.newHttpClient()
        .sendAsync(
            HttpRequest.newBuilder(server).build(),
            BodyHandlers.fromLineSubscriber(
                new Subscriber<>() {
                  @Override
                  public void onSubscribe(Subscription subscription) {
                    subscription.request(Long.MAX_VALUE);
                  }

                  @Override
                  public void onNext(String line) {
                    callback.called();
                  }

                  @Override
                  public void onError(Throwable failure) {
                    failure.printStackTrace(); // as above
                  }

                  @Override
                  public void onComplete() {
                    throw new IllegalStateException("complete");
                  }
                }));
    return () -> events.put("event");
  }

  /** Its selectors, too, are tasks of its pool. */
  private static Library.Housekeeping jetty(
      URI server, BlockingQueue<String> events, Library.Callback callback) throws Exception {
    org.eclipse.jetty.client.HttpClient client = new org.eclipse.jetty.client.HttpClient();
    client.setIdleTimeout(0);
    client.start();
    client
        .newRequest(server)
        .onResponseContent((response, part) -> callback.called())
        .send(any -> {});
    return () -> events.put("event");
  }

  /** Event loops that occupy threads of the application's for ever. */
  private static Library.Housekeeping netty(Library.Callback callback) {
    EventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            1, Executors.newCachedThreadPool(), NioIoHandler.newFactory());
    return () -> loops.schedule(callback::called, 1, TimeUnit.MILLISECONDS);
  }

  /** Server and client share a pool that is there for all. */
  private static Library.Housekeeping grpc(Library.Callback callback) throws IOException {
    String name = "own " + callback.hashCode();
    MethodDescriptor<String, String> method =
        MethodDescriptor.<String, String>newBuilder()
            .setType(MethodType.UNARY)
            .setFullMethodName("own/Look")
            .setRequestMarshaller(new Texts())
            .setResponseMarshaller(new Texts())
            .build();
    InProcessServerBuilder.forName(name)
        .addService(
            ServerServiceDefinition.builder("own")
                .addMethod(
                    method,
                    ServerCalls.asyncUnaryCall(
                        (request, answers) -> {
                          callback.called();
                          answers.onNext(request);
                          answers.onCompleted();
                        }))
                .build())
        .build()
        .start();
    ManagedChannel channel = InProcessChannelBuilder.forName(name).build();
    return () -> ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, "look");
  }

  private static final class Texts implements MethodDescriptor.Marshaller<String> {

    @Override
    public InputStream stream(String value) {
      return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String parse(InputStream stream) {
      try {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
