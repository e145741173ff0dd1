package io.loophalt.testing.application;

import io.loophalt.AgentRun;
import io.loophalt.AgentTool;
import java.util.concurrent.Callable;

/** One method for each way of being annotated. */
public class Annotated implements Callable<String> {

  /** Refused. */
  @House.Bare
  public Annotated() {}

  @Override
  public String call() {
    return plain() + named() + described() + misleading() + bare() + both() + run() + generic("");
  }

  @AgentTool
  String plain() {
    return "plain ";
  }

  @AgentTool(name = "own_name", actionClass = "own_class")
  String named() {
    return "named ";
  }

  @House.Described(name = "house_name", actionClass = "house_class")
  String described() {
    return "described ";
  }

  @House.Misleading
  String misleading() {
    return "misleading ";
  }

  @House.Bare
  String bare() {
    return "bare ";
  }

  @House.Described(name = "house_name_of_both")
  @AgentTool(name = "own_name_of_both")
  String both() {
    return "both ";
  }

  @AgentRun(task = "a task")
  String run() {
    return "run ";
  }

  private String generic(String text) {
    return new Narrow().answer(text);
  }

  /** Refused where it stands, woven where it is implemented. */
  public abstract static class Wide<T> {
    @AgentTool
    abstract T answer(T question);

    @AgentTool
    static native void byOthers();
  }

  /** The compiler adds a bridge and copies the annotation to it. */
  public static final class Narrow extends Wide<String> {
    @Override
    @AgentTool(name = "answer_narrowly")
    String answer(String question) {
      return "narrow";
    }
  }
}
