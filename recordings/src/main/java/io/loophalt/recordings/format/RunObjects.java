package io.loophalt.recordings.format;

import com.fasterxml.jackson.core.JsonParser;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.assembly.RunAssembler;
import io.loophalt.recordings.format.RecordingFormat.Source;
import java.io.IOException;
import java.util.Set;
import java.util.function.Function;

/** Reads runs that are an object each, with an array of steps and the run's labels beside it. */
final class RunObjects {

  private final Source source;
  private final RunSink sink;

  RunObjects(Source source, RunSink sink) {
    this.source = source;
    this.sink = sink;
  }

  /**
   * Reads the next one, step by step.
   *
   * @param number of the value in the file
   * @param array the name of the array of steps
   * @param reader makes that which takes the run's steps
   * @param others takes all other fields
   * @return the run's id
   */
  String read(
      JsonParser parser,
      long number,
      String array,
      Function<RunAssembler, Streamed.Elements> reader,
      Streamed.Fields others)
      throws IOException {
    if (!parser.isExpectedStartObjectToken()) {
      throw Streamed.broken(parser, "a trajectory is expected to be an object");
    }
    String id = source.runId(number);
    RunLabels labels = new RunLabels();
    RunAssembler run = new RunAssembler(new LateTask(source, sink, id, labels));
    Streamed.fields(
        parser,
        (name, value) -> {
          labels.take(name, value);
          others.take(name, value);
        },
        Set.of(array),
        reader.apply(run));
    String named = labels.id();
    if (named != null) {
      run.named(named);
    }
    run.end(labels.outcome());
    return named == null ? id : named;
  }
}
