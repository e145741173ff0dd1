package io.loophalt.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.types.Either;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // closing it is not interrupted
class SpansOfLinesTest {

  /** Its name is of whoever may put files there. */
  @Test
  void aFileThatCouldNotBeReadIsNamedAndCounted() throws Exception {
    List<String> warnings = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord told) {
            warnings.add(told.getMessage());
          }

          @Override
          public void flush() {
            // Nothing is held back.
          }

          @Override
          public void close() {
            // Nothing is open.
          }
        };
    Logger log = Logger.getLogger(SpansOfLines.class.getName());
    log.addHandler(handler);
    SpansOfLines spans = new SpansOfLines(SpanReader.TRUSTING_NONE);
    try (var lines =
        new OneInputStreamOperatorTestHarness<Either<String, String>, Entry>(
            new ProcessOperator<>(spans))) {
      lines.open();
      lines.processElement(Either.Left("no spans"), 0);
      lines.processElement(Either.Right("a\u001b[2J\nb.gz: cannot be read: it is none"), 0);

      assertThat(lines.extractOutputValues()).isEmpty();
      assertThat(counted(spans, "unreadable_files")).isEqualTo(1L);
      assertThat(counted(spans, "broken_messages")).isEqualTo(1L);
      assertThat(warnings).containsExactly("a\\u001b[2J\\u000ab.gz: cannot be read: it is none");
    } finally {
      log.removeHandler(handler);
    }
  }

  private static Object counted(SpansOfLines spans, String what) {
    return spans.getRuntimeContext().getAccumulator(RunState.ACCUMULATOR + what).getLocalValue();
  }
}
