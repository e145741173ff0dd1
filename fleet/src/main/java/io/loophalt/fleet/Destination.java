package io.loophalt.fleet;

import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Where lines go, as a command line names it: a folder, or {@code kafka:TOPIC}. */
final class Destination {

  private static final String KAFKA = "kafka:";

  /** Longer than a checkpoint may take, ten minutes, and what a broker allows by default. */
  private static final int TRANSACTION_MILLIS = 900_000;

  private final String name;

  Destination(String name) {
    this.name = name;
  }

  /** Whether it is a topic. */
  boolean isTopic() {
    return name.startsWith(KAFKA);
  }

  /**
   * What takes lines there, each of them once when a checkpoint is complete.
   *
   * @param what they are: a part of the names of files and transactions
   * @param job the same each time that it is started, and no other's: of two with one name, one
   *     ends the transactions of the other
   * @param brokers of a topic
   */
  Sink<String> sink(String what, String job, @Nullable String brokers) {
    if (!isTopic()) {
      return FileSink.forRowFormat(
              new Path(name), new SimpleStringEncoder<String>(StandardCharsets.UTF_8.name()))
          // All in the folder itself, as report reads it.
          .withBucketAssigner(new BasePathBucketAssigner<>())
          .withRollingPolicy(OnCheckpointRollingPolicy.build())
          .withOutputFileConfig(
              OutputFileConfig.builder().withPartPrefix(what).withPartSuffix(".jsonl").build())
          .build();
    }
    if (brokers == null) {
      throw new IllegalArgumentException(name + " needs --kafka HOST:PORT, its brokers");
    }
    String topic = name.substring(KAFKA.length());
    return KafkaSink.<String>builder()
        .setBootstrapServers(brokers)
        .setRecordSerializer((line, context, spanMillis) -> record(topic, line))
        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
        .setTransactionalIdPrefix("loophalt-" + what + '-' + topic + '-' + job)
        .setProperty("transaction.timeout.ms", Integer.toString(TRANSACTION_MILLIS))
        .build();
  }

  /**
   * Of the time when it is written. By that of its spans, a broker would drop at once what is told
   * of last quarter's traces: it keeps a record for a week of its own time.
   */
  private static ProducerRecord<byte[], byte[]> record(String topic, String line) {
    return new ProducerRecord<>(topic, line.getBytes(StandardCharsets.UTF_8));
  }
}
