package io.loophalt.compatibility.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.server.KafkaBroker;
import io.loophalt.compatibility.server.Servers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A topic that is read from its beginning, of which one partition has had its last span long before
 * the other one.
 */
class SilentPartitionIT {

  /** Each of a minute of its own, so that there are two hours between the first and the last. */
  private static final List<TracedAgent> AGENTS =
      IntStream.range(0, 120)
          .mapToObj(each -> new TracedAgent(each * TracedAgent.SHIFT, each % 3 == 0))
          .toList();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void holdsUpNobodyForLongerThanTheSilence(int tasks) throws Exception {
    try (Servers servers = new Servers(folder)) {
      KafkaBroker broker =
          KafkaBroker.start(
              servers, folder, System.getProperty("loophalt.application.dependencies"));
      broker.create("traces", 2);
      try (KafkaProducer<byte[], byte[]> producer = broker.producer()) {
        send(producer, 0, AGENTS.subList(0, 2));
        send(producer, 1, AGENTS.subList(2, AGENTS.size()));
      }
      Path runs = folder.resolve("runs");
      Cluster.inOneJvm(
          servers,
          folder,
          "job",
          tasks,
          "--kafka",
          broker.address(),
          "--topic",
          "traces",
          "--runs-to",
          runs.toString(),
          "--config",
          FleetClusterIT.config(folder).toString(),
          "--checkpoint-every",
          "500ms",
          "--lateness",
          "1s",
          "--silence",
          "5s");

      // The last one of all is judged when both are silent.
      servers.await("all are judged", () -> Cluster.linesIn(runs).size() >= AGENTS.size());

      assertThat(Cluster.linesIn(runs)).hasSize(AGENTS.size());
      assertThat(Cluster.linesIn(runs))
          .filteredOn(each -> each.contains("\"no_progress\""))
          .hasSize(40);
    }
  }

  private static void send(
      KafkaProducer<byte[], byte[]> producer, int partition, List<TracedAgent> agents)
      throws Exception {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (TracedAgent agent : agents) {
      for (int round = 0; round <= TracedAgent.ROUNDS; round++) {
        sent.add(producer.send(new ProducerRecord<>("traces", partition, null, agent.json(round))));
      }
    }
    for (Future<RecordMetadata> each : sent) {
      each.get();
    }
  }
}
