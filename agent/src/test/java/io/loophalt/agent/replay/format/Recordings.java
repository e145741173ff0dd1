package io.loophalt.agent.replay.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loophalt.agent.detect.preset.Presets;
import io.loophalt.agent.policy.Ceilings;
import io.loophalt.agent.policy.DetectorPolicy;
import io.loophalt.agent.policy.DetectorPolicy.Mode;
import io.loophalt.agent.policy.Ladder;
import io.loophalt.agent.policy.TaskPolicy;
import io.loophalt.agent.replay.JsonReport;
import io.loophalt.agent.replay.Judge;
import io.loophalt.agent.replay.RecordedRun.RecordedTurn;
import io.loophalt.agent.replay.RunReport;
import io.loophalt.agent.replay.RunSink;
import io.loophalt.agent.run.RunStep;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
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
              new DetectorPolicy("identical-call", Mode.ACT, Ladder.nudgeThenHalt(3, 5), Map.of())),
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
    read(name, in, new Judge(task -> IDENTICAL_CALLS, Presets::create, report));
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
          for (RunStep step : turn.steps()) {
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
