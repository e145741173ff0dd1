package io.loophalt.compatibility.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.harness.AgentCommand;
import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.server.KeyOfDigests;
import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees and does in the console of all JVMs that share a store. */
class StoreConsoleIT {

  private static final String STEPS_AS_TOLD = "io.loophalt.compatibility.crowd.StepsAsTold";
  private static final int JVMS = 2;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private final List<ForkedJvm> jvms = new ArrayList<>();
  private RedisServer server;
  private Browser browser;
  private Path configuration;

  @BeforeEach
  void startJvmsThatShareAStore() throws IOException {
    server = new RedisServer(Files.createDirectory(folder.resolve("server")));
    Path key = KeyOfDigests.writeTo(folder);
    String shared =
        "store: {url: \"redis://127.0.0.1:"
            + server.port()
            + "\", timeout: 5s}\ndigest-key: {file: "
            + key
            + "}\ncontrol: {folder: "
            + folder.resolve("sockets")
            + "}\n";
    configuration = Files.writeString(folder.resolve("shared.yaml"), shared);
    for (int i = 0; i < JVMS; i++) {
      jvms.add(
          new ForkedContainer(Jdk.running())
              .start(
                  Application.onClassPath(
                      STEPS_AS_TOLD,
                      Artifacts.applications(),
                      Artifacts.shared(),
                      Artifacts.annotations()),
                  new Guard.AtStart(shared),
                  Files.createDirectory(folder.resolve("jvm" + i))));
    }
    for (ForkedJvm each : jvms) {
      each.awaitLine("ready=true");
      each.awaitErrorMatching(".*the store at .* is there");
      each.send("first step job question " + each.pid());
      each.awaitLine("first=went on");
    }
    browser = new Browser();
  }

  @AfterEach
  void endThem() {
    browser.close();
    jvms.forEach(ForkedJvm::close);
    server.close();
  }

  @Test
  void theButtonFreezesAllJvmsAndLetsThemGoOn() {
    try (ForkedJvm console =
        command("console", "--store", "config", "--config", configuration.toString())) {
      browser.open(console.awaitRestOfLine("console: "));
      browser.await("the run", () -> browser.text("#rows").contains("order/job"));

      browser.click("#freeze");
      browser.click("#ask-yes");
      browser.await("the freeze", () -> browser.text(".card").contains("frozen until"));
      for (ForkedJvm each : jvms) {
        each.send("second step job more " + each.pid());
      }
      browser.await("calls that wait in both", () -> waiting() == JVMS);

      browser.click("#unfreeze");
      browser.click("#ask-yes");
      for (ForkedJvm each : jvms) {
        each.awaitLine("second=went on");
      }
      browser.await("no freeze", () -> !browser.text(".card").contains("frozen"));
      assertThat(browser.complaints()).as("what the browser complains of").isEmpty();
      browser.open("about:blank");
    }
  }

  /** Calls that are held in the JVMs, as each of them says itself. */
  private int waiting() {
    try (ForkedJvm ps = command("ps", "--json")) {
      int waiting = 0;
      for (JsonNode each : JSON.readTree(String.join("\n", ps.finish().out()))) {
        waiting += each.path("waiting").asInt();
      }
      return waiting;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private ForkedJvm command(String... arguments) {
    return AgentCommand.start(Jdk.running(), folder, arguments);
  }
}
