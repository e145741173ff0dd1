package io.loophalt.core.run;

import io.loophalt.Effect;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.text.ErrorNormalizer;
import java.util.HashMap;
import java.util.Map;

/** A step that tells {@link ToldDetector}s what to count. */
final class TestStep implements RunStep {

  private final String tool;
  private String actionClass;
  private long startMillis;
  private int index = -1;
  private int turn = -1;
  private final Map<String, Integer> countsBefore = new HashMap<>();
  private final Map<String, Integer> countsAfter = new HashMap<>();
  private final Map<String, Integer> countsAtTurnEnd = new HashMap<>();

  private long result = 1;
  private String error = "";
  private String said = "";

  private TestStep(String tool) {
    this.tool = tool;
    this.actionClass = tool;
  }

  static TestStep of(String tool) {
    return new TestStep(tool);
  }

  TestStep actionClass(String name) {
    actionClass = name;
    return this;
  }

  TestStep at(long millis) {
    startMillis = millis;
    return this;
  }

  /** With a result of its own; all others have the same. */
  TestStep returning(long digest) {
    result = digest;
    return this;
  }

  /** Succeeds and says something; all others say nothing. */
  TestStep saying(String text) {
    said = text;
    result = TextDigest.of(text);
    return this;
  }

  /** Fails and says why; all others succeed. */
  TestStep failing(String message) {
    error = message;
    return this;
  }

  /** What a detector counts when the tool is about to run. */
  TestStep countedBefore(String detector, int count) {
    countsBefore.put(detector, count);
    return this;
  }

  /** What a detector counts when the tool has run. */
  TestStep counted(String detector, int count) {
    countsAfter.put(detector, count);
    return this;
  }

  /** What a detector counts when the turn of the step is over. */
  TestStep countedAtTurnEnd(String detector, int count) {
    countsAtTurnEnd.put(detector, count);
    return this;
  }

  Map<String, Integer> countsBefore() {
    return countsBefore;
  }

  Map<String, Integer> countsAfter() {
    return countsAfter;
  }

  Map<String, Integer> countsAtTurnEnd() {
    return countsAtTurnEnd;
  }

  @Override
  public void placedAt(int index, int turn) {
    this.index = index;
    this.turn = turn;
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
    return actionClass;
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
    return !error.isEmpty();
  }

  @Override
  public long error() {
    return failed() ? ErrorNormalizer.digest(error) : ABSENT;
  }

  @Override
  public long exactError() {
    return failed() ? TextDigest.of(error) : ABSENT;
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
    return said;
  }

  @Override
  public String errorText() {
    return error;
  }
}
