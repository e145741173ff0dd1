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
  public boolean valuesAreRuns() {
    return true;
  }

  @Override
  public Reading open(Source source, RunSink sink) {
    TrajectoryReader reader = new TrajectoryReader();
    return new Reading() {
      private boolean told;

      @Override
      public void value(JsonParser parser, long number) throws IOException {
        RecordedRun recorded = reader.read(parser);
        String id = recorded.id().isEmpty() ? source.runId(number) : recorded.id();
        RunSink.OpenRun open = sink.begin(id, recorded.task());
        recorded.turns().forEach(open::turn);
        open.end(recorded.outcome());
        if (reader.leftOutTimes() && !told) {
          told = true;
          source
              .problems()
              .notice(
                  source.name(),
                  "of some steps 'ts' is neither in seconds nor a time in ISO form; they are judged"
                      + " without");
        }
      }
    };
  }
}
