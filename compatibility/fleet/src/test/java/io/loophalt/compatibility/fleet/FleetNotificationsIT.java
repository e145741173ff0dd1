package io.loophalt.compatibility.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loophalt.compatibility.server.Servers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is seen in traces is posted in the form in which agents post it. */
class FleetNotificationsIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SECRET = "a secret of sixteen bytes and more";
  private static final int UNAVAILABLE = 503;
  private static final int OK = 200;

  private record Post(String id, String signature, String body, int status) {}

  @TempDir Path folder;

  private final List<Post> posts = new CopyOnWriteArrayList<>();
  private volatile int status = OK;
  private Servers servers;
  private HttpServer receiver;
  private LiveTraces traces;
  private Path configuration;

  @BeforeEach
  void startTheReceiver() throws Exception {
    servers = new Servers(folder);
    traces = new LiveTraces(folder.resolve("traces"));
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/", this::take);
    receiver.start();
    Path secret = Files.writeString(folder.resolve("hook.secret"), SECRET);
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    configuration =
        Files.writeString(
            folder.resolve("loophalt.yaml"),
            "notify: {url: \"http://127.0.0.1:"
                + receiver.getAddress().getPort()
                + "/hook\", secret: {file: "
                + secret
                + "}, on: [halt]}\n");
  }

  @AfterEach
  void stopAll() {
    servers.close();
    receiver.stop(0);
  }

  private void take(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    int answer = status;
    posts.add(
        new Post(
            exchange.getRequestHeaders().getFirst("Loophalt-Delivery"),
            exchange.getRequestHeaders().getFirst("Loophalt-Signature"),
            new String(body, StandardCharsets.UTF_8),
            answer));
    exchange.sendResponseHeaders(answer, -1);
    exchange.close();
  }

  @Test
  void aRunThatIsSeenStuckIsPostedSignedAndAsTheSchemaSays() throws Exception {
    Cluster.inOneJvm(servers, folder, "job", arguments("job"));

    traces.stuck("t1", Map.of("gen_ai.conversation.id", "chat-1"));

    servers.await("it is posted", () -> !posts.isEmpty());
    Post post = posts.get(0);
    JsonNode body = JSON.readTree(post.body());
    assertThat(schema().validate(body)).as(post.body()).isEmpty();
    assertThat(body.path("type").asText()).isEqualTo("halt");
    assertThat(body.path("id").asText()).isEqualTo(post.id());
    assertThat(body.path("reason").path("kind").asText()).isEqualTo("no_progress");
    assertThat(body.path("used").path("steps").asInt()).isBetween(4, 8);
    assertThat(body.path("jvm").path("main").asText()).isEqualTo("loophalt-fleet.jar");
    assertThat(body.path("commands").path("resume").isNull()).isTrue();
    assertThat(post.signature()).isEqualTo(signed(post));
  }

  @Test
  void whatIsFoundAgainHasTheIdThatItHadAndOneThatFailsIsTriedAgain() throws Exception {
    status = UNAVAILABLE;
    Process first = Cluster.inOneJvm(servers, folder, "first", arguments("first"));
    traces.stuck("t1", Map.of("gen_ai.conversation.id", "chat-1"));
    servers.await("it is tried again", () -> posts.size() > 1);
    status = OK;
    servers.await("it is delivered", () -> delivered().size() == 1);
    first.destroyForcibly().onExit().join();

    Cluster.inOneJvm(
        servers,
        folder,
        "second",
        arguments("second")); // which reads all again, and finds the same

    servers.await("it is delivered again", () -> delivered().size() == 2);
    assertThat(posts).extracting(Post::id).containsOnly(posts.get(0).id());
  }

  /** In a job that is killed and goes on from its checkpoint. */
  @Test
  void whatCouldNotBePostedIsPartOfTheCheckpoint() throws Exception {
    Cluster cluster = Cluster.start(servers, folder);
    cluster.submit(arguments("job"));
    status = UNAVAILABLE;
    traces.brief("t0");
    traces.stuck("t1", Map.of("gen_ai.conversation.id", "chat-1"));
    // What is there is of a checkpoint that is complete.
    servers.await("it is found", () -> !events("job").isEmpty());
    cluster.killTaskManager(0);
    status = OK;

    servers.await("it is posted", () -> !delivered().isEmpty());

    assertThat(posts).extracting(Post::id).containsOnly(posts.get(0).id());
    servers.await("the job was started anew", cluster::hasRestarted);
    assertThat(events("job")).hasSize(1);
  }

  private List<Post> delivered() {
    return posts.stream().filter(each -> each.status() == OK).toList();
  }

  private List<String> events(String job) throws Exception {
    return Cluster.linesIn(folder.resolve("events-of-" + job)).stream()
        .filter(each -> each.contains("\"intervention\":\"halt\""))
        .toList();
  }

  private static JsonSchema schema() throws IOException {
    return JsonSchemaFactory.getInstance(VersionFlag.V202012)
        .getSchema(
            Files.readString(Path.of(System.getProperty("loophalt.docs"), "notify.schema.json")));
  }

  private static String signed(Post post) throws Exception {
    String time = post.signature().replaceAll("t=(\\d+),.*", "$1");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] digest = mac.doFinal((time + '.' + post.body()).getBytes(StandardCharsets.UTF_8));
    return "t=" + time + ",v1=" + HexFormat.of().formatHex(digest);
  }

  private String[] arguments(String job) {
    return Cluster.arguments(folder, job, configuration, "--notify");
  }
}
