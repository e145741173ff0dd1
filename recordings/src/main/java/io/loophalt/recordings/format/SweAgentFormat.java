package io.loophalt.recordings.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.Effect;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.assembly.RunAssembler;
import io.loophalt.recordings.assembly.RunAssembler.Reply;
import io.loophalt.recordings.assembly.Texts;
import io.loophalt.recordings.assembly.ToolFailure;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Trajectories of SWE-agent ({@code .traj}): an object whose {@code trajectory} holds steps of
 * {@code thought}, {@code action} (a command line) and {@code observation}.
 *
 * <p>The tool is the command's first word. A step without an action is a reply that held none.
 * Tokens are only recorded for the run as a whole and therefore not counted here.
 */
final class SweAgentFormat implements RecordingFormat {

  private static final Pattern COMMAND = Pattern.compile("([A-Za-z_][\\w.-]*)(?=\\s|$)");

  @Override
  public String name() {
    return "SWE-agent trajectories";
  }

  @Override
  public boolean recognizes(JsonNode value) {
    JsonNode first = value.path("trajectory").path(0);
    return value.path("trajectory").isArray()
        && (first.has("response") || first.has("thought") || value.has("environment"));
  }

  @Override
  public boolean valuesAreRuns() {
    return true;
  }

  @Override
  public Reading open(Source source, RunSink sink) {
    RunObjects runs = new RunObjects(source, sink);
    return (parser, number) ->
        runs.read(
            parser, number, "trajectory", run -> step -> step(run, step), (name, value) -> {});
  }

  private static void step(RunAssembler run, JsonNode step) {
    String thought = Texts.of(step.path("thought"));
    String action = Texts.of(step.path("action")).strip();
    run.reply(Reply.of(thought.isEmpty() ? Texts.of(step.path("response")) : thought));
    if (action.isEmpty()) {
      return;
    }
    Matcher command = COMMAND.matcher(action);
    run.call(null, command.lookingAt() ? command.group(1) : "shell", action, Effect.UNKNOWN);
    String observation = Texts.of(step.path("observation"));
    run.result(null, observation, ToolFailure.in(observation), null);
  }
}
