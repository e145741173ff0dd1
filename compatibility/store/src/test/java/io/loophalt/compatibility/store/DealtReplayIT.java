package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All recordings among the test data, played by several processes in turns through a real server:
 * each verdict is the one that a single process gives.
 */
class DealtReplayIT {

  private static final Path DATA = Path.of("../../recordings/src/test/resources");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private RedisServer server;

  @BeforeEach
  void startTheServer() throws IOException {
    server = new RedisServer(Files.createDirectory(folder.resolve("server")));
  }

  @AfterEach
  void stopTheServer() {
    server.close();
  }

  /** Those of the others take longer than all other tests with a server together. */
  static Stream<Arguments> presetsAndData() {
    Stream<Arguments> always =
        Stream.of(
            arguments("standard", "conformance"),
            arguments("standard", "trajectories"),
            arguments("standard", "replay"),
            arguments("agent-studio", "conformance"),
            arguments("gemini-cli", "conformance"));
    return Boolean.getBoolean("loophalt.every-preset") ? Stream.concat(always, others()) : always;
  }

  private static Stream<Arguments> others() {
    Stream<Arguments> vectors =
        Stream.of("aider", "gptme", "karimo", "openhands", "openhands-v0", "runaway")
            .map(preset -> arguments(preset, "conformance"));
    Stream<Arguments> runs =
        Stream.of("agent-studio", "gemini-cli", "openhands-v0")
            .map(preset -> arguments(preset, "trajectories"));
    Stream<Arguments> scenarios =
        Stream.of("standard", "standard@1").map(preset -> arguments(preset, "scenarios"));
    return Stream.of(scenarios, vectors, runs).flatMap(each -> each);
  }

  @ParameterizedTest
  @MethodSource("presetsAndData")
  void theReportIsThatOfOneProcess(String preset, String data) throws Exception {
    List<String> alone = replay("--preset", preset, path(data));
    List<String> dealt = replay("--preset", preset, "--store", store(), "--workers=3", path(data));

    assertThat(alone).hasSizeGreaterThan(10);
    assertThat(dealt).isEqualTo(alone);
  }

  @Test
  void callsOfOneTurnThatRaceAreJudgedInSomeOrder() throws Exception {
    Path recordings = folder.resolve("race.jsonl");
    List<String> orders = new ArrayList<>();
    List<String> calls = List.of("x", "x", "y");
    for (List<String> order : ordersOf(calls)) {
      orders.add(recording(order));
    }
    Files.writeString(recordings, String.join("\n", orders) + '\n');
    Set<String> possible = verdicts(replay(recordings.toString()));

    List<String> raced = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      raced.addAll(replay("--store", store(), "--workers=3", "--race", recordings.toString()));
    }

    assertThat(possible).isNotEmpty();
    assertThat(verdicts(raced)).isSubsetOf(possible);
  }

  @Test
  void withoutAServerItSaysSo() throws Exception {
    server.kill();

    Ended ended = run("--store", store(), path("scenarios"));

    assertThat(ended.code()).isNotZero();
    assertThat(ended.error()).contains("there is no store at 127.0.0.1:" + server.port());
  }

  /** Turns of three calls, in which the second and third repeat what the first brought. */
  private static String recording(List<String> calls) throws IOException {
    var steps = JSON.createArrayNode();
    for (int turn = 0; turn < 7; turn++) {
      for (String call : calls) {
        steps
            .addObject()
            .put("turn", turn)
            .put("tool", "look")
            .put("args", call)
            .put("result", call.equals("y") && turn < 2 ? "new " + turn : "the same")
            .putNull("error")
            .put("text", "");
      }
    }
    return JSON.writeValueAsString(JSON.createObjectNode().put("id", "race").set("steps", steps));
  }

  private static List<List<String>> ordersOf(List<String> calls) {
    if (calls.size() < 2) {
      return List.of(calls);
    }
    List<List<String>> orders = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      List<String> others = new ArrayList<>(calls);
      String first = others.remove(i);
      for (List<String> rest : ordersOf(others)) {
        List<String> order = new ArrayList<>(List.of(first));
        order.addAll(rest);
        orders.add(order);
      }
    }
    return orders;
  }

  /** Turn of the halt, and why. */
  private static Set<String> verdicts(List<String> reports) throws IOException {
    Set<String> verdicts = new HashSet<>();
    for (String each : reports) {
      JsonNode report = JSON.readTree(each);
      verdicts.add(
          report.path("halted_at").asInt(-1) / 3 + " " + report.path("stop_reason").path("kind"));
    }
    return verdicts;
  }

  private static String path(String data) {
    return DATA.resolve(data).toString();
  }

  private String store() {
    return "redis://127.0.0.1:" + server.port();
  }

  private List<String> replay(String... arguments) throws IOException, InterruptedException {
    Ended ended = run(arguments);
    assertThat(ended.error()).as("its messages").doesNotContain("store", "worker", "Exception");
    return ended.out().lines().toList();
  }

  private Ended run(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Artifacts.agent().toString(),
                "replay",
                "--json"));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out");
    Path error = folder.resolve("error");
    int code =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(error.toFile())
            .start()
            .waitFor();
    return new Ended(
        code,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(error, StandardCharsets.UTF_8));
  }

  private record Ended(int code, String out, String error) {}
}
