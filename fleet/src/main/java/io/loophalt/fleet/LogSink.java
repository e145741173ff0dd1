package io.loophalt.fleet;

import io.loophalt.PrintableText;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the log of the machine what could not be read. */
final class LogSink implements Sink<Line> {

  private static final long serialVersionUID = 1L;

  private static final Logger LOG = LoggerFactory.getLogger(LogSink.class);

  @Override
  public SinkWriter<Line> createWriter(WriterInitContext context) {
    return new SinkWriter<>() {
      @Override
      public void write(Line line, Context unused) {
        LOG.warn("{}", PrintableText.of(line.text()));
      }

      @Override
      public void flush(boolean endOfInput) {
        // A log holds nothing back.
      }

      @Override
      public void close() {
        // A log is not ours to close.
      }
    };
  }
}
