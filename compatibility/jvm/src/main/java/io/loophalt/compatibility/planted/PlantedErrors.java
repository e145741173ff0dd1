package io.loophalt.compatibility.planted;

import io.loophalt.AgentRun;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands {@link Hostile} values to a tool, gets them back from one, and has one throw an exception
 * that cannot be described; reports whether each came through untouched. With the argument {@value
 * #THEN_STUCK} it gets stuck afterwards.
 */
public final class PlantedErrors {

  static final String THEN_STUCK = "then-stuck";
  private static final int CAP = 7;

  private PlantedErrors() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    for (Map.Entry<String, Supplier<Object>> value : Hostile.values().entrySet()) {
      pass(value.getKey(), value.getValue().get());
    }
    throwsWhatCannotBeDescribed();
    passNull();
    if (args.length > 0 && args[0].equals(THEN_STUCK)) {
      getStuck();
    }
    Report.fact("done", true);
  }

  @AgentRun
  private static void getStuck() {
    int call = 0;
    try {
      while (call < CAP) {
        call++;
        take("stuck", "value");
      }
      Report.fact("stuck.halted.at", 0);
    } catch (LoopHaltException e) {
      Report.fact("stuck.halted.at", call);
    }
  }

  @AgentRun
  private static void pass(String name, Object value) {
    Report.fact(name + ".in", attempt(() -> take(name, value)));
    Report.fact(name + ".out", attempt(() -> give(value) == value));
    Report.fact(name + ".among.many", attempt(() -> takeMany(1, 2L, "three", value, 5.0, '6')));
  }

  @AgentRun
  private static void passNull() {
    Report.fact("null.in", attempt(() -> takeNullable(null)));
  }

  @AgentRun
  private static void throwsWhatCannotBeDescribed() {
    for (int i = 0; i < 2; i++) {
      try {
        fail(i);
      } catch (Undescribable e) {
        Report.fact("undescribable." + i, e.number);
      }
    }
  }

  private static String attempt(Supplier<Object> call) {
    try {
      return String.valueOf(call.get());
    } catch (Throwable t) {
      return "threw " + t.getClass().getName();
    }
  }

  @AgentTool
  private static String take(String name, Object value) {
    return name + " is a " + value.getClass().getSimpleName();
  }

  @AgentTool
  private static Object give(Object value) {
    return value;
  }

  @AgentTool
  private static int takeMany(int a, long b, String c, Object d, double e, char f) {
    return (int) (a + b + c.length() + d.getClass().getName().length() + e + f);
  }

  @AgentTool
  private static String takeNullable(@Nullable Object value) {
    return "took " + (value == null ? "null" : "something");
  }

  @AgentTool
  private static void fail(int number) {
    throw new Undescribable(number);
  }

  /** Fails whoever asks it for its message, its cause or its stack. */
  private static final class Undescribable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int number;

    Undescribable(int number) {
      this.number = number;
    }

    @Override
    public String getMessage() {
      throw new IllegalStateException("getMessage");
    }

    @Override
    public synchronized Throwable getCause() {
      throw new IllegalStateException("getCause");
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new IllegalStateException("getStackTrace");
    }

    @Override
    public String toString() {
      throw new IllegalStateException("toString");
    }
  }
}
