package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.JarBuilder;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.OperationsPage;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.steered.SteeredAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code docs/operations.md} shows for production, run as it stands there but for the paths.
 * Frameworks' own samples are run where the frameworks are.
 */
class DeploymentIT {

  private static final Jdk JDK = Jdk.running();
  private static final String FOLDER_VARIABLE = "LOOPHALT_CONTROL_FOLDER";
  private static final Path SYSTEMD_ANALYZE = Path.of("/usr/bin/systemd-analyze");

  @TempDir Path folder;

  @Test
  void theVariableOfAnImageGuardsWhateverIsStarted() throws IOException {
    Outcome outcome = run(List.of(JDK.command("java"), "-jar", stuck()), ofTheImage());

    assertThatRun(outcome).endedWell().reports("result.halted.at", 5);
  }

  @Test
  void theSocketIsInTheVolumeThatTheVariableNames() throws IOException {
    Path volume = folder.resolve("volume");
    String named = OperationsPage.first("`" + FOLDER_VARIABLE + "=(/[\\w/]+)`");
    Map<String, String> environment = ofTheImage();
    environment.put(FOLDER_VARIABLE, volume + named);

    isSteered(List.of(JDK.command("java"), "-jar", steered()), environment);
    assertThat(Files.getPosixFilePermissions(Path.of(volume + named))).isEqualTo(ownersAlone());
  }

  @Test
  void whereNothingCanBeWrittenOneLineSaysThatTheJvmCannotBeSteered() throws IOException {
    Map<String, String> environment = ofTheImage();
    environment.put(FOLDER_VARIABLE, "/proc/loophalt");

    Outcome outcome = run(List.of(JDK.command("java"), "-jar", stuck()), environment);

    assertThatRun(outcome).endedWell().reports("result.halted.at", 5);
    assertThat(outcome.err())
        .filteredOn(line -> line.contains("cannot be steered from outside"))
        .as(outcome.describe())
        .hasSize(1);
  }

  /**
   * A mistake in a file that the service has rightly not taken must not keep it from being frozen.
   */
  @Test
  void commandsInTheContainerAreNotGuardedThemselves() throws IOException {
    Path wrong = Files.writeString(folder.resolve("wrong.yaml"), "weaves: {}\n");
    Path link = Files.createSymbolicLink(folder.resolve("agent.jar"), Artifacts.agent());
    Map<String, String> environment = ofTheImage();
    environment.put("LOOPHALT_CONFIG", wrong.toString());
    environment.put(FOLDER_VARIABLE, folder.resolve("sockets").toString());

    for (Path jar : List.of(Artifacts.agent(), link, folder.relativize(link))) {
      Outcome outcome =
          run(List.of(JDK.command("java"), "-jar", jar.toString(), "ps"), environment);
      assertThatRun(outcome).exitedWith(0).doesNotWarn(".*\\[loophalt\\].*");
    }
    assertThatRun(run(List.of(JDK.command("java"), "-jar", stuck()), environment))
        .failed()
        .warns(".*wrong\\.yaml:1.*");
  }

  @Test
  void theServiceOfSystemdIsStartedAndSteered() throws IOException {
    String unit =
        OperationsPage.sample("systemd")
            .replace("/usr/bin/java", JDK.command("java"))
            .replaceAll("/opt/support-bot/\\S+", steered())
            .replace(OperationsPage.AGENT, Artifacts.agent().toString());
    if (Files.isExecutable(SYSTEMD_ANALYZE)) {
      Path file = Files.writeString(folder.resolve("support-bot.service"), unit);
      Outcome verified =
          run(List.of(SYSTEMD_ANALYZE.toString(), "verify", file.toString()), Map.of());
      assertThatRun(verified).exitedWith(0).doesNotWarn(".*support-bot.*");
    }

    // What systemd does before it starts the command.
    Path runtime = Files.createDirectory(folder.resolve("run"));
    assertThat(only(unit, "RuntimeDirectoryMode")).isEqualTo("0700");
    Files.createDirectory(
        runtime.resolve(only(unit, "RuntimeDirectory")),
        PosixFilePermissions.asFileAttribute(ownersAlone()));
    Map<String, String> environment = new HashMap<>();
    for (String each : values(unit, "Environment")) {
      String[] pair = each.replace("%t", runtime.toString()).split("=", 2);
      environment.put(pair[0], pair[1]);
    }
    assertThat(environment).hasSize(2);
    isSteered(List.of(only(unit, "ExecStart").split(" ")), environment);
  }

  @Test
  void besideTheAgentOfOpenTelemetryAsTheLineHasBoth() throws IOException {
    OperationsPage.putAgentInto(folder);
    Files.createSymbolicLink(
        folder.resolve("opentelemetry-javaagent.jar"), Artifacts.openTelemetryAgent());
    Files.move(Path.of(stuck()), folder.resolve("app.jar"));

    Outcome outcome =
        run(
            OperationsPage.javaCommand("Beside OpenTelemetry's agent", JDK),
            Map.of(
                "OTEL_TRACES_EXPORTER",
                "none",
                "OTEL_METRICS_EXPORTER",
                "none",
                "OTEL_LOGS_EXPORTER",
                "none",
                "JAVA_TOOL_OPTIONS",
                OperationsPage.FIRST_COMPILER_ONLY));

    assertThatRun(outcome)
        .endedWell()
        .reports("result.halted.at", 5)
        .warns(".*opentelemetry-javaagent.*");
  }

  /** Starts what a test steers, and sees and halts its run with the same folder of sockets. */
  private void isSteered(List<String> command, Map<String, String> environment) {
    try (ForkedJvm jvm = ForkedJvm.start(command, folder, ForkedJvm.TIME_LIMIT, environment)) {
      jvm.awaitLine("ready=true");
      Steering.call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      String sockets = environment.get(FOLDER_VARIABLE);
      String pid = Long.toString(jvm.pid());

      // The socket is opened beside the first run, which does not wait for it.
      long deadline = System.nanoTime() + ForkedJvm.TIME_LIMIT.toNanos();
      List<String> guarded = commandLine(sockets, "ps");
      while (guarded.size() < 2) {
        assertThat(System.nanoTime() - deadline).as("nanoseconds beyond the limit").isNegative();
        guarded = commandLine(sockets, "ps");
      }
      assertThat(guarded).hasSize(2).anyMatch(line -> line.startsWith(pid));
      assertThat(commandLine(sockets, "halt", pid, "one"))
          .containsExactly("one is halted: its next call of a tool or model throws");
      Steering.call(jvm, "one", 2, "look", "a", "halted operator: halted by an operator");
      assertThatRun(Steering.end(jvm)).exitedWith(0);
    }
  }

  private List<String> commandLine(String sockets, String... arguments) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(JDK.command("java"), "-jar", Artifacts.agent().toString()));
    command.addAll(List.of(arguments));
    Outcome outcome = run(command, Map.of(FOLDER_VARIABLE, sockets));
    assertThatRun(outcome).exitedWith(0);
    return outcome.out();
  }

  private Outcome run(List<String> command, Map<String, String> environment) {
    try (ForkedJvm jvm = ForkedJvm.start(command, folder, ForkedJvm.TIME_LIMIT, environment)) {
      return jvm.finish();
    }
  }

  /** The variable of the Dockerfile. */
  private static Map<String, String> ofTheImage() {
    String[] pair = OperationsPage.first("\nENV (\\w+=\".*\")\n").replace("\"", "").split("=", 2);
    Map<String, String> environment = new HashMap<>();
    environment.put(pair[0], pair[1].replace(OperationsPage.AGENT, Artifacts.agent().toString()));
    return environment;
  }

  private static String only(String unit, String key) {
    List<String> values = values(unit, key);
    assertThat(values).as(key).hasSize(1);
    return values.get(0);
  }

  private static List<String> values(String unit, String key) {
    return Pattern.compile("(?m)^" + key + "=(.*)$")
        .matcher(unit)
        .results()
        .map(each -> each.group(1))
        .toList();
  }

  private static Set<PosixFilePermission> ownersAlone() {
    return PosixFilePermissions.fromString("rwx------");
  }

  private String stuck() {
    return executable("stuck.jar", Applications.STUCK);
  }

  private String steered() {
    return executable("steered.jar", SteeredAgent.class.getName());
  }

  private String executable(String name, String main) {
    return new JarBuilder()
        .attribute("Main-Class", main)
        .entriesOf(Artifacts.applications(), each -> each.endsWith(".class"), "")
        .entriesOf(Artifacts.shared(), each -> each.endsWith(".class"), "")
        .entriesOf(Artifacts.annotations(), each -> each.endsWith(".class"), "")
        .write(folder.resolve(name))
        .toString();
  }
}
