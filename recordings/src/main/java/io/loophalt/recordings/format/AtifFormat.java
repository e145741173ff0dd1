package io.loophalt.recordings.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.loophalt.Effect;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.assembly.RunAssembler;
import io.loophalt.recordings.assembly.RunAssembler.Reply;
import io.loophalt.recordings.assembly.Texts;
import io.loophalt.recordings.assembly.ToolFailure;
import org.jspecify.annotations.Nullable;

/**
 * Trajectories in the Agent Trajectory Interchange Format (ATIF, versions 1.0 to 1.7), as Harbor
 * and Terminal-Bench write them for many agents: an object with {@code schema_version} and {@code
 * steps}, each from a {@code source}.
 *
 * <p>An agent's step is a reply of the model. Converters of other agents' logs spread a reply over
 * several steps, of which one has its {@code metrics}: a step without goes on with a reply that has
 * them. Sub-agents that are embedded are runs of their own; steps copied from another trajectory
 * are left out.
 */
final class AtifFormat implements RecordingFormat {

  private static final String STEPS = "steps";
  private static final String SUB_AGENTS = "subagent_trajectories";

  @Override
  public String name() {
    return "ATIF trajectories";
  }

  @Override
  public boolean recognizes(JsonNode value) {
    JsonNode first = value.path(STEPS).path(0);
    return value.path(STEPS).isArray()
        && (value.path("schema_version").asText().startsWith("ATIF")
            || (first.has("step_id") && first.has("source")));
  }

  @Override
  public boolean valuesAreRuns() {
    return true;
  }

  @Override
  public Reading open(Source source, RunSink sink) {
    RunObjects runs = new RunObjects(source, sink);
    return (parser, number) -> {
      ArrayNode subAgents = JsonNodeFactory.instance.arrayNode();
      String id =
          runs.read(
              parser,
              number,
              STEPS,
              run -> new Trajectory(run)::step,
              (name, value) -> {
                if (name.equals(SUB_AGENTS)) {
                  value.forEach(subAgents::add);
                }
              });
      embedded(subAgents, id, sink);
    };
  }

  private static void embedded(JsonNode subAgents, String parent, RunSink sink) {
    for (JsonNode each : subAgents) {
      String id = parent + '/' + each.path("trajectory_id").asText();
      RunAssembler run = new RunAssembler(sink.begin(id, ""));
      each.path(STEPS).forEach(new Trajectory(run)::step);
      run.end(null);
      embedded(each.path(SUB_AGENTS), id, sink);
    }
  }

  /** The steps of one run. */
  private static final class Trajectory {

    /** What stands for the call of a step that acts by its text. */
    private static final String ACTION_IN_TEXT = "action";

    private final RunAssembler run;

    /** Whether the reply at hand has its metrics. */
    private boolean metered;

    Trajectory(RunAssembler run) {
      this.run = run;
    }

    void step(JsonNode step) {
      if (step.path("is_copied_context").asBoolean(false)) {
        return;
      }
      switch (step.path("source").asText()) {
        case "agent" -> agent(step);
        case "user" -> {
          run.userSpoke(Texts.ofContent(step.path("message")));
          metered = false;
        }
        default -> {
          JsonNode management = step.path("extra").path("context_management");
          if (management.path("type").asText().equals("compaction")) {
            run.compacted();
          }
          metered = false;
        }
      }
    }

    private void agent(JsonNode step) {
      JsonNode metrics = step.path("metrics");
      boolean dispatched = step.path("llm_call_count").asInt(1) == 0;
      if (metrics.isObject() || !(metered || dispatched)) {
        metered = metrics.isObject();
        run.reply(
            new Reply(
                null,
                Texts.ofContent(step.path("message")),
                step.path("model_name").asText(""),
                TokenUsage.input(metrics),
                TokenUsage.output(metrics),
                Texts.epochMillis(step.path("timestamp"))));
      }
      calls(step);
    }

    private void calls(JsonNode step) {
      JsonNode calls = step.path("tool_calls");
      JsonNode results = step.path("observation").path("results");
      if (calls.isEmpty() && !results.isEmpty()) {
        run.call(null, ACTION_IN_TEXT, Texts.ofContent(step.path("message")), Effect.UNKNOWN);
        result(null, step, results.path(0));
      }
      for (JsonNode call : calls) {
        run.call(
            Texts.orNull(call.path("tool_call_id")),
            call.path("function_name").asText(),
            Texts.of(call.path("arguments")),
            Effect.UNKNOWN);
      }
      for (JsonNode result : results) {
        String id = Texts.orNull(result.path("source_call_id"));
        if (id != null) {
          result(id, step, result);
        } else {
          ofAllCalls(step, result);
        }
      }
    }

    /** A result that names no call came of all calls of its step together. */
    private void ofAllCalls(JsonNode step, JsonNode result) {
      for (JsonNode call : step.path("tool_calls")) {
        String id = Texts.orNull(call.path("tool_call_id"));
        if (id == null || run.awaits(id)) {
          result(id, step, result);
        }
      }
    }

    private void result(@Nullable String id, JsonNode step, JsonNode result) {
      String content = Texts.ofContent(result.path("content"));
      Long time = Texts.epochMillis(step.path("timestamp"));
      run.result(id, content, error(content, step, result), time);
    }
  }

  /** The format has no flag for a failed call; where a converter has kept one, it decides. */
  private static @Nullable String error(String content, JsonNode step, JsonNode result) {
    JsonNode flag = result.path("extra").path("is_error");
    flag = flag.isBoolean() ? flag : step.path("extra").path("tool_result_is_error");
    if (flag.isBoolean()) {
      return flag.asBoolean() ? content : null;
    }
    return ToolFailure.in(content);
  }
}
