package io.loophalt.agent.replay.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.agent.detect.Turn;
import io.loophalt.agent.policy.Intervention;
import io.loophalt.agent.replay.RecordedRun.RecordedTurn;
import io.loophalt.agent.replay.RunReport;
import io.loophalt.agent.replay.RunSink;
import io.loophalt.agent.run.RunStep;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loophalt's own event log.
 *
 * <p>Runs whose turns and steps were logged are judged anew, by their digests. Of other runs only
 * what happened then is known, and that is what is reported.
 */
final class EventLogFormat implements RecordingFormat {

  @Override
  public String name() {
    return "Loophalt event logs";
  }

  @Override
  public boolean recognizes(JsonNode value) {
    return value.path("event").isTextual() && value.has("run") && value.has("time");
  }

  @Override
  public Reading open(Source source, RunSink sink) {
    return new Log(sink);
  }

  private static final class Log implements Reading {

    private final RunSink sink;
    private final Map<String, LoggedRun> runs = new LinkedHashMap<>();

    Log(RunSink sink) {
      this.sink = sink;
    }

    @Override
    public void value(JsonParser parser) throws IOException {
      JsonNode event = Streamed.object(parser, "an event");
      String run = event.path("run").asText();
      if (run.isEmpty()) {
        throw Streamed.broken(parser, "an event without 'run'");
      }
      LoggedRun logged =
          runs.computeIfAbsent(run, id -> new LoggedRun(id, event.path("task").asText(), sink));
      switch (event.path("event").asText()) {
        case "turn" -> logged.turn(event);
        case "step" -> {
          try {
            logged.step(event);
          } catch (IllegalArgumentException e) {
            throw Streamed.broken(parser, String.valueOf(e.getMessage()));
          }
        }
        case "intervention" -> logged.intervention(event);
        case "run_end" -> {
          runs.remove(run);
          logged.end(event);
        }
        default -> {
          // Warnings change nothing; kinds of a later version are none of ours.
        }
      }
    }

    @Override
    public void end() {
      for (LoggedRun run : runs.values()) {
        run.end(null);
      }
    }
  }

  /** What the log said of one run so far. */
  private static final class LoggedRun {

    private final String id;
    private final String task;
    private final RunSink sink;
    private RunSink.@Nullable OpenRun anew;
    private @Nullable Turn turn;
    private final List<RunStep> steps = new ArrayList<>();
    private int position;

    private final List<RunReport.Found> findings = new ArrayList<>();
    private @Nullable JsonNode halt;
    private long latestStep = -1;

    LoggedRun(String id, String task, RunSink sink) {
      this.id = id;
      this.task = task;
      this.sink = sink;
    }

    void turn(JsonNode event) {
      endTurn();
      turn =
          new Turn(
              event.path("turn").asInt(),
              event.path("tool_calls").asInt(),
              "",
              event.path("model").asText(""),
              event.path("input_tokens").asLong(),
              event.path("output_tokens").asLong(),
              event.path("user_message_before").asBoolean(false),
              event.path("compacted_before").asBoolean(false));
    }

    void step(JsonNode event) {
      int index = event.path("turn").asInt();
      if (turn == null || turn.index() != index) {
        endTurn();
        turn = new Turn(index, 0, "", "", 0, 0, false, false);
      }
      steps.add(new LoggedStep(event));
    }

    void intervention(JsonNode event) {
      latestStep = Math.max(latestStep, event.path("step").asLong());
      Intervention kind = kind(event);
      boolean enforced = event.path("enforced").asBoolean(true);
      findings.add(
          new RunReport.Found(
              Math.max(0, event.path("step").asInt()),
              event.path("turn").asLong(),
              event.path("detector").asText(),
              event.path("count").asLong(),
              kind,
              !enforced,
              enforced));
      if (kind == Intervention.HALT && enforced && halt == null) {
        halt = event;
      }
    }

    /** The run is over; without an event that says so, its log breaks off. */
    void end(@Nullable JsonNode event) {
      if (anew != null || turn != null) {
        endTurn();
        open().end(null);
      } else {
        sink.judged(asItHappened(event));
      }
    }

    private void endTurn() {
      Turn open = turn;
      if (open == null) {
        return;
      }
      Turn asRecorded =
          new Turn(
              open.index(),
              steps.size(),
              open.text(),
              open.model(),
              open.inputTokens(),
              open.outputTokens(),
              open.userMessageBefore(),
              open.compactedBefore());
      // A turn whose calls were refused is not an idle one: the log of a halted run ends with it.
      if (!steps.isEmpty() || open.toolCalls() == 0) {
        open().turn(new RecordedTurn(asRecorded, steps, position));
        position += Math.max(1, steps.size());
      }
      steps.clear();
      turn = null;
    }

    private RunSink.OpenRun open() {
      if (anew == null) {
        anew = sink.begin(id, task);
      }
      return anew;
    }

    private RunReport asItHappened(@Nullable JsonNode end) {
      JsonNode reason = end == null ? null : end.path("stop_reason");
      JsonNode stopped = halt;
      String kind =
          reason != null
              ? reason.path("kind").asText("done")
              : stopped != null ? stopped.path("stop_reason").asText("no_progress") : "done";
      String detector = null;
      if (stopped != null) {
        detector = stopped.path("detector").asText();
      } else if (!findings.isEmpty()) {
        detector = findings.get(0).detector();
      }
      return new RunReport(
          id,
          end == null ? (int) latestStep + 1 : end.path("steps").asInt(),
          first(Intervention.NUDGE),
          first(Intervention.ESCALATE),
          stopped == null ? null : Math.max(0, stopped.path("step").asInt()),
          detector,
          kind,
          reason == null ? "" : reason.path("detail").asText(),
          findings,
          end == null ? 0 : end.path("input_tokens").asLong() + end.path("output_tokens").asLong(),
          0,
          null,
          false);
    }

    private @Nullable Integer first(Intervention intervention) {
      for (RunReport.Found each : findings) {
        if (each.delivered() && each.intervention() == intervention) {
          return each.position();
        }
      }
      return null;
    }

    private static Intervention kind(JsonNode event) {
      return switch (event.path("intervention").asText().toLowerCase(Locale.ROOT)) {
        case "nudge" -> Intervention.NUDGE;
        case "escalate" -> Intervention.ESCALATE;
        case "halt" -> Intervention.HALT;
        default -> Intervention.NONE;
      };
    }
  }
}
