package io.loophalt.presets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random runs in the schema of recordings, over an alphabet so small that they repeat often. */
final class RandomRuns {

  private static final ObjectMapper JSON = new ObjectMapper();

  private RandomRuns() {}

  /** One turn several times over, after pauses that each are so many times the one before. */
  private record Phase(JsonNode turn, int times, int pauseMillis, double growth) {}

  /** Runs of up to 14 phases. */
  static Arbitrary<JsonNode> runs() {
    Arbitrary<Phase> phase =
        Combinators.combine(
                turns(),
                Arbitraries.frequency(Tuple.of(3, 1), Tuple.of(2, 5)),
                Arbitraries.of(10, 2_000),
                Arbitraries.of(0.5, 1.0, 2.0))
            .as(Phase::new);
    return phase
        .list()
        .ofMinSize(1)
        .ofMaxSize(14)
        .map(
            phases -> {
              ArrayNode steps = JSON.createArrayNode();
              int number = 0;
              double millis = 0;
              for (Phase each : phases) {
                double pause = each.pauseMillis();
                for (int time = 0; time < each.times(); time++, number++) {
                  millis += pause;
                  pause *= each.growth();
                  for (JsonNode step : each.turn()) {
                    ((ObjectNode) steps.add(step.deepCopy()).get(steps.size() - 1))
                        .put("turn", number)
                        .put("start_ms", (long) millis)
                        .put("end_ms", (long) millis);
                  }
                }
              }
              ObjectNode run = JSON.createObjectNode().put("id", "random");
              run.set("steps", steps);
              return run;
            });
  }

  /** The same run, the keys of every object in another order. */
  static JsonNode shuffled(JsonNode node, Random random) {
    if (node.isArray()) {
      ArrayNode copy = JSON.createArrayNode();
      node.forEach(element -> copy.add(shuffled(element, random)));
      return copy;
    }
    if (!node.isObject()) {
      return node;
    }
    List<String> keys = new ArrayList<>();
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      keys.add(names.next());
    }
    Collections.shuffle(keys, random);
    ObjectNode copy = JSON.createObjectNode();
    keys.forEach(key -> copy.set(key, shuffled(node.path(key), random)));
    return copy;
  }

  private static Arbitrary<JsonNode> turns() {
    Arbitrary<List<JsonNode>> calls = calls().list().ofMinSize(1).ofMaxSize(3);
    Arbitrary<List<JsonNode>> idle = idle().map(List::of);
    return Combinators.combine(
            Arbitraries.frequencyOf(Tuple.of(4, calls), Tuple.of(1, idle)),
            Arbitraries.frequency(Tuple.of(9, false), Tuple.of(1, true)),
            Arbitraries.frequency(Tuple.of(9, false), Tuple.of(1, true)))
        .as(
            (steps, userMessage, compacted) -> {
              ArrayNode turn = JSON.createArrayNode();
              steps.forEach(step -> turn.add(step.deepCopy()));
              ((ObjectNode) turn.get(0))
                  .put("user_message_before", userMessage)
                  .put("compacted_before", compacted);
              return turn;
            });
  }

  private static Arbitrary<JsonNode> calls() {
    return Combinators.combine(
            Arbitraries.of("shell", "edit", "get_status"),
            arguments(),
            Arbitraries.of("", "ok", "PENDING"),
            Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just("")),
                Tuple.of(2, Arbitraries.of("exit code 1", "no such file", "line 3 is bad"))),
            Arbitraries.frequency(Tuple.of(5, ""), Tuple.of(1, "I try again.")),
            Arbitraries.of("s0", ""))
        .as(
            (tool, arguments, result, error, text, state) -> {
              ObjectNode step = JSON.createObjectNode().put("tool", tool);
              step.set("args", arguments);
              step.put("result", result).put("text", text).put("state", state);
              return error.isEmpty() ? step.putNull("error") : step.put("error", error);
            });
  }

  private static Arbitrary<JsonNode> arguments() {
    return Arbitraries.of(
            "{\"command\":\"npm test\",\"cwd\":\"/srv/app\",\"env\":{\"A\":\"1\",\"B\":\"2\"}}",
            "{\"path\":\"/srv/a.py\",\"line\":12,\"text\":\"x = 1\"}",
            "{\"args\":[\"a.py\"],\"body\":\"x = 1\"}",
            "{}",
            "\"npm test\"")
        .map(RandomRuns::parsed);
  }

  private static Arbitrary<JsonNode> idle() {
    return Arbitraries.of(
            "I am thinking about what to do next, and I shall do it soon, as I said. ".repeat(4),
            "Done.",
            "* a list item")
        .map(
            text -> {
              ObjectNode step = JSON.createObjectNode().putNull("tool").putNull("error");
              return step.put("result", "").put("text", text);
            });
  }

  private static JsonNode parsed(String json) {
    try {
      return JSON.readTree(json);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new AssertionError(json, e);
    }
  }
}
