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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All recordings among the test data, played by several processes in turns through a real server:
 * each verdict is the one that a single process gives.
 */
class DealtReplayIT {

  private static final Path DATA = Path.of("../../recordings/src/test/resources");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Presets of other systems; of each there is a file of vectors. */
  private static final List<String> OTHERS =
      List.of("agent-studio", "aider", "gptme", "karimo", "openhands", "openhands-v0", "runaway");

  /** What the calls of a turn ask for that are played at the same time. */
  private static final List<List<String>> RACES =
      List.of(List.of("x", "x", "y"), List.of("x", "y", "z"), List.of("x", "x", "x"));

  /**
   * The calls of another turn that are played at the same time, between turns of one call that is
   * the first of them: x brings the same each time, e fails, and y breaks what is in a row.
   */
  private static final List<List<String>> RACES_BETWEEN =
      List.of(List.of("x", "x", "y"), List.of("e", "e", "y"));

  private static final int TURNS_BEFORE = 3;
  private static final int TURNS_AFTER = 6;

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

  /**
   * All recordings, the vectors under the preset that each is of. Each of them under each preset
   * takes longer than all other tests with a server together.
   */
  static Stream<Arguments> presetsAndData() {
    if (Boolean.getBoolean("loophalt.every-preset")) {
      return Stream.concat(Stream.of("standard", "standard@1"), OTHERS.stream())
          .flatMap(
              preset ->
                  Stream.of("replay", "trajectories", "scenarios", "conformance", "spans")
                      .map(data -> arguments(preset, data)));
    }
    return Stream.concat(
        Stream.of("replay", "trajectories", "scenarios", "spans")
            .map(data -> arguments("standard", data)),
        OTHERS.stream().map(preset -> arguments(preset, "conformance/" + preset + ".jsonl")));
  }

  @ParameterizedTest
  @MethodSource("presetsAndData")
  void theReportIsThatOfOneProcess(String preset, String data) throws Exception {
    Ended alone = replay("--preset", preset, path(data));
    String workers = data.equals("scenarios") ? "--workers=2" : "--workers=3"; // for time's sake
    Ended dealt = replay("--preset", preset, "--store", store(), workers, path(data));

    assertThat(alone.out().lines()).hasSizeGreaterThan(10);
    assertThat(dealt.out().lines().toList()).isEqualTo(alone.out().lines().toList());
    assertThat(dealt.code()).as("what is no recording counts").isEqualTo(alone.code());
  }

  @Test
  void whatKeepsTextsOfTheModelIsNotShared() throws Exception {
    String ofOneTask = written("loophalt.yaml", List.of("tasks: {chat: {preset: gemini-cli}}"));
    String recording =
        written(
            "chat.jsonl",
            List.of("{\"id\": \"r\", \"task_type\": \"chat\", \"steps\": [{\"tool\": \"look\"}]}"));

    for (Ended ended :
        List.of(
            run("--preset", "gemini-cli", "--store", store(), path("scenarios")),
            run("--config", ofOneTask, "--store", store(), recording))) {
      assertThat(ended.code()).as(ended.error()).isEqualTo(2);
      assertThat(ended.out()).isEmpty();
      assertThat(ended.error())
          .contains(
              "--store goes with no detector 'gemini-cli', which remembers what the model has");
    }
  }

  @Test
  void noOtherFileOfVectorsIsLeftOut() throws Exception {
    try (Stream<Path> files = Files.list(DATA.resolve("conformance"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.endsWith(".jsonl"))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(OTHERS.stream(), Stream.of("gemini-cli"))
                  .map(preset -> preset + ".jsonl")
                  .toList());
    }
  }

  @Test
  void callsOfOneTurnThatRaceAreJudgedInSomeOrder() throws Exception {
    List<String> orders = new ArrayList<>();
    for (List<String> calls : RACES) {
      for (List<String> order : ordersOf(calls)) {
        orders.add(recording(calls, order));
      }
    }
    String recordings = written("orders.jsonl", orders);
    Map<String, Set<String>> possible = verdicts(replay(recordings).out(), step -> step / 3);

    for (int i = 0; i < 3; i++) {
      Ended raced = replay("--store", store(), "--workers=3", "--race", recordings);

      assertThat(raced.code()).as(raced.error()).isZero();
      assertThat(raced.out().lines()).hasSameSizeAs(orders);
      verdicts(raced.out(), step -> step / 3)
          .forEach((id, seen) -> assertThat(seen).as(id).isSubsetOf(possible.get(id)));
    }
    assertThat(possible).as("by the calls").hasSameSizeAs(RACES);
    assertThat(new HashSet<>(possible.values())).as("kinds of loops").hasSizeGreaterThan(1);
  }

  /** Presets that judge each call by itself: which of them came first makes a difference. */
  @ParameterizedTest
  @ValueSource(strings = {"karimo", "openhands", "openhands-v0"})
  void callsWhoseOrderMattersAreJudgedInSomeOrder(String preset) throws Exception {
    List<String> orders = new ArrayList<>();
    for (List<String> calls : RACES_BETWEEN) {
      for (List<String> order : ordersOf(calls)) {
        orders.add(recordingBetween(calls, order));
      }
    }
    String recordings = written("orders.jsonl", orders);
    Ended alone = replay("--preset", preset, recordings);
    Map<String, Set<String>> possible = verdicts(alone.out(), DealtReplayIT::turnBetween);

    for (int i = 0; i < 3; i++) {
      Ended raced =
          replay("--preset", preset, "--store", store(), "--workers=3", "--race", recordings);

      assertThat(raced.code()).as(raced.error()).isZero();
      assertThat(raced.out().lines()).hasSameSizeAs(orders);
      verdicts(raced.out(), DealtReplayIT::turnBetween)
          .forEach((id, seen) -> assertThat(seen).as(id).isSubsetOf(possible.get(id)));
    }
    assertThat(possible.values())
        .as("what some order gives, and another one does not")
        .anySatisfy(
            each ->
                assertThat(each)
                    .hasSizeGreaterThan(1)
                    .as("a worker that saw its own calls alone would halt nothing")
                    .noneMatch(verdict -> verdict.contains(" never ")));
  }

  private String written(String name, List<String> lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + '\n').toString();
  }

  @Test
  void withoutAServerItSaysSo() throws Exception {
    server.kill();

    Ended ended = run("--store", store(), path("scenarios"));

    assertThat(ended.code()).isNotZero();
    assertThat(ended.error())
        .contains("there is no store at 127.0.0.1:" + server.port() + ": ")
        .contains("refused");
  }

  /** Turns of three calls; what y brings is new at first. */
  private static String recording(List<String> calls, List<String> order) throws IOException {
    var steps = JSON.createArrayNode();
    for (int turn = 0; turn < 7; turn++) {
      for (String call : order) {
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
    return JSON.writeValueAsString(
        JSON.createObjectNode().put("id", String.join(" ", calls)).set("steps", steps));
  }

  /** Turns of one call, then one of several, then some of one again. */
  private static String recordingBetween(List<String> calls, List<String> order)
      throws IOException {
    var steps = JSON.createArrayNode();
    int last = TURNS_BEFORE + TURNS_AFTER;
    for (int turn = 0; turn <= last; turn++) {
      for (String call : turn == TURNS_BEFORE ? order : calls.subList(0, 1)) {
        steps
            .addObject()
            .put("turn", turn)
            .put("tool", "look")
            .put("args", call)
            .put("result", call.equals("e") ? null : call.equals("y") ? "news" : "the same")
            .put("error", call.equals("e") ? "the disk is full" : null)
            .put("text", "");
      }
    }
    return JSON.writeValueAsString(
        JSON.createObjectNode().put("id", String.join(" ", calls)).set("steps", steps));
  }

  /** In which turn of such a recording a step is. */
  private static int turnBetween(int step) {
    return step < TURNS_BEFORE ? step : Math.max(TURNS_BEFORE, step - 2);
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

  /** By the calls of a turn: in which turn it was nudged and halted, by what, and why. */
  private static Map<String, Set<String>> verdicts(String reports, IntUnaryOperator turns)
      throws IOException {
    Map<String, Set<String>> verdicts = new HashMap<>();
    for (String each : reports.lines().toList()) {
      JsonNode report = JSON.readTree(each);
      verdicts
          .computeIfAbsent(report.path("id").asText(), calls -> new HashSet<>())
          .add(
              turnOf(report.path("nudged_at"), turns)
                  + " "
                  + turnOf(report.path("halted_at"), turns)
                  + " "
                  + report.path("detector").asText()
                  + " "
                  + report.path("stop_reason").path("kind").asText());
    }
    return verdicts;
  }

  private static String turnOf(JsonNode entry, IntUnaryOperator turns) {
    return entry.isInt() ? String.valueOf(turns.applyAsInt(entry.asInt())) : "never";
  }

  private static String path(String data) {
    return DATA.resolve(data).toString();
  }

  private String store() {
    return "redis://127.0.0.1:" + server.port();
  }

  private Ended replay(String... arguments) throws IOException, InterruptedException {
    Ended ended = run(arguments);
    assertThat(ended.error()).as("its messages").doesNotContain("store", "worker", "Exception");
    return ended;
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
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(error.toFile());
    // Of the workers, too: most of them are over before the second compiler pays.
    builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    int code = builder.start().waitFor();
    return new Ended(
        code,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(error, StandardCharsets.UTF_8));
  }

  private record Ended(int code, String out, String error) {}
}
