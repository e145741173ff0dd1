package io.loophalt.compatibility.declared;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.List;
import java.util.function.IntConsumer;

/** Calls each tool in a run of its own, and reports at which call it was halted, if at any. */
@SuppressWarnings("UnusedVariable") // what the tools are asked is read by the agent alone
public final class DeclaredTools {

  private static final int CALLS = 20;

  /** Nothing about them says that they mean nothing. */
  private static final List<String> WORDS =
      List.of(
          "amber", "birch", "cedar", "dune", "elm", "fjord", "grove", "heath", "isle", "juniper",
          "kelp", "larch", "maple", "nettle", "oak", "pine", "quartz", "reed", "sedge", "thyme");

  /** An order as a service tells of it. */
  public record Order(String requestId, String state, List<String> lines) {}

  private DeclaredTools() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    play("order", call -> order(WORDS.get(call), "held for review"));
    play("order.moving", call -> order(WORDS.get(call), call + " of 40 lines picked"));
    play("order.object", call -> orderAsObject(WORDS.get(call)));
    play("trace", call -> traced("list rooms --trace=" + WORDS.get(call)));
    play("annotated", call -> annotated(WORDS.get(call)));
    play("annotated.wrongly", call -> wronglyAnnotated(WORDS.get(call)));
    play("headers", call -> httpGet(WORDS.get(call)));
    play("clock", call -> clock(WORDS.get(call)));
    play("passwords", call -> tryPassword(WORDS.get(call)));
    play("passwords.same", call -> tryPassword("amber"));
    play("guesses", call -> guess(WORDS.get(call)));
    play("guesses.configured", call -> tryCode(WORDS.get(call)));
    Report.fact("done", true);
  }

  /** The argument of each call is what its answer is made of, so that arguments are equal. */
  private static final ThreadLocal<String> ANSWER = new ThreadLocal<>();

  @SuppressWarnings("try") // the scope is what the calls are in
  private static void play(String what, IntConsumer tool) {
    int call = 0;
    try (RunScope scope = AgentRuns.open(what)) {
      for (; call < CALLS; call++) {
        try {
          tool.accept(call);
        } catch (IllegalStateException failure) {
          // The model is told, and goes on.
        }
      }
      Report.fact(what, "went on");
    } catch (LoopHaltException halt) {
      Report.fact(what, "halted at " + (call + 1));
    }
  }

  private static void order(String word, String state) {
    ANSWER.set("{\"request_id\":\"" + word + "\",\"state\":\"" + state + "\"}");
    getOrder(4711);
  }

  @AgentTool(name = "get_order")
  private static String getOrder(int number) {
    return ANSWER.get();
  }

  private static void orderAsObject(String word) {
    ANSWER.set(word);
    findOrder(4711);
  }

  @AgentTool(name = "find_order")
  private static Order findOrder(int number) {
    return new Order(ANSWER.get(), "held for review", List.of("a gate"));
  }

  @AgentTool(name = "run_line")
  private static String traced(String line) {
    return "no room is free";
  }

  private static void annotated(String word) {
    ANSWER.set("job id " + word + ": no room is free");
    book(7);
  }

  @AgentTool(name = "book", volatileParts = "job id *")
  private static String book(int room) {
    return ANSWER.get();
  }

  private static void wronglyAnnotated(String word) {
    ANSWER.set("{\"request_id\":\"" + word + "\",\"state\":\"held for review\"}");
    bookWrongly(7);
  }

  @AgentTool(
      name = "book_wrongly",
      volatileParts = {"request_id", "$.request_id"})
  private static String bookWrongly(int room) {
    return ANSWER.get();
  }

  private static void httpGet(String word) {
    ANSWER.set("{\"headers\":{\"X-Request-Id\":\"" + word + "\"},\"body\":\"no such room\"}");
    get("https://example.org/rooms/7");
  }

  @AgentTool(name = "http_get")
  private static String get(String url) {
    return ANSWER.get();
  }

  private static void clock(String word) {
    ANSWER.set("the hour of the " + word);
    readClock("tower");
  }

  @AgentTool(name = "read_clock")
  private static String readClock(String where) {
    return ANSWER.get();
  }

  @AgentTool(name = "try_password", exhaustive = true)
  private static String tryPassword(String password) {
    throw new IllegalStateException("authentication failed");
  }

  @AgentTool(name = "guess_password")
  private static String guess(String password) {
    throw new IllegalStateException("authentication failed");
  }

  @AgentTool(name = "try_code")
  private static String tryCode(String code) {
    throw new IllegalStateException("the code is not valid");
  }
}
