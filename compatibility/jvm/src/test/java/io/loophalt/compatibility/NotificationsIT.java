package io.loophalt.compatibility;

import static io.loophalt.compatibility.Steering.call;
import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import io.loophalt.compatibility.Receiver.Post;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.metered.MeteredAgent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real agent posts to a real HTTP server that takes it, fails, hangs and returns. */
@SpreadOverJdks
class NotificationsIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SECRET = "whsec-0123456789abcdef";
  @TempDir Path folder;

  @OnEveryJdk
  void everyKindIsPostedSignedAndAsTheSchemaSays(ForkedContainer container) throws Exception {
    Files.writeString(folder.resolve("hook.secret"), SECRET + "\n");
    Files.setPosixFilePermissions(
        folder.resolve("hook.secret"), PosixFilePermissions.fromString("rw-------"));
    Steering steering = new Steering(container, folder);
    try (Receiver receiver = new Receiver(0, nth -> 204);
        ForkedJvm jvm =
            steering.start(
                """
                notify: {url: "%s", secret: {file: hook.secret}}
                on-halt: {wait: 2m}
                ladder: {nudge: 2, escalate: 3, halt: 4}
                budgets: {desks: {cost: 10, per: month}}
                prices: {"*": {input: 1000, output: 1000}}
                """
                    .formatted(receiver.url()))) {
      String pid = Long.toString(jvm.pid());
      jvm.send("one search a");
      jvm.send("one search a");
      jvm.send("one search a");
      jvm.send("one search a");
      jvm.send("one search a");
      Post escalated = receiver.await(each -> isOf(each, "escalation"));
      Post halted = receiver.await(each -> isOf(each, "halt"));
      Post waits = receiver.await(each -> isOf(each, "waiting"));

      assertThat(json(halted).path("run").asText()).isEqualTo("one");
      assertThat(json(halted).path("task").asText()).isEqualTo("desk");
      assertThat(json(halted).path("reason").path("kind").asText()).isEqualTo("no_progress");
      assertThat(json(halted).path("commands").path("resume").asText())
          .isEqualTo("loophalt resume " + pid + " one --extra-steps 20");
      assertThat(json(waits).path("commands").path("halt").asText())
          .isEqualTo("loophalt halt " + pid + " one");
      assertThat(json(waits).path("until").asText()).isNotEmpty();
      assertThat(json(escalated).path("commands").path("resume").isNull()).isTrue();

      String[] resume = json(waits).path("commands").path("resume").asText().split(" ");
      assertThat(steering.lines(List.of(resume).subList(1, resume.length).toArray(String[]::new)))
          .as("the command line does what it says")
          .containsExactly("one goes on");

      jvm.send("two ask 11000");
      Post spent = receiver.await(each -> isOf(each, "budget"));
      receiver.await(
          each -> isOf(each, "waiting") && json(each).path("run").asText().equals("two"));
      assertThat(json(spent).path("budget").path("name").asText()).isEqualTo("desks");
      assertThat(json(spent).path("commands").path("resume").asText())
          .isEqualTo("loophalt resume " + pid + " two --extra-cost 1");

      JsonSchema schema = StrictSchema.ofNotifications();
      for (Post each : receiver.posts()) {
        assertThat(schema.validate(json(each))).as(each.text()).isEmpty();
        assertThat(each.contentType()).isEqualTo("application/json");
        assertSigned(each);
      }
      assertThat(steering.lines("config", pid))
          .noneMatch(line -> line.contains("secret-path"))
          .anyMatch(line -> line.startsWith("notify.url: http://127.0.0.1:"));
      Outcome outcome = Steering.end(jvm);
      assertThatRun(outcome).exitedWith(0).doesNotWarn(".*internal error.*");
      assertThat(outcome.err())
          .noneMatch(line -> line.contains("secret-path") || line.contains(SECRET));
    }
  }

  @OnEveryJdk
  void whatFailsIsPostedAgainUntilItIsTaken(ForkedContainer container) throws Exception {
    try (Receiver receiver = new Receiver(0, nth -> nth == 1 ? 503 : nth == 2 ? 429 : 200);
        ForkedJvm jvm = new Steering(container, folder).start(notifying(receiver.url(), ""))) {
      stuck(jvm, "one");

      Post taken = receiver.await(each -> each.status() == 200);

      assertThat(receiver.posts()).hasSize(3);
      assertThat(receiver.posts()).extracting(Post::delivery).containsOnly(taken.delivery());
      assertThat(receiver.posts()).extracting(Post::text).containsOnly(taken.text());
      assertThat(taken.signature()).as("without a secret").isEmpty();
      assertThatRun(Steering.end(jvm))
          .exitedWith(0)
          .warns(
              "\\[loophalt] WARNING notifications cannot be posted to http://127\\.0\\.0\\.1:"
                  + receiver.port()
                  + " \\(status 503\\); each is tried again for 15 min, then dropped\\. Said"
                  + " once\\.");
    }
  }

  @OnEveryJdk
  void whatIsRefusedIsNotPostedAgain(ForkedContainer container) {
    try (Receiver receiver = new Receiver(0, nth -> nth == 1 ? 410 : 200);
        ForkedJvm jvm = new Steering(container, folder).start(notifying(receiver.url(), ""))) {
      stuck(jvm, "one");
      stuck(jvm, "two");

      Post second = receiver.await(each -> each.status() == 200);

      assertThat(json(second).path("run").asText()).isEqualTo("two");
      assertThat(json(second).path("dropped").asInt()).isEqualTo(1);
      assertThat(receiver.posts()).hasSize(2);
      assertThatRun(Steering.end(jvm))
          .warns(
              ".*a notification was refused by http://127.* \\(status 410\\) and is not tried.*");
    }
  }

  @OnEveryJdk
  void aReceiverThatHangsHoldsUpNoHaltAndNoEnd(ForkedContainer container) {
    try (Receiver receiver = new Receiver(0, nth -> Receiver.HANGS);
        ForkedJvm jvm =
            new Steering(container, folder)
                .start(notifying(receiver.url(), ", timeout: 1m, queue-length: 1"))) {
      stuck(jvm, "one");
      receiver.await(each -> true);
      stuck(jvm, "two");
      stuck(jvm, "three");

      long before = System.nanoTime();
      Outcome outcome = Steering.end(jvm);

      assertThatRun(outcome)
          .exitedWith(0)
          .doesNotWarn(".*internal error.*")
          .warns(".*notifications are dropped: 1 wait for http://127.* already\\. .*");
      assertThat(System.nanoTime() - before)
          .as("nanoseconds to its end, of the minute that a try may take")
          .isLessThan(30_000_000_000L);
      assertThat(receiver.posts()).hasSize(1);
    }
  }

  @OnEveryJdk
  void whatWasAwayGetsItWhenItReturns(ForkedContainer container) throws IOException {
    ServerSocket broken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    int port = broken.getLocalPort();
    try (ForkedJvm jvm =
        new Steering(container, folder)
            .start(notifying("http://127.0.0.1:" + port + "/hook", ""))) {
      stuck(jvm, "one");
      broken.accept().close();
      broken.close();
      stuck(jvm, "two");
      try (Receiver receiver = new Receiver(port, nth -> 200)) {
        receiver.await(each -> json(each).path("run").asText().equals("one"));
        receiver.await(each -> json(each).path("run").asText().equals("two"));
        assertThatRun(Steering.end(jvm))
            .exitedWith(0)
            .warns(".*notifications cannot be posted to .* \\(\\w+\\); .*");
      }
    } finally {
      broken.close();
    }
  }

  @OnEveryJdk
  void noContentsAndNothingThatATerminalObeysIsInIt(ForkedContainer container) throws Exception {
    try (Receiver receiver = new Receiver(0, nth -> 200)) {
      Outcome outcome =
          container.run(
              Applications.forgedNames(), new Guard.AtStart(notifying(receiver.url(), "")), folder);
      assertThatRun(outcome).endedWell();

      assertThat(receiver.posts()).as("before the end of the JVM, a moment later").isNotEmpty();
      for (Post each : receiver.posts()) {
        assertThat(StrictSchema.ofNotifications().validate(json(each))).as(each.text()).isEmpty();
        assertThat(texts(json(each)))
            .allMatch(NotificationsIT::isHarmless)
            .anyMatch(text -> text.contains("\\u000a[loophalt] WARNING forged\\u001b[2J"));
        assertThat(each.text()).doesNotContain("timeout", "no match for");
        assertThat(json(each).path("commands").path("resume").isNull())
            .as("nobody can type such an id")
            .isTrue();
      }
    }
    try (Receiver receiver = new Receiver(0, nth -> 200);
        ForkedJvm jvm =
            container.start(
                Applications.metered(),
                new Guard.AtStart(
                    """
                    notify: {url: "%s"}
                    weave: {models: [{method: io.loophalt.compatibility.metered.MeteredAgent.complete,
                      model: argument0, input-tokens: result.sent, output-tokens: result.received,
                      tool-calls: result.calls, text: result.text, messages: argument1}]}
                    """
                        .formatted(receiver.url())),
                folder)) {
      jvm.awaitLine("ready=true");
      receiver.await(each -> isOf(each, "halt"));
      for (Post each : receiver.posts()) {
        assertThat(each.text())
            .doesNotContain(
                MeteredAgent.PLANTED_ARGUMENT,
                MeteredAgent.PLANTED_RESULT,
                MeteredAgent.PLANTED_PROMPT);
      }
      jvm.send("go");
      assertThatRun(jvm.finish()).endedWell();
    }
  }

  @OnEveryJdk
  void nothingOfItIsLoadedUnlessItIsConfigured(ForkedContainer container) throws IOException {
    Path log = folder.resolve("loading.log");
    assertThatRun(
            container.run(
                Applications.stuck().withOptions("-Xlog:class+load:file=" + log),
                new Guard.AtStart("mode: act\n"),
                folder))
        .endedWell();

    assertThat(Files.readAllLines(log))
        .noneMatch(line -> line.contains(" io.loophalt.operations.notify."))
        .noneMatch(line -> line.contains(" io.loophalt.core.budget."))
        .noneMatch(line -> line.contains(" java.net.http."));
  }

  @Test
  void anUnknownFieldIsNoticed() throws IOException {
    String post =
        """
        {"version":1,"type":"halt","id":"x","time":"2026-11-25T02:00:00Z","text":"run one is halted",
         "jvm":{"pid":1,"main":"app.jar","host":null},"run":"one","task":"t",
         "reason":{"kind":"no_progress","detail":"d","detector":"news"},"used":null,"until":null,
         "budget":null,"commands":{"list":"loophalt runs 1","resume":null,"halt":null},"dropped":0%s}
        """;

    assertThat(StrictSchema.ofNotifications().validate(JSON.readTree(post.formatted(""))))
        .isEmpty();
    assertThat(
            StrictSchema.ofNotifications().validate(JSON.readTree(post.formatted(",\"more\":1"))))
        .isNotEmpty();
    assertThat(StrictSchema.read("notify.schema.json").path("$id").asText())
        .isEqualTo("urn:loophalt:notify:1");
  }

  private static String notifying(String url, String more) {
    return "notify: {url: \"" + url + "\"" + more + "}\nladder: {nudge: 2, halt: 3}\n";
  }

  /** The halt comes to the application whatever the receiver does. */
  private static void stuck(ForkedJvm jvm, String run) {
    call(jvm, run, 1, "search", "a", "no match for a");
    jvm.send(run + " search a");
    jvm.send(run + " search a");
    jvm.send(run + " search a");
    jvm.awaitLineMatching(run + "\\.4=halted no_progress: .*");
  }

  private static boolean isOf(Post post, String type) {
    return json(post).path("type").asText().equals(type);
  }

  private static JsonNode json(Post post) {
    try {
      return JSON.readTree(post.text());
    } catch (IOException invalid) {
      throw new UncheckedIOException(post.text(), invalid);
    }
  }

  /** As a receiver verifies it. */
  private static void assertSigned(Post post) throws Exception {
    String[] parts = post.signature().split(",");
    String time = parts[0].substring("t=".length());
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update((time + ".").getBytes(StandardCharsets.US_ASCII));
    assertThat(parts[1])
        .isEqualTo(
            "v1="
                + HexFormat.of()
                    .formatHex(mac.doFinal(post.text().getBytes(StandardCharsets.UTF_8))));
    assertThat(Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(time))).isLessThan(300);
  }

  private static Set<String> texts(JsonNode node) {
    Set<String> texts = new LinkedHashSet<>();
    if (node.isTextual()) {
      texts.add(node.asText());
    }
    node.forEach(each -> texts.addAll(texts(each)));
    return texts;
  }

  private static boolean isHarmless(String text) {
    return text.codePoints()
        .noneMatch(
            each -> Character.isISOControl(each) || Character.getType(each) == Character.FORMAT);
  }
}
