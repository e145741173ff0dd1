package io.loophalt.agent.replay.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.agent.replay.RecordedRun;
import io.loophalt.agent.replay.RunSink;
import io.loophalt.agent.replay.TrajectoryReader;
import java.io.IOException;

/** Loophalt's own trajectory schema, one run an object: see {@link TrajectoryReader}. */
final class TrajectoryFormat implements RecordingFormat {

  private final TrajectoryReader reader = new TrajectoryReader();

  @Override
  public String name() {
    return "Loophalt trajectories";
  }

  @Override
  public boolean recognizes(JsonNode value) {
    return value.path("steps").isArray();
  }

  @Override
  public Reading open(Source source, RunSink sink) {
    return new Reading() {
      private int runs;

      @Override
      public void value(JsonParser parser) throws IOException {
        JsonNode run = Streamed.object(parser, "a run");
        if (!run.path("steps").isArray()) {
          throw Streamed.broken(parser, "a run without an array 'steps'");
        }
        runs++;
        RecordedRun recorded = reader.read(run);
        String id = recorded.id().isEmpty() ? source.runId() + '#' + runs : recorded.id();
        RunSink.OpenRun open = sink.begin(id, recorded.task());
        recorded.turns().forEach(open::turn);
        open.end(recorded.outcome());
      }

      @Override
      public void end() {}
    };
  }
}
