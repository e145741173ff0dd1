package io.loophalt.compatibility.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.scenario.Script;

/** A person steers the runs of one JVM, each while its model is asked. */
final class SteeredPlay {

  private final ForkedJvm jvm;
  private final Operator operator;

  SteeredPlay(ForkedJvm jvm, Operator operator) {
    this.jvm = jvm;
    this.operator = operator;
  }

  /** Halts a run. */
  void halt(String way) {
    String run = begun(way, Script.HALTED_BY_A_PERSON);
    operator.follow(Operator.order("halt").put("run", run).put("reason", "too dear"));
    goOn(way, Script.HALTED_BY_A_PERSON);
  }

  /** Freezes all runs until one waits; whether it did, or had come to its end before. */
  boolean hold(String way) {
    String run = begun(way, Script.HELD_BY_A_PERSON);
    operator.follow(Operator.order("freeze"));
    goOn(way, Script.HELD_BY_A_PERSON);
    boolean waited = waits(run, way, Script.HELD_BY_A_PERSON);
    operator.follow(Operator.order("unfreeze"));
    return waited;
  }

  /** Blocks the tool that is asked for next. */
  void block(String way) {
    begun(way, Script.BLOCKED_BY_A_PERSON);
    operator.follow(Operator.order("block").put("tool", "search"));
    goOn(way, Script.BLOCKED_BY_A_PERSON);
    awaitEnd(way, Script.BLOCKED_BY_A_PERSON);
    operator.follow(Operator.order("unblock").put("tool", "search"));
  }

  /** Lets a run go on that waits where it was halted; whether it waited. */
  boolean resume(String way) {
    String run = begun(way, Script.RESUMED_BY_A_PERSON);
    goOn(way, Script.RESUMED_BY_A_PERSON);
    boolean waited = waits(run, way, Script.RESUMED_BY_A_PERSON);
    if (waited) {
      operator.follow(Operator.order("resume").put("run", run).put("extra_steps", 5));
    }
    return waited;
  }

  private String begun(String way, Script script) {
    jvm.awaitLine(way + '.' + script + ".begun=true");
    return operator.newRun();
  }

  private void goOn(String way, Script script) {
    jvm.send(way + '.' + script);
  }

  /** Asks again and again whether it waits, until it does, or has come to its end. */
  private boolean waits(String run, String way, Script script) {
    long deadline = System.nanoTime() + ForkedJvm.TIME_LIMIT.toNanos();
    while (!jvm.hasPrinted(outcome(way, script))) {
      if (operator.waits(run)) {
        return true;
      }
      assertThat(System.nanoTime() - deadline).as("nanoseconds beyond the limit").isNegative();
    }
    return false;
  }

  private void awaitEnd(String way, Script script) {
    jvm.awaitLineThatBegins(outcome(way, script));
  }

  private static String outcome(String way, Script script) {
    return way + '.' + script + ".outcome=";
  }
}
