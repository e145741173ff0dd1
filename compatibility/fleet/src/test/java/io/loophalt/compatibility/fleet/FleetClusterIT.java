package io.loophalt.compatibility.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.server.KafkaBroker;
import io.loophalt.compatibility.server.Servers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The job in a cluster of three JVMs, between two topics of a real broker. */
class FleetClusterIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Agents that are traced. */
  private static final List<TracedAgent> AGENTS =
      IntStream.range(0, 200).mapToObj(each -> new TracedAgent(each, each % 3 == 0)).toList();

  /** One after them, whose run is told when all of theirs are. */
  private static final TracedAgent LATER = new TracedAgent(200, false);

  /** One whose spans only push the time on. */
  private static final TracedAgent MUCH_LATER = new TracedAgent(300, false);

  @Test
  void aKilledTaskManagerLosesNoFindingAndDoublesNone(
      @TempDir(cleanup = CleanupMode.ON_SUCCESS) Path folder) throws Exception {
    try (Servers servers = new Servers(folder)) {
      kill(servers, folder);
    }
  }

  private static void kill(Servers servers, Path folder) throws Exception {
    KafkaBroker broker =
        KafkaBroker.start(servers, folder, System.getProperty("loophalt.application.dependencies"));
    broker.create("traces", 2);
    broker.create("runs", 1);
    Cluster cluster = Cluster.start(servers, folder);
    cluster.submit(
        "--kafka",
        broker.address(),
        "--topic",
        "traces",
        "--runs-to",
        "kafka:runs",
        "--events-to",
        folder.resolve("events").toString(),
        "--config",
        config(folder).toString(),
        "--checkpoint-every",
        "500ms",
        "--lateness",
        "5s");

    try (KafkaProducer<byte[], byte[]> producer = broker.producer()) {
      send(producer, AGENTS.subList(0, TracedAgent.SHIFT));
      send(producer, AGENTS.subList(TracedAgent.SHIFT, 2 * TracedAgent.SHIFT));
      servers.await("the first runs are judged", () -> broker.committed("runs").size() > 5);
      send(producer, AGENTS.subList(2 * TracedAgent.SHIFT, 3 * TracedAgent.SHIFT));
      cluster.killTaskManager(0);
      send(producer, AGENTS.subList(3 * TracedAgent.SHIFT, AGENTS.size()));
      producer
          .send(new ProducerRecord<>("traces", "no spans".getBytes(StandardCharsets.UTF_8)))
          .get();
      send(producer, List.of(LATER));
      for (int partition = 0; partition < 2; partition++) {
        byte[] spans = MUCH_LATER.json(partition);
        producer.send(new ProducerRecord<>("traces", partition, null, spans)).get();
      }
    }
    servers.await(
        "all runs are judged",
        () -> broker.committed("runs").stream().anyMatch(each -> each.contains(LATER.traceId())));

    List<String> runs =
        broker.committed("runs").stream().filter(each -> !each.contains(LATER.traceId())).toList();
    servers.await("the job was started anew", cluster::hasRestarted);
    assertThat(runs).containsExactlyInAnyOrderElementsOf(replayed(servers, folder));
    assertThat(runs).filteredOn(each -> each.contains("\"no_progress\"")).hasSize(67);
    List<String> halts = new ArrayList<>();
    for (String line : Cluster.linesIn(folder.resolve("events"))) {
      JsonNode event = JSON.readTree(line);
      if (event.path("intervention").asText().equals("halt")) {
        halts.add(event.path("run").asText());
      }
    }
    assertThat(halts)
        .containsExactlyInAnyOrderElementsOf(
            AGENTS.stream().filter(TracedAgent::isStuck).map(TracedAgent::traceId).toList());
    JsonNode all = report(servers, folder);
    assertThat(all.path("runs").asInt()).as("runs of the report").isEqualTo(AGENTS.size() + 1);
    assertThat(all.path("would_be_halted").asInt()).as("halts of the report").isEqualTo(67);
  }

  /** What {@code report} makes of the events. */
  private static JsonNode report(Servers servers, Path folder) throws Exception {
    servers.run(
        "report",
        System.getProperty("loophalt.jar.agent"),
        List.of(
            "io.loophalt.agent.launch.LoopHaltAgent",
            "report",
            "--json",
            folder.resolve("events").toString()));
    return JSON.readTree(servers.said("report")).path("all");
  }

  /**
   * Round by round, as agents of one shift work at the same time; one message in JSON, the next
   * not, and the spans of each trace in both partitions.
   */
  private static void send(KafkaProducer<byte[], byte[]> producer, List<TracedAgent> agents)
      throws Exception {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (int round = 0; round <= TracedAgent.ROUNDS; round++) {
      for (TracedAgent agent : agents) {
        boolean asJson = (round + agent.number()) % 2 == 0;
        byte[] request = asJson ? agent.json(round) : agent.binary(round);
        int partition = (round + agent.number() / 2) % 2;
        sent.add(producer.send(new ProducerRecord<>("traces", partition, null, request)));
      }
    }
    for (Future<RecordMetadata> each : sent) {
      each.get();
    }
  }

  /** What {@code replay} says of the same traces in a file. */
  private static List<String> replayed(Servers servers, Path folder) throws Exception {
    Path file = folder.resolve("traces.jsonl");
    List<String> lines = new ArrayList<>();
    for (TracedAgent agent : AGENTS) {
      for (int round = 0; round <= TracedAgent.ROUNDS; round++) {
        lines.add(new String(agent.json(round), StandardCharsets.UTF_8));
      }
    }
    Files.write(file, lines);
    String jar = System.getProperty("loophalt.jar.agent");
    servers.run(
        "replay",
        jar,
        List.of("io.loophalt.agent.launch.LoopHaltAgent", "replay", "--json", file.toString()));
    return servers.said("replay").lines().toList();
  }

  /** The key is on every machine, and outlives the job. */
  static Path config(Path folder) throws Exception {
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    Path key = Files.write(folder.resolve("digest.key"), secret);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    return Files.writeString(
        folder.resolve("loophalt.yaml"), "digest-key: {file: \"" + key + "\"}\n");
  }
}
