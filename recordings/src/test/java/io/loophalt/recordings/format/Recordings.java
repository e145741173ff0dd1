package io.loophalt.recordings.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.recordings.JsonReport;
import io.loophalt.recordings.Judge;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import io.loophalt.recordings.RunReport;
import io.loophalt.recordings.RunSink;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads recordings and shows what came of them, as text. */
final class Recordings {

  private static final TaskPolicy IDENTICAL_CALLS =
      new TaskPolicy(
          "*",
          "test",
          List.of(
              new DetectorPolicy(SameCall.NAME, Mode.ACT, Ladder.nudgeThenHalt(3, 5), Map.of())),
          Map.of(),
          Ceilings.NONE,
          List.of(),
          TaskPolicy.OnHalt.THROW);

  /** Problems as {@code file:line: what} and notices as {@code file: what}, in order. */
  final List<String> problems = new ArrayList<>();

  /** Verdicts on the runs of a test resource, as JSON lines; streaks of identical calls only. */
  String verdicts(String resource) throws IOException {
    try (InputStream in = Recordings.class.getResourceAsStream("/replay/" + resource)) {
      if (in == null) {
        throw new AssertionError("no test resource /replay/" + resource);
      }
      return verdicts(resource, in);
    }
  }

  /** The same for a stream. */
  String verdicts(String name, InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonReport report = new JsonReport(new PrintStream(out, true, UTF_8));
    read(
        name,
        in,
        new Judge(
            task -> IDENTICAL_CALLS, policy -> new SameCall(), turn -> BigDecimal.ZERO, report));
    report.end();
    return out.toString(UTF_8);
  }

  /** What a text was understood to say, one line a turn and a step. */
  String transcript(String text) throws IOException {
    Transcript transcript = new Transcript();
    read("test.jsonl", new ByteArrayInputStream(text.getBytes(UTF_8)), transcript);
    return transcript.text.toString();
  }

  private void read(String name, InputStream in, RunSink sink) throws IOException {
    Problems listed =
        new Problems() {
          @Override
          public void broken(String file, long line, String what) {
            problems.add(file + ':' + line + ": " + what);
          }

          @Override
          public void notice(String file, String what) {
            problems.add(file + ": " + what);
          }
        };
    new RecordingReader(sink, listed).read(name, in);
  }

  /** Counts equal calls with equal results in a row, so that tests do not hang on a preset. */
  private static final class SameCall implements Detector {
    static final String NAME = "same-call";

    private long action;
    private long result;
    private int count;

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public void afterStep(Step step, FindingSink sink) {
      count = step.action() == action && step.result() == result ? count + 1 : 1;
      action = step.action();
      result = step.result();
      sink.report("same", count);
    }

    @Override
    public void reset() {
      count = 0;
    }

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeLong(action);
      out.writeLong(result);
      out.writeInt(count);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      action = in.readLong();
      result = in.readLong();
      count = in.readInt();
    }
  }

  /** Writes down what it is told. */
  private static final class Transcript implements RunSink {
    private final StringBuilder text = new StringBuilder();

    @Override
    public OpenRun begin(String id, String task) {
      StringBuilder run = new StringBuilder();
      return new OpenRun() {
        private String name = id;

        @Override
        public void named(String id) {
          name = id;
        }

        @Override
        public void turn(RecordedTurn turn) {
          run.append("  ").append(turn.turn().index());
          if (turn.turn().inputTokens() + turn.turn().outputTokens() > 0) {
            run.append(" [").append(turn.turn().inputTokens());
            run.append('+').append(turn.turn().outputTokens()).append(']');
          }
          run.append(turn.turn().userMessageBefore() ? " user" : "");
          run.append(turn.turn().compactedBefore() ? " compacted" : "");
          run.append(turn.turn().text().isEmpty() ? "" : " \"" + turn.turn().text() + '"');
          for (Step step : turn.steps()) {
            run.append(" | ").append(step.tool()).append(' ').append(step.argumentsText());
            run.append(" -> ").append(step.resultText());
            run.append(step.failed() ? " !" + step.errorText() : "");
          }
          run.append('\n');
        }

        @Override
        public void end(@Nullable Boolean outcome) {
          text.append(name).append(task.isEmpty() ? "" : " (" + task + ')');
          text.append(outcome == null ? "" : outcome ? " success" : " failure").append('\n');
          text.append(run);
        }
      };
    }

    @Override
    public void judged(RunReport report) {
      text.append(report).append('\n');
    }
  }
}
