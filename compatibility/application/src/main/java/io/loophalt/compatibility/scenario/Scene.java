package io.loophalt.compatibility.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One conversation of a script, as it goes on: the framework under test asks it for the model's
 * replies and has it do the tools' work.
 *
 * <p>Thread-safe: frameworks run tools where they like.
 */
public final class Scene {

  /** All tools there are; each has one text parameter named {@code input} and gives a text. */
  public static final List<String> TOOLS =
      List.of(
          "search",
          "open",
          "check",
          "write_file",
          "edit_file",
          "run_tests",
          "job_status",
          "get_page");

  /**
   * After this model call every stuck script ends by itself, where no framework's cap is below it.
   */
  public static final int CAP = 20;

  /** At this model call a person steers the run, where the script has one. */
  public static final int STEERED_AT = 3;

  static final int INPUT_TOKENS = 900;
  static final int OUTPUT_TOKENS = 100;

  /** The model that configurations escalate to. */
  static final String STRONGER = "stronger-model";

  private static final String NUDGE = "[Loophalt]";
  private static final String REFUSAL = "was blocked by an operator";

  private static final AtomicInteger SCENES = new AtomicInteger();

  /** No provider gives two calls one id, whatever conversation they are of. */
  private final int number = SCENES.incrementAndGet();

  private final Script script;
  private final Runnable person;
  private final boolean aRound;
  private final AtomicInteger modelCalls = new AtomicInteger();
  private final AtomicInteger toolCalls = new AtomicInteger();
  private final AtomicInteger refusals = new AtomicInteger();
  private final AtomicInteger nudges = new AtomicInteger();
  private final AtomicInteger strongerCalls = new AtomicInteger();
  private final AtomicInteger edits = new AtomicInteger();
  private final AtomicInteger polls = new AtomicInteger();

  /** Begins a script. */
  public Scene(Script script) {
    this(script, () -> {}, /* aRound= */ false);
  }

  /** Begins a script as one round of a task: no boundary of a run is around it alone. */
  static Scene ofARound(Script script) {
    return new Scene(script, () -> {}, /* aRound= */ true);
  }

  /**
   * Begins a script.
   *
   * @param person what the model waits for at its third call
   */
  Scene(Script script, Runnable person) {
    this(script, person, /* aRound= */ false);
  }

  private Scene(Script script, Runnable person, boolean aRound) {
    this.script = script;
    this.person = person;
    this.aRound = aRound;
  }

  /** Whether a loop that draws a run of its own for each task draws none for this one. */
  public boolean isARound() {
    return aRound;
  }

  /** What is played. */
  public Script script() {
    return script;
  }

  /**
   * The model is called.
   *
   * @param sinceLastCall the tool results and errors that came after the model's last reply, as the
   *     framework worded them
   * @param toolsOffered whether the request lets the model call tools
   */
  public Reply reply(List<String> sinceLastCall, boolean toolsOffered) {
    return reply(sinceLastCall, toolsOffered, null);
  }

  /**
   * The model is called.
   *
   * @param sinceLastCall what came after the model's last reply: tool results, errors, and what the
   *     user said, as the framework worded them
   * @param toolsOffered whether the request lets the model call tools
   * @param model the model that the request names, if it does
   */
  public Reply reply(List<String> sinceLastCall, boolean toolsOffered, @Nullable String model) {
    if (STRONGER.equals(model)) {
      strongerCalls.incrementAndGet();
    }
    int call = modelCalls.incrementAndGet();
    if (call == STEERED_AT) {
      person.run();
    }
    for (String result : sinceLastCall) {
      if (result.contains(REFUSAL)) {
        refusals.incrementAndGet();
      }
      if (result.contains(NUDGE)) {
        nudges.incrementAndGet();
      }
    }
    List<String[]> asked =
        toolsOffered && !(script.isStuck() && call > CAP)
            ? script.calls(call)
            : new ArrayList<String[]>();
    List<ToolRequest> calls = new ArrayList<>();
    for (String[] each : asked) {
      String id = "call-" + number + "-" + call + "-" + calls.size();
      calls.add(new ToolRequest(id, each[0], each[1]));
    }
    String text = calls.isEmpty() ? script.answer(call, toolsOffered) : "";
    return new Reply(text, calls, script.burnt(INPUT_TOKENS), script.burnt(OUTPUT_TOKENS));
  }

  /** A tool is called. */
  public String tool(String tool, @Nullable String input) {
    int call = toolCalls.incrementAndGet();
    return switch (tool) {
      case "search" -> "no match for " + input;
      case "open" -> "the door " + input + " is closed";
      case "check" ->
          throw new IllegalStateException(
              "connection to 10.0.0." + call + ":8080 refused (attempt " + call + ")");
      case "write_file" -> "ok";
      case "edit_file" -> "applied change " + edits.incrementAndGet();
      case "run_tests" -> {
        int failing = Math.max(0, 8 - edits.get());
        yield failing == 0 ? "all 8 tests pass" : failing + " of 8 tests fail: " + names(failing);
      }
      case "job_status" -> "running, " + 5 * polls.incrementAndGet() + "% of the rows copied";
      case "get_page" -> "page " + input + ": " + Prose.of(String.valueOf(input));
      default -> throw new IllegalArgumentException("no tool " + tool);
    };
  }

  /** The tools' bodies run in another process, whose own scene has counted them. */
  public void toolCallsElsewhere(int calls) {
    toolCalls.set(calls);
  }

  private static String names(int failing) {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < failing; i++) {
      names.append(i == 0 ? "" : ", ").append("Suite").append((char) ('A' + i)).append("Test");
    }
    return names.toString();
  }

  /** How often the model was called. */
  public int modelCalls() {
    return modelCalls.get();
  }

  /** How often a tool's body ran. */
  public int toolCalls() {
    return toolCalls.get();
  }

  /** How many of the model's calls named the model that is escalated to. */
  public int strongerCalls() {
    return strongerCalls.get();
  }

  /** How many tool results that reached the model were refusals of a person's. */
  public int refusals() {
    return refusals.get();
  }

  /** How many tool results that reached the model carried a nudge. */
  public int nudges() {
    return nudges.get();
  }
}
