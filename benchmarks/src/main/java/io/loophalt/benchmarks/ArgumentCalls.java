package io.loophalt.benchmarks;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.RunScope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Calls whose arguments are of one kind; no two of a run are alike, and no two answers. */
@State(Scope.Thread)
public class ArgumentCalls {

  private static final int NUMBER = 251;

  /** What the tool is handed. */
  @Param({"two words", "map of 10", "record of 8", "text of 1024", "text of 65536"})
  public String argument = "";

  private final Object[] arguments = new Object[NUMBER];
  private final Texts answers = new Texts("answer", NUMBER);
  private int next;
  private @Nullable RunScope run;

  /** An order as an application has it. */
  public record Order(
      long id,
      String customer,
      String street,
      String city,
      int parcels,
      double weight,
      boolean express,
      List<String> items) {}

  /** Takes a map. */
  @AgentTool
  public String placeMap(Map<String, Object> order) {
    return answers.next();
  }

  /** Takes a record. */
  @AgentTool
  public String placeRecord(Order order) {
    return answers.next();
  }

  /** Takes a text. */
  @AgentTool
  public String placeText(String order) {
    return answers.next();
  }

  /** Makes the arguments. */
  @Setup
  public void makeArguments() {
    String[] texts = OutcomeTexts.healthy(argument.endsWith("65536") ? 65_536 : 1_024);
    for (int i = 0; i < NUMBER; i++) {
      arguments[i] =
          switch (argument) {
            case "two words" -> "order " + i;
            case "map of 10" -> map(i);
            case "record of 8" ->
                new Order(i, "Anna", "Calle 9", "Lima", 3, 1.5, true, List.of("tea", "rice"));
            default -> texts[i % texts.length];
          };
    }
    beginRun();
  }

  private static Map<String, Object> map(int i) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", i);
    map.put("customer", "Anna");
    map.put("street", "Calle 9");
    map.put("city", "Lima");
    map.put("parcels", 3);
    map.put("weight", 1.5);
    map.put("express", true);
    map.put("note", "ring twice");
    map.put("from", "2026-11-24");
    map.put("to", "2026-11-30");
    return map;
  }

  /** The next arguments without a call. */
  Object argument() {
    next = next + 1 == NUMBER ? 0 : next + 1;
    return arguments[next];
  }

  /** One call; guarded if the agent is in the JVM. Fails if the run was nudged or halted. */
  @SuppressWarnings("unchecked") // it is a map where the parameter says so
  String call() {
    Object with = arguments[next];
    String answer =
        with instanceof String text
            ? placeText(text)
            : with instanceof Order order
                ? placeRecord(order)
                : placeMap((Map<String, Object>) with);
    if (answer.indexOf('\n') >= 0) {
      throw new IllegalStateException("nudged: " + answer);
    }
    next++;
    if (next == NUMBER) {
      beginRun();
    }
    return answer;
  }

  private void beginRun() {
    endRun();
    next = 0;
    run = AgentRuns.open("arguments");
  }

  /** Ends the last run. */
  @TearDown(Level.Trial)
  public void endRun() {
    if (run != null) {
      run.close();
    }
  }
}
