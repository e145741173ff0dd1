package io.loophalt.recordings.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.recordings.RecordedRun;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.TrajectoryReader;
import java.io.IOException;
import java.util.Set;

/** Loophalt's own trajectory schema, one run an object: see {@link TrajectoryReader}. */
final class TrajectoryFormat implements RecordingFormat {

  /** Each step of ours has one of these; those of another schema under the same name may not. */
  private static final Set<String> FIELDS_OF_STEPS =
      Set.of("turn", "tool", "args", "result", "text");

  private final TrajectoryReader reader = new TrajectoryReader();

  @Override
  public String name() {
    return "Loophalt trajectories";
  }

  @Override
  public boolean recognizes(JsonNode value) {
    JsonNode steps = value.path("steps");
    return steps.isArray()
        && (steps.isEmpty() || FIELDS_OF_STEPS.stream().anyMatch(steps.path(0)::has));
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
    };
  }
}
