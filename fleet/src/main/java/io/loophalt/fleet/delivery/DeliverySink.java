package io.loophalt.fleet.delivery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Delivers lines to a place outside the job, each at least once: what is not delivered yet is a
 * part of every checkpoint.
 *
 * @param group of metrics
 * @param what the lines are, in the names of metrics and in messages
 * @param opening leads to the place
 */
public record DeliverySink(String group, String what, Delivery.Opening opening)
    implements Sink<String>, SupportsWriterState<String, String> {

  private static final long serialVersionUID = 1L;

  @Override
  public StatefulSinkWriter<String, String> createWriter(WriterInitContext context) {
    return restoreWriter(context, List.of());
  }

  @Override
  public StatefulSinkWriter<String, String> restoreWriter(
      WriterInitContext context, Collection<String> undelivered) {
    return new DeliveryWriter(what, opening, context.metricGroup().addGroup(group), undelivered);
  }

  @Override
  public SimpleVersionedSerializer<String> getWriterStateSerializer() {
    return new Text();
  }

  private static final class Text implements SimpleVersionedSerializer<String> {

    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(String line) {
      return line.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String deserialize(int version, byte[] saved) throws IOException {
      if (version != getVersion()) {
        throw new IOException("what was not delivered was saved in the form " + version);
      }
      return new String(saved, StandardCharsets.UTF_8);
    }
  }
}
