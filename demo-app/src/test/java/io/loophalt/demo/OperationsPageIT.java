package io.loophalt.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.demo.OperationsPage.Shown;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows {@code docs/operations.md} on {@code ./demo stay}, as somebody does who tries it: each
 * command as it stands there, in a shell, and what it prints is like what is shown.
 */
class OperationsPageIT {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Fast enough for a test, and slow enough for a command between two turns of a run. */
  private static final String TIMES_FASTER = "4";

  private static final String TRY_IT = "Try it";

  private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(3);

  /** Exit status of a process that is told to end. */
  private static final int TERMINATED = 128 + 15;

  /** What the page's table has beyond its blocks; whoever adds a command adds it here. */
  private static final Map<String, List<String>> FURTHER =
      Map.of(
          "block", List.of("loophalt block PID run_check"),
          "unblock", List.of("loophalt unblock PID run_check"),
          "mode", List.of("loophalt mode PID observe", "loophalt mode PID act"),
          "config", List.of("loophalt config PID"),
          "disable", List.of("loophalt disable PID"),
          "enable", List.of("loophalt enable PID"),
          "attach", List.of("loophalt attach PID"));

  private final Path elsewhere;
  private final OperationsPage page;
  private final Set<String> tried = new LinkedHashSet<>();
  private Started demo;
  private Path configuration;

  OperationsPageIT(@TempDir Path elsewhere) throws IOException {
    this.elsewhere = elsewhere;
    this.page = OperationsPage.read(ROOT.resolve("docs/operations.md"));
  }

  @BeforeEach
  void startTheDemo() throws Exception {
    demo = started("exec sh '" + ROOT.resolve("demo") + "' stay " + TIMES_FASTER);
    String where = demo.await(1, line -> line.startsWith("demo: the configuration is "));
    configuration = Path.of(where.replaceAll(".* is (.*?);.*", "$1"));
  }

  @AfterEach
  void endTheDemo() {
    demo.close();
  }

  @Test
  void whatThePageTellsToTryDoesWhatThePageShows() throws Exception {
    follow(page.shown(TRY_IT));
    for (String command : page.inTheText(TRY_IT)) {
      tryIt(command.replace("FOLDER/logs", configuration.resolveSibling("logs").toString()));
    }
    assertThat(Files.readString(elsewhere.resolve("report.html")))
        .contains("ticket-2")
        .endsWith("</html>\n");

    for (String command : page.atTheTop()) {
      tryIt(command.replace("RUN", "ticket-2"));
    }
    tryIt("loophalt unfreeze --all");
    FURTHER.values().stream().flatMap(List::stream).sorted().forEach(this::tryOut);

    List<String> inTheTable = page.commandsInTheTable("The commands");
    assertThat(inTheTable).as("the page's table").hasSizeGreaterThan(15);
    assertThat(tried)
        .as("commands tried; those of the page's table have a word for a mode among them")
        .containsAll(inTheTable.stream().filter(name -> !name.equals("act")).toList());
    theTablesHaveTheHeadsOfThoseThatAreShown();
  }

  /** In order, each as it stands there. */
  private void follow(List<Shown> steps) throws Exception {
    assertThat(steps).as("commands with a prompt").hasSizeGreaterThan(8);
    int firstLook = 0;
    for (int i = 0; i < steps.size(); i++) {
      Shown step = steps.get(i);
      String command = step.command().replace(OperationsPage.PID, pid());
      if (command.startsWith("loophalt reload ")) {
        changeTheConfiguration();
      }
      if (command.matches("loophalt (ps|runs|show) .*|loophalt ps")) {
        firstLook = command.startsWith("loophalt runs ") ? i : firstLook;
        lookUntilItIs(step, command);
        continue;
      }
      List<String> printed = tryIt(command);
      if (command.startsWith("loophalt halt ") && printed.toString().contains(" halted already ")) {
        // This machine is so busy that the ladder was faster than the person: once more.
        tryIt("loophalt reset PID " + command.split(" ")[3]);
        i = firstLook - 1;
        continue;
      }
      assertThat(step.isLike(printed))
          .as("%s should print %s: %s", command, step.output(), printed)
          .isTrue();
      if (command.startsWith("loophalt halt ")) {
        String ended = OperationsPage.shape(page.printed(TRY_IT).get(0));
        demo.await(1, line -> OperationsPage.shape(line).equals(ended));
      }
    }
  }

  /** Looks again and again, until the demo is where that of the page was. */
  private void lookUntilItIs(Shown step, String command) throws Exception {
    long begin = System.nanoTime();
    for (List<String> printed = tryIt(command); !step.isLike(printed); printed = tryIt(command)) {
      assertThat(System.nanoTime() - begin)
          .as("nanoseconds; %s should print %s: %s", command, step.output(), printed)
          .isLessThan(MOST_NANOS);
      if (step.output().toString().contains("nudged")
          && printed.stream().anyMatch(line -> line.matches("ticket-3 .* halted .*"))) {
        tryIt("loophalt reset PID ticket-3");
      }
    }
  }

  private void changeTheConfiguration() throws IOException {
    List<String> change = page.change(TRY_IT);
    String before = Files.readString(configuration);
    assertThat(before).as("what the page tells to change").contains(change.get(0));
    Files.writeString(configuration, before.replace(change.get(0), change.get(1)));
  }

  private void theTablesHaveTheHeadsOfThoseThatAreShown() throws Exception {
    Files.writeString(
        configuration,
        Files.readString(configuration) + "budgets: {team-a: {cost: 50, per: 1d}}\n");
    tryIt("loophalt reload PID");
    List<Shown> examples = page.shown("What it looks like");
    assertThat(examples).hasSize(2);
    for (Shown example : examples) {
      Shown seen = new Shown("", tryIt(example.command().replaceAll("\\d+", "PID")));
      assertThat(seen.heads()).as(example.command()).isEqualTo(example.heads());
    }
  }

  private void tryOut(String command) {
    try {
      tryIt(command);
    } catch (Exception failed) {
      throw new AssertionError(command, failed);
    }
  }

  /** Runs a command of the page in a shell; what it prints. */
  private List<String> tryIt(String shown) throws Exception {
    String command = shown.replace("PID", pid());
    tried.add(command.split(" ")[1]);
    try (Started running = started("exec " + command)) {
      if (command.contains(" --watch")) {
        running.await(2, OperationsPage::isHead);
        assertThat(running.terminate()).as("%s: %s", command, running.all()).isEqualTo(TERMINATED);
      } else if (command.startsWith("loophalt console ")) {
        assertThatAPageIsServed(running.await(1, line -> line.startsWith("console: ")));
        assertThat(running.terminate()).as("%s: %s", command, running.all()).isEqualTo(TERMINATED);
      } else {
        assertThat(running.end()).as("%s: %s", command, running.all()).isZero();
      }
      return running.all();
    }
  }

  private static void assertThatAPageIsServed(String line) throws Exception {
    URI address = URI.create(line.substring(line.indexOf("http")));
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).contains("<title>");
  }

  private String pid() {
    return Long.toString(demo.pid());
  }

  /** As in a terminal in which the folder of the script is on the path. */
  private Started started(String command) throws IOException {
    ProcessBuilder shell =
        new ProcessBuilder(List.of("bash", "-c", command)).directory(elsewhere.toFile());
    Map<String, String> environment = shell.environment();
    environment.keySet().removeIf(name -> name.startsWith("LOOPHALT_"));
    environment.remove("JAVA_TOOL_OPTIONS");
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    // Commands are over before what the second compiler does pays.
    environment.put(Started.OPTIONS, "-XX:TieredStopAtLevel=1");
    environment.put("TMPDIR", elsewhere.toString());
    // Other JVMs of this machine are nothing to try this on.
    environment.put("LOOPHALT_CONTROL_FOLDER", elsewhere.resolve("sockets").toString());
    environment.merge(
        "PATH",
        ROOT.resolve("agent/target").toString(),
        (path, own) -> own + File.pathSeparator + path);
    return new Started(shell);
  }
}
