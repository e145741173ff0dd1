package io.loophalt.compatibility.harness.contract;

import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.scenario.Script;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A person steers the runs of one JVM, each while its model is asked. */
final class SteeredPlay {

  private static final String BEGUN = ".begun=true";

  private final ForkedJvm jvm;
  private final Operator operator;
  private final String part;

  /**
   * Steers what is played.
   *
   * @param part what stands before each way
   */
  SteeredPlay(ForkedJvm jvm, Operator operator, String part) {
    this.jvm = jvm;
    this.operator = operator;
    this.part = part;
  }

  /** Waits for the way that the application plays next, of those that are left. */
  String next(List<String> left) {
    String ending = '.' + Script.HALTED_BY_A_PERSON.name() + BEGUN;
    String line = jvm.awaitOneOf(left.stream().map(way -> part + way + ending).toList());
    return line.substring(part.length(), line.length() - ending.length());
  }

  /** Halts a run. */
  void halt(String way) {
    String run = begun(way, Script.HALTED_BY_A_PERSON);
    operator.follow(Operator.order("halt").put("run", run).put("reason", "too dear"));
    goOn(way, Script.HALTED_BY_A_PERSON);
    awaitEnd(way, Script.HALTED_BY_A_PERSON);
    over(way, Script.HALTED_BY_A_PERSON);
  }

  /** Freezes all runs until one waits; whether it did, or had come to its end before. */
  boolean hold(String way) {
    begun(way, Script.HELD_BY_A_PERSON);
    operator.follow(Operator.order("freeze"));
    goOn(way, Script.HELD_BY_A_PERSON);
    boolean waited = waiting(way, Script.HELD_BY_A_PERSON) != null;
    operator.follow(Operator.order("unfreeze"));
    over(way, Script.HELD_BY_A_PERSON);
    return waited;
  }

  /** Blocks the tool that is asked for next. */
  void block(String way) {
    begun(way, Script.BLOCKED_BY_A_PERSON);
    operator.follow(Operator.order("block").put("tool", "open"));
    goOn(way, Script.BLOCKED_BY_A_PERSON);
    awaitEnd(way, Script.BLOCKED_BY_A_PERSON);
    operator.follow(Operator.order("unblock").put("tool", "open"));
    over(way, Script.BLOCKED_BY_A_PERSON);
  }

  /** Lets a run go on that waits where it was halted; whether it waited. */
  boolean resume(String way) {
    begun(way, Script.RESUMED_BY_A_PERSON);
    goOn(way, Script.RESUMED_BY_A_PERSON);
    String halted = waiting(way, Script.RESUMED_BY_A_PERSON);
    if (halted != null) {
      operator.follow(Operator.order("resume").put("run", halted).put("extra_steps", 5));
    }
    over(way, Script.RESUMED_BY_A_PERSON);
    return halted != null;
  }

  private String begun(String way, Script script) {
    jvm.awaitLine(part + way + '.' + script + BEGUN);
    return operator.newRun();
  }

  private void goOn(String way, Script script) {
    jvm.send(part + way + '.' + script);
  }

  /** The person has done what they do, and the next script may begin. */
  private void over(String way, Script script) {
    jvm.send(part + way + '.' + script + ".over");
  }

  /** Asks again and again which run waits, until one does; null if the script ends before. */
  private @Nullable String waiting(String way, Script script) {
    long deadline = System.nanoTime() + ForkedJvm.TIME_LIMIT.toNanos();
    while (!jvm.hasPrinted(outcome(way, script))) {
      String waiting = operator.waiting();
      if (waiting != null) {
        return waiting;
      }
      Operator.pause(deadline);
    }
    return null;
  }

  private void awaitEnd(String way, Script script) {
    jvm.awaitLineThatBegins(outcome(way, script));
  }

  private String outcome(String way, Script script) {
    return part + way + '.' + script + ".outcome=";
  }
}
