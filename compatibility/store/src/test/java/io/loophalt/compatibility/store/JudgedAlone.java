package io.loophalt.compatibility.store;

import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Objects;

/** How often a JVM has judged a call by what it knows alone, as its metrics say. */
final class JudgedAlone {

  private static final String COUNTER = "loophalt_store_alone_total ";

  private JudgedAlone() {}

  /** In the JVM whose metrics are at this port, which is opened with its first run. */
  static double counted(int port) throws IOException, InterruptedException {
    RedisServer.awaitPort(port);
    HttpRequest scrape =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build();
    String metrics =
        Objects.requireNonNull(
            HttpClient.newHttpClient().send(scrape, BodyHandlers.ofString()).body());
    return metrics
        .lines()
        .filter(line -> line.startsWith(COUNTER))
        .mapToDouble(line -> Double.parseDouble(line.substring(COUNTER.length())))
        .findFirst()
        .orElseThrow();
  }
}
