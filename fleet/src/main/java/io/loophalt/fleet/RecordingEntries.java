package io.loophalt.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.fleet.RunMessage.Addressed;
import io.loophalt.fleet.RunMessage.Over;
import io.loophalt.fleet.RunMessage.Told;
import io.loophalt.recordings.JsonReport;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import io.loophalt.recordings.RunReport;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.assembly.GenAiSpan;
import io.loophalt.recordings.assembly.GenAiSpan.Operation;
import io.loophalt.recordings.format.Problems;
import io.loophalt.recordings.format.RecordingReader;
import io.loophalt.recordings.spans.GenAiSpans;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Reads recordings, the parts of one log after the other, and tells their turns to runs; spans of
 * traces go a way of their own, because a run's may be in several files.
 */
final class RecordingEntries extends ProcessFunction<String[], Entry> {

  private static final long serialVersionUID = 1L;

  /** The spans of traces, by their trace. */
  static final OutputTag<Entry> SPANS = new OutputTag<>("spans") {};

  /** Runs that cannot be judged anew, and what could not be read. */
  static final OutputTag<Line> LINES = new OutputTag<>("lines") {};

  /** The name of the count of bytes that were read. */
  static final String BYTES_READ = "bytes_read";

  /** Where a recording has no times: milliseconds between two entries of it. */
  private static final long MADE_UP_MILLIS = 1_000;

  private final JudgingSettings settings;
  private transient LongCounter bytesRead;

  /** Reads for who judges by these settings: readers make digests, too. */
  RecordingEntries(JudgingSettings settings) {
    this.settings = settings;
  }

  @Override
  public void open(OpenContext context) {
    settings.open();
    bytesRead = RunState.counted(getRuntimeContext(), BYTES_READ);
  }

  @Override
  public void processElement(String[] parts, Context context, Collector<Entry> out)
      throws IOException {
    Problems problems =
        new Problems() {
          @Override
          public void broken(String file, long line, String what) {
            String place = file + (line > 0 ? ":" + line : "");
            context.output(LINES, new Line(Line.Kind.BROKEN, place + ": " + what));
          }

          @Override
          public void notice(String file, String what) {
            context.output(LINES, new Line(Line.Kind.NOTICE, file + ": " + what));
          }
        };
    RecordingReader reader = new RecordingReader(new Runs(parts[0], context, out), problems);
    for (String file : parts) {
      Path path = new Path(file);
      try (InputStream in = path.getFileSystem().open(path)) {
        reader.read(file, new Counted(in));
      } catch (IOException e) {
        problems.broken(file, 0, "cannot be read: " + e.getMessage());
      }
    }
    reader.end();
  }

  /** Tells the runs of one file, or of the parts of one log. */
  private static final class Runs implements RunSink {

    private final String file;
    private final ProcessFunction<String[], Entry>.Context context;
    private final Collector<Entry> out;
    private long runs;

    Runs(String file, ProcessFunction<String[], Entry>.Context context, Collector<Entry> out) {
      this.file = file;
      this.context = context;
      this.out = out;
    }

    @Override
    public OpenRun begin(String id, String task) {
      // Ids of different files, and in one file of runs after each other, may be the same.
      String key = file + '#' + runs++;
      return new OpenRun() {
        private String name = id;
        private long time = -1;

        @Override
        public void named(String id) {
          name = id;
        }

        @Override
        public void turn(RecordedTurn turn) {
          time = Math.max(time + 1, timeOf(turn));
          out.collect(new Addressed(id, task, new Told(turn)).at(key, time));
        }

        @Override
        public void end(@Nullable Boolean outcome) {
          out.collect(new Addressed(id, task, new Over(name, outcome)).at(key, time + 1));
        }
      };
    }

    @Override
    public void judged(RunReport report) {
      context.output(LINES, Line.of(Line.Kind.RUN, JsonReport.line(report)));
    }

    @Override
    public Consumer<JsonNode> traces() {
      return request -> GenAiSpans.each(request, span -> context.output(SPANS, entry(span)));
    }
  }

  /** A span for its trace. */
  static Entry entry(GenAiSpan span) {
    GenAiSpan needed = span.operation() == Operation.OTHER ? span.outline() : span;
    return Entry.of(span.traceId(), span.endNanos() / 1_000_000, needed::save);
  }

  private static long timeOf(RecordedTurn turn) {
    long millis = turn.lastMillis();
    return millis > 0 ? millis : MADE_UP_MILLIS * turn.firstPosition();
  }

  /** Counts the bytes of a file as it is stored. */
  private final class Counted extends FilterInputStream {
    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int b = super.read();
      bytesRead.add(b < 0 ? 0 : 1);
      return b;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int count = super.read(target, offset, length);
      bytesRead.add(Math.max(0, count));
      return count;
    }
  }
}
