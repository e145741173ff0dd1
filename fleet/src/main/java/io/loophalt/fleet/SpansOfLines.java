package io.loophalt.fleet;

import io.loophalt.PrintableText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.types.Either;
import org.apache.flink.util.Collector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the spans of {@linkplain LinesOfFiles lines}, an export request in OTLP's JSON form each;
 * others are counted. So is a file that could not be read, and it is named in the log.
 */
final class SpansOfLines extends ProcessFunction<Either<String, String>, Entry> {

  private static final long serialVersionUID = 1L;

  private static final Logger LOG = LoggerFactory.getLogger(SpansOfLines.class);

  private final SpanReader reader;
  private transient LongCounter broken;
  private transient LongCounter unreadable;

  SpansOfLines(SpanReader reader) {
    this.reader = reader;
  }

  @Override
  public void open(OpenContext context) {
    broken = RunState.counted(getRuntimeContext(), "broken_messages");
    unreadable = RunState.counted(getRuntimeContext(), "unreadable_files");
  }

  @Override
  public void processElement(Either<String, String> read, Context context, Collector<Entry> out) {
    if (read.isRight()) {
      unreadable.add(1);
      LOG.warn("{}", PrintableText.of(read.right()));
      return;
    }
    String line = read.left();
    if (line.isBlank()) {
      return;
    }
    try {
      reader.read(line.getBytes(StandardCharsets.UTF_8), out::collect);
    } catch (IOException | RuntimeException e) {
      broken.add(1);
    }
  }
}
