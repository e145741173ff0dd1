package io.loophalt.runtime.runs;

import io.loophalt.Effect;
import io.loophalt.core.run.RunStep;

/** A call of a tool of which only the result matters. */
final class SmallStep implements RunStep {
  private final String tool;
  private final long result;
  private final long startMillis;
  private int index;
  private int turn;

  private SmallStep(String tool, long result, long startMillis) {
    this.tool = tool;
    this.result = result;
    this.startMillis = startMillis;
  }

  static SmallStep of(String tool) {
    return at(tool, 0);
  }

  static SmallStep at(String tool, long startMillis) {
    return new SmallStep(tool, 1, startMillis);
  }

  static SmallStep returning(String tool, long digest) {
    return new SmallStep(tool, digest, 0);
  }

  @Override
  public void placedAt(int newIndex, int newTurn) {
    index = newIndex;
    turn = newTurn;
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public int turn() {
    return turn;
  }

  @Override
  public String tool() {
    return tool;
  }

  @Override
  public String actionClass() {
    return tool;
  }

  @Override
  public Effect effect() {
    return Effect.UNKNOWN;
  }

  @Override
  public long action() {
    return 0xabcdef0123456789L;
  }

  @Override
  public long files() {
    return ABSENT;
  }

  @Override
  public long state() {
    return ABSENT;
  }

  @Override
  public boolean failed() {
    return false;
  }

  @Override
  public long error() {
    return ABSENT;
  }

  @Override
  public long exactError() {
    return ABSENT;
  }

  @Override
  public long result() {
    return result;
  }

  @Override
  public long normalizedResult() {
    return result;
  }

  @Override
  public long startMillis() {
    return startMillis;
  }

  @Override
  public long endMillis() {
    return startMillis;
  }

  @Override
  public String text() {
    return "";
  }

  @Override
  public String argumentsText() {
    return "";
  }

  @Override
  public String resultText() {
    return "";
  }

  @Override
  public String errorText() {
    return "";
  }
}
