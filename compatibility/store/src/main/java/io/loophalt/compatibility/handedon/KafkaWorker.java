package io.loophalt.compatibility.handedon;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A JVM that takes orders from a topic. */
public final class KafkaWorker {

  private KafkaWorker() {}

  /**
   * Entry point.
   *
   * @param args where the broker is, the topic that orders come from, and the one they go to
   */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            args[0],
            "group.id",
            args[1],
            "auto.offset.reset",
            "earliest",
            "enable.auto.commit",
            "false");
    try (KafkaConsumer<String, String> orders =
            new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
        KafkaProducer<String, String> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", args[0]),
                new StringSerializer(),
                new StringSerializer())) {
      orders.subscribe(List.of(args[1]));
      OrderConsumer consumer = new OrderConsumer(orders, producer, args[2]);
      Report.fact("ready", true);
      while (true) {
        consumer.takeNextSteps(); // until the test ends this JVM
      }
    }
  }
}
