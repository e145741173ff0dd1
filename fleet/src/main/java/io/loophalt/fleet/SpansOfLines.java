package io.loophalt.fleet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** Reads the spans of lines, an export request in OTLP's JSON form each; others are counted. */
final class SpansOfLines extends ProcessFunction<String, Entry> {

  private static final long serialVersionUID = 1L;

  private final SpanReader reader;
  private transient LongCounter broken;

  SpansOfLines(SpanReader reader) {
    this.reader = reader;
  }

  @Override
  public void open(OpenContext context) {
    broken = RunState.counted(getRuntimeContext(), "broken_messages");
  }

  @Override
  public void processElement(String line, Context context, Collector<Entry> out) {
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
