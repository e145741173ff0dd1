package io.loophalt.compatibility.harness.contract;

import io.loophalt.compatibility.scenario.Script;
import java.util.Map;
import java.util.TreeMap;

/** One script in one way. */
record Played(String name, Map<String, String> facts) {

  Played(Map<String, String> all, String way, Script script) {
    this(way + '.' + script, factsOf(all, way + '.' + script + '.'));
  }

  /** Those whose names begin so, by what follows. */
  static Map<String, String> factsOf(Map<String, String> all, String prefix) {
    Map<String, String> own = new TreeMap<>();
    all.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            own.put(key.substring(prefix.length()), value);
          }
        });
    return own;
  }

  String outcome() {
    return facts.getOrDefault("outcome", "not played");
  }

  int modelCalls() {
    return number("model.calls");
  }

  /**
   * How many of the model's calls asked for no tool, where each asks for one. When a run is halted
   * may differ by a step between two plays: attempts that come more and more slowly are patience.
   */
  int withoutTool() {
    return modelCalls() - number("tool.calls");
  }

  int number(String fact) {
    return Integer.parseInt(facts.getOrDefault(fact, "-1"));
  }

  @Override
  public String toString() {
    return name + ' ' + facts;
  }
}
