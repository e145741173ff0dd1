package io.loophalt.runtime.application;

import io.loophalt.AgentTool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Calls a tool in every way a method can end, and says how each call ended. */
public final class Outcomes implements Callable<List<String>> {

  /** Rounds of calls; enough for an agent that counts its errors to turn itself off. */
  public static final int ROUNDS = 15;

  private final List<String> endings = new ArrayList<>();

  @Override
  public List<String> call() {
    for (int i = 0; i < ROUNDS; i++) {
      note(() -> work("a text"));
      note(() -> work("fail"));
      note(() -> String.valueOf(work(20, 22)));
      note(
          () -> {
            work();
            return "nothing returned";
          });
    }
    return endings;
  }

  private void note(Callable<String> call) {
    try {
      endings.add(call.call());
    } catch (Exception | Error thrown) {
      endings.add(thrown.toString());
    }
  }

  @AgentTool
  String work(String text) {
    if (text.equals("fail")) {
      throw new IllegalArgumentException("of the tool's own");
    }
    return text + ", returned";
  }

  @AgentTool
  int work(int a, int b) {
    return a + b;
  }

  @AgentTool
  void work() {
    endings.add("ran");
  }
}
