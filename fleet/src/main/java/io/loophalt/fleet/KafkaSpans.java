package io.loophalt.fleet;

import java.io.IOException;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the spans of a record of Kafka. A record that is none is counted and left out: another must
 * not hold up all traces that come after it. The first is named in the log.
 */
final class KafkaSpans implements KafkaRecordDeserializationSchema<Entry> {

  private static final long serialVersionUID = 1L;

  private static final Logger LOG = LoggerFactory.getLogger(KafkaSpans.class);

  private final SpanReader reader;
  private transient @Nullable Counter broken;

  KafkaSpans(SpanReader reader) {
    this.reader = reader;
  }

  @Override
  public void open(DeserializationSchema.InitializationContext context) {
    MetricGroup metrics = context.getMetricGroup().addGroup(RunState.METRICS);
    broken = metrics.counter("broken_messages");
  }

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> message, Collector<Entry> out) {
    byte @Nullable [] value = message.value();
    if (value == null) {
      return; // What compaction has deleted.
    }
    try {
      reader.read(value, out::collect);
    } catch (IOException | RuntimeException e) {
      Counter known = broken;
      if (known != null) {
        known.inc();
        if (known.getCount() == 1) {
          LOG.warn(
              "no spans in {}-{} at offset {}, the first of its kind: {}",
              message.topic(),
              message.partition(),
              message.offset(),
              e.getMessage());
        }
      }
    }
  }

  @Override
  public TypeInformation<Entry> getProducedType() {
    return TypeInformation.of(Entry.class);
  }
}
