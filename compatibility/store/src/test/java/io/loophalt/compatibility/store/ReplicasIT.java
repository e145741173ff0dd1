package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.handedon.Replica;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.server.FreePorts;
import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Two replicas behind a balancer that is set up as docs/many-jvms.md says. */
@SpreadOverJdks
class ReplicasIT extends SharingApplications {

  private static final int MOST_REQUESTS = 20;

  private final HttpClient client = HttpClient.newHttpClient();
  private final int one = FreePorts.next();
  private final int other = FreePorts.next();
  private final int balancer = FreePorts.next();

  @OnEveryJdk
  void aLoopThatIsBalancedIsHaltedAtTheSameStepAsInOne(ForkedContainer container) throws Exception {
    settings = ofThePage("yaml", "trusted-ids: [^\n]*task: order-agent}\n");
    try (ForkedJvm first = start(container, "one", Replica.class, String.valueOf(one));
        ForkedJvm second = start(container, "other", Replica.class, String.valueOf(other));
        ForkedJvm nginx = nginx()) {
      RedisServer.awaitPort(balancer);
      assertThat(nginx.isAlive()).isTrue();

      assertThat(requestsUntilHalted(one, "order-1", "order-1")).as("without it").isEqualTo(5);
      assertThat(requestsUntilHalted(balancer, "order-2", "order-3")).isEqualTo(5);
      assertThat(status(balancer, "order-3", "order-3")).as("whom a client named").isEqualTo(200);
      assertThat(status(balancer, "order-2", "order-4")).as("by its path").isEqualTo(409);

      assertThat(steps(first)).as("5, and every other one of 5 and 1").isEqualTo(8);
      assertThat(steps(second)).isEqualTo(3);
    }
  }

  /** With the ports of this test. */
  private ForkedJvm nginx() throws IOException {
    String servers =
        ofThePage("nginx", "[^`]*")
            .replace("replica-1:8080", "127.0.0.1:" + one)
            .replace("replica-2:8080", "127.0.0.1:" + other)
            .replace("listen 80;", "listen 127.0.0.1:" + balancer + ";");
    Path file =
        Files.writeString(
            folder.resolve("nginx.conf"),
            "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n"
                + "access_log off;\n"
                + servers
                + "}\n");
    return ForkedJvm.start(
        List.of("nginx", "-p", folder.toString(), "-c", file.toString()), folder);
  }

  private static String ofThePage(String language, String content) throws IOException {
    String page = Files.readString(Path.of(System.getProperty("loophalt.docs"), "many-jvms.md"));
    Matcher block = Pattern.compile("```" + language + "\n(" + content + ")```").matcher(page);
    assertThat(block.find()).as(content).isTrue();
    return block.group(1);
  }

  private int requestsUntilHalted(int port, String order, String named) throws Exception {
    for (int i = 1; i <= MOST_REQUESTS; i++) {
      if (status(port, order, named) == 409) {
        return i;
      }
    }
    return -1;
  }

  /** What is answered to a client that names an order in its header, too. */
  private int status(int port, String order, String named) throws Exception {
    HttpRequest step =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + port + "/orders/" + order + "/step"))
            .header("X-Agent-Run", named)
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    return client.send(step, BodyHandlers.discarding()).statusCode();
  }
}
