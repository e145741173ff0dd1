package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.handedon.KafkaWorker;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.server.KafkaBroker;
import io.loophalt.compatibility.server.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Consumers in two JVMs that hand orders to each other, as docs/many-jvms.md has them do it. */
@SpreadOverJdks
class KafkaIT extends SharingApplications {

  private static final String HALTED = "halted-orders";

  @OnEveryJdk
  void aLoopThatIsHandedToAndFroIsHaltedAtTheSameStepAsInOneAndNotBegunAgain(
      ForkedContainer container) throws Exception {
    try (Servers servers = new Servers(folder)) {
      KafkaBroker broker =
          KafkaBroker.start(
              servers, folder, System.getProperty("loophalt.application.dependencies"));
      for (String topic : List.of("alone", "to", "fro", HALTED)) {
        broker.create(topic, 1);
      }
      try (ForkedJvm alone = worker(container, broker, "alone", "alone");
          ForkedJvm one = worker(container, broker, "to", "fro");
          ForkedJvm other = worker(container, broker, "fro", "to")) {
        send(broker, "alone", "order-1");
        servers.await("the first is halted", () -> broker.committed(HALTED).size() == 1);
        send(broker, "to", "order-2");
        servers.await("the second is halted", () -> broker.committed(HALTED).size() == 2);
        send(broker, "to", "order-2");
        send(broker, "fro", "order-2");
        servers.await("it stays so", () -> broker.committed(HALTED).size() == 4);

        assertThat(steps(alone)).isEqualTo(5);
        assertThat(steps(one)).as("the first, third and fifth").isEqualTo(3);
        assertThat(steps(other)).isEqualTo(2);
      }
    }
  }

  private static void send(KafkaBroker broker, String topic, String order) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = broker.producer()) {
      byte[] id = order.getBytes(StandardCharsets.UTF_8);
      producer.send(new ProducerRecord<>(topic, id, id)).get();
    }
  }

  private ForkedJvm worker(ForkedContainer container, KafkaBroker broker, String from, String to)
      throws IOException {
    return start(container, "worker-" + from, KafkaWorker.class, broker.address(), from, to);
  }
}
