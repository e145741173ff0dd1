package io.loophalt.operations.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.Run;
import io.loophalt.operations.control.ControlSocket;
import io.loophalt.operations.control.GuardedJvms;
import io.loophalt.operations.control.SomeRuns;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server with a socket of an agent behind it; requests are written as anybody could. */
class ConsoleServerTest {

  private static final String STRANGER = "http://evil.example";

  private final SomeRuns runs = new SomeRuns();
  private final Run run = runs.open("one").run();
  private final ControlSocket socket;
  private final ConsoleServer server;
  private final URI address;

  ConsoleServerTest(@TempDir Path folder) throws IOException {
    Path sockets = folder.resolve("sockets");
    socket = new ControlSocket(sockets.toString(), "4711-1", runs.control(), System.err::println);
    assertThat(socket.open()).isTrue();
    server = ConsoleServer.open(0, known -> GuardedJvms.find(List.of(sockets), known));
    address = URI.create(server.address());
  }

  @BeforeEach
  void listen() {
    Thread listener = new Thread(socket::serve);
    listener.setDaemon(true);
    listener.start();
  }

  @AfterEach
  void close() {
    server.close();
    socket.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "console.css",
        "timeline.css",
        "uPlot.min.css",
        "uPlot.iife.min.js",
        "icon.svg",
        "console.js",
        "runs.js",
        "jvms.js",
        "story.js",
        "dialogs.js",
        "text.js"
      })
  void eachFileOfThePageIsServedUnderAStrictPolicy(String name) throws IOException {
    assertThat(get(address.getPath() + name, host(), ""))
        .startsWith("HTTP/1.1 200 ")
        .containsIgnoringCase("content-security-policy: default-src 'none'; script-src 'self';")
        .doesNotContain("unsafe-")
        .containsIgnoringCase("x-content-type-options: nosniff")
        .containsIgnoringCase("referrer-policy: no-referrer")
        .containsIgnoringCase("cache-control: no-store");
  }

  @Test
  void whoHasNotTheAddressFindsNothing() throws IOException {
    for (String path :
        List.of("/", "/console.js", "/events", "/orders", "/guess/", "/favicon.ico")) {
      assertThat(get(path, host(), "")).as(path).startsWith("HTTP/1.1 404 ").endsWith("\r\n\r\n");
    }
    assertThat(get(address.getPath() + "none", host(), "")).startsWith("HTTP/1.1 404 ");
    assertThat(get(address.getPath() + "..%2fconsole.js", host(), "")).startsWith("HTTP/1.1 404 ");
  }

  @Test
  void otherHostsOriginsAndMethodsAreRefused() throws IOException {
    String page = address.getPath();
    assertThat(get(page, "evil.example", "")).startsWith("HTTP/1.1 421 ");
    assertThat(get(page, host(), "Origin: " + STRANGER + "\r\n")).startsWith("HTTP/1.1 403 ");
    assertThat(get(page, host(), "Sec-Fetch-Site: cross-site\r\n")).startsWith("HTTP/1.1 403 ");
    assertThat(post(STRANGER, "application/json", halt())).startsWith("HTTP/1.1 403 ");
    assertThat(post("", "application/json", halt())).startsWith("HTTP/1.1 403 ");
    assertThat(get(page + "orders", host(), ""))
        .startsWith("HTTP/1.1 405 ")
        .containsIgnoringCase("allow: POST");
    assertThat(send("PUT " + page + " HTTP/1.1\r\nHost: " + host() + "\r\nOrigin: " + own(), ""))
        .startsWith("HTTP/1.1 405 ")
        .containsIgnoringCase("allow: GET");
    assertThat(run.haltReason()).isNull();
  }

  @Test
  void anOrderIsJsonAndNotLong() throws IOException {
    assertThat(post(own(), "text/plain", halt())).startsWith("HTTP/1.1 415 ");
    assertThat(post(own(), "application/json", "[1]")).startsWith("HTTP/1.1 400 ");
    assertThat(post(own(), "application/json", "{")).startsWith("HTTP/1.1 400 ");
    assertThat(post(own(), "application/json", "{\"a\":\"" + "x".repeat(20_000) + "\"}"))
        .startsWith("HTTP/1.1 400 ");
    assertThat(post(own(), "application/json", "{\"command\":\"disable\"}"))
        .contains("there is no such order");
    assertThat(post(own(), "application/json", "{\"command\":\"halt\",\"key\":99}"))
        .contains("the run is over");
    assertThat(run.haltReason()).isNull();
  }

  @Test
  void aPageIsToldOfRunsAndItsOrdersAreFollowed() throws IOException {
    String news = stream("\"run\":\"one\"");
    assertThat(news).contains("\"whole\":true").contains("\"state\":\"going\"");

    String key = news.replaceAll("(?s).*\"key\":([0-9]+),\"jvm\":.*", "$1");
    String halt = "{\"command\":\"halt\",\"key\":" + key + ",\"reason\":\"too dear\"}";
    assertThat(post(own(), "application/json; charset=utf-8", halt))
        .startsWith("HTTP/1.1 200 ")
        .contains("\"ok\":true")
        .contains("one is halted");

    assertThat(Objects.requireNonNull(run.haltReason()).detail()).isEqualTo("too dear");
    assertThat(stream("by\":\"console\"")).contains("\"state\":\"halted\"");
  }

  private String stream(String until) throws IOException {
    try (Socket connection = connect()) {
      String request = "GET " + address.getPath() + "events?since=0 HTTP/1.1\r\nHost: " + host();
      connection.getOutputStream().write((request + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      StringBuilder read = new StringBuilder();
      InputStream in = connection.getInputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        read.append((char) next);
        if (next == '\n' && read.indexOf(until) >= 0) {
          return read.toString();
        }
      }
      return read.toString();
    }
  }

  private static String halt() {
    return "{\"command\":\"halt\",\"key\":2}";
  }

  private String host() {
    return "127.0.0.1:" + address.getPort();
  }

  private String own() {
    return "http://" + host();
  }

  private String get(String path, String host, String more) throws IOException {
    return send(
        "GET "
            + path
            + " HTTP/1.1\r\nHost: "
            + host
            + (more.isEmpty() ? "" : "\r\n" + more.strip()),
        "");
  }

  private String post(String origin, String type, String body) throws IOException {
    return send(
        "POST "
            + address.getPath()
            + "orders HTTP/1.1\r\nHost: "
            + host()
            + (origin.isEmpty() ? "" : "\r\nOrigin: " + origin)
            + "\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + body.length(),
        body);
  }

  private String send(String head, String body) throws IOException {
    try (Socket connection = connect()) {
      String request = head + "\r\nConnection: close\r\n\r\n" + body;
      connection.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Socket connect() throws IOException {
    Socket connection = new Socket(InetAddress.getLoopbackAddress(), address.getPort());
    connection.setSoTimeout(30_000);
    return connection;
  }
}
