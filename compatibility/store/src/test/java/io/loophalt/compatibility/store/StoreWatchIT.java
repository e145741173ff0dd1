package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.harness.AgentCommand;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Iterator;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A person watches the runs of all JVMs while they go on. */
@SpreadOverJdks
class StoreWatchIT extends SharedJvms {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient browser = HttpClient.newHttpClient();

  @OnEveryJdk
  void runsAreListedAgainAndAgain(ForkedContainer container) throws Exception {
    start(container, server.port());
    step(0, "job", "the same");

    try (ForkedJvm watching = loophalt("runs", "--watch")) {
      watching.awaitLineMatching("order/job +order .* going +1 .*");
      for (int i = 1; i < 5; i++) {
        step(i % JVMS, "job", "the same");
      }

      watching.awaitLineMatching("order/job +order .* halted +5 .*");
      assertThat(watching.isAlive()).isTrue();
    }
  }

  @OnEveryJdk
  void theConsoleShowsWhatHappensInAllJvmsAndItsOrdersHoldInAll(ForkedContainer container)
      throws Exception {
    start(container, server.port());
    step(0, "job", "question 1");

    try (ForkedJvm console = loophalt("console")) {
      URI page = URI.create(console.awaitRestOfLine("console: "));
      try (Stream<String> news = news(page)) {
        Iterator<String> lines = news.iterator();
        long key = await(lines, run -> run.path("steps").asInt() == 1).path("key").asLong();
        step(1, "job", "question 2");
        await(lines, run -> run.path("steps").asInt() == 2);

        JsonNode said = order(page, "{\"command\": \"halt\", \"key\": " + key + "}");

        assertThat(said.path("said").asText()).contains("order/job is halted");
        for (int i = 0; i < JVMS; i++) {
          assertThat(step(i, "job", "more " + i)).isEqualTo("halted");
        }
        await(lines, run -> run.path("state").asText().equals("halted"));
      }
    }
  }

  @OnEveryJdk
  void aRunThatTheStoreHasNoMoreIsResetAndNoOther(ForkedContainer container) throws Exception {
    start(container, server.port());
    step(0, "job", "question");
    String keyOfJob = keyOfTheOnlyRun();

    try (ForkedJvm console = loophalt("console")) {
      URI page = URI.create(console.awaitRestOfLine("console: "));
      try (Stream<String> news = news(page)) {
        Iterator<String> lines = news.iterator();
        long job = await(lines, run -> true).path("key").asLong();
        order(page, "{\"command\": \"halt\", \"key\": " + job + "}");
        await(lines, run -> run.path("state").asText().equals("halted"));
        step(0, "another", "question");
        long another = await(lines, "order/another", run -> true).path("key").asLong();
        order(page, "{\"command\": \"halt\", \"key\": " + another + "}");
        await(lines, "order/another", run -> run.path("state").asText().equals("halted"));
        server.command("del", keyOfJob);
        await(lines, run -> run.path("over").asBoolean());

        JsonNode said = order(page, "{\"command\": \"reset\", \"key\": " + job + "}");

        assertThat(said.path("said").asText()).contains("order/job is halted no more");
        for (int i = 0; i < JVMS; i++) {
          assertThat(step(i, "another", "more " + i)).isEqualTo("halted");
        }
        // The first JVM has seen more of it than the store has now, and believes itself.
        assertThat(step(1, "job", "more")).isEqualTo("went on");
      }
    }
  }

  /** What the page is told, a line each; ends with the console. */
  private Stream<String> news(URI page) throws IOException, InterruptedException {
    return browser
        .send(HttpRequest.newBuilder(page.resolve("events")).build(), BodyHandlers.ofLines())
        .body();
  }

  private JsonNode order(URI page, String order) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(page.resolve("orders"))
            .header("Origin", "http://" + page.getAuthority())
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(order))
            .build();
    return JSON.readTree(browser.send(request, BodyHandlers.ofString()).body());
  }

  /** Reads on until the page is told this of the first run. */
  private static JsonNode await(Iterator<String> lines, Predicate<JsonNode> wanted)
      throws IOException {
    return await(lines, "order/job", wanted);
  }

  /** Reads on until the page is told this of a run; something is told every five seconds. */
  private static JsonNode await(Iterator<String> lines, String id, Predicate<JsonNode> wanted)
      throws IOException {
    long end = System.nanoTime() + ForkedJvm.TIME_LIMIT.toNanos();
    while (System.nanoTime() < end && lines.hasNext()) {
      String line = lines.next();
      if (line.startsWith("data: ")) {
        for (JsonNode run : JSON.readTree(line.substring("data: ".length())).path("runs")) {
          if (run.path("run").asText().equals(id) && wanted.test(run)) {
            return run;
          }
        }
      }
    }
    throw new AssertionError("the page was not told of it");
  }

  private ForkedJvm loophalt(String... command) {
    String[] all =
        Stream.concat(
                Stream.of(command),
                Stream.of("--store", "config", "--config", configuration().toString()))
            .toArray(String[]::new);
    return AgentCommand.start(Jdk.running(), folder, all);
  }
}
