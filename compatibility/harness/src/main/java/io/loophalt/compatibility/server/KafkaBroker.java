package io.loophalt.compatibility.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** One broker of Kafka, its own controller, in a JVM of its own. */
public final class KafkaBroker {

  private final String address;

  private KafkaBroker(String address) {
    this.address = address;
  }

  /**
   * Starts it and waits until it answers.
   *
   * @param folder for its settings and its data
   * @param classPath of Kafka's published artefacts
   */
  public static KafkaBroker start(Servers servers, Path folder, String classPath) throws Exception {
    int port = FreePorts.next();
    int controller = FreePorts.next();
    Path settings = folder.resolve("broker.properties");
    Files.writeString(
        settings,
        String.join(
            "\n",
            "process.roles=broker,controller",
            "node.id=1",
            "controller.quorum.bootstrap.servers=localhost:" + controller,
            "listeners=PLAINTEXT://localhost:" + port + ",CONTROLLER://localhost:" + controller,
            "advertised.listeners=PLAINTEXT://localhost:" + port,
            "controller.listener.names=CONTROLLER",
            "listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
            "log.dirs=" + folder.resolve("broker"),
            "offsets.topic.replication.factor=1",
            "offsets.topic.num.partitions=3",
            "transaction.state.log.replication.factor=1",
            "transaction.state.log.min.isr=1",
            "transaction.state.log.num.partitions=3",
            "share.coordinator.state.topic.replication.factor=1",
            "share.coordinator.state.topic.min.isr=1",
            // What is older than a week goes, as everywhere, and not only where a test takes its
            // time.
            "log.initial.task.delay.ms=0",
            "log.retention.check.interval.ms=100",
            ""));
    servers.run(
        "broker-format",
        classPath,
        List.of(
            "kafka.tools.StorageTool",
            "format",
            "--standalone",
            "-t",
            Uuid.randomUuid().toString(),
            "-c",
            settings.toString()));
    servers.start(
        "broker", classPath, List.of("-Xmx512m"), List.of("kafka.Kafka", settings.toString()));
    KafkaBroker broker = new KafkaBroker("localhost:" + port);
    servers.await("the broker answers", broker::answers);
    return broker;
  }

  private boolean answers() throws InterruptedException {
    try (Admin admin = admin()) {
      return !admin.describeCluster().nodes().get(2, TimeUnit.SECONDS).isEmpty();
    } catch (ExecutionException | java.util.concurrent.TimeoutException notYet) {
      return false;
    }
  }

  /** Where it listens. */
  public String address() {
    return address;
  }

  private Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", address, "request.timeout.ms", "2000"));
  }

  /** Makes a topic. */
  public void create(String topic, int partitions) throws Exception {
    try (Admin admin = admin()) {
      admin.createTopics(Set.of(new NewTopic(topic, partitions, (short) 1))).all().get();
    }
  }

  /** Who sends to it. */
  public KafkaProducer<byte[], byte[]> producer() {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", address);
    settings.put("linger.ms", "5");
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** What was committed in a topic of one partition. */
  public List<String> committed(String topic) {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", address);
    settings.put("isolation.level", "read_committed");
    List<String> lines = new ArrayList<>();
    try (KafkaConsumer<byte[], String> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new StringDeserializer())) {
      TopicPartition partition = new TopicPartition(topic, 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = Objects.requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<byte[], String> each : consumer.poll(Duration.ofMillis(200))) {
          lines.add(each.value());
        }
      }
    }
    return lines;
  }
}
