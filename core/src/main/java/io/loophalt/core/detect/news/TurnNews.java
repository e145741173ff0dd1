package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.AskedValues;
import io.loophalt.core.text.FailureWords;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What the steps of the turn at hand have brought, until the turn is over and the run knows it.
 *
 * <p>Steps of one turn run in parallel: brought into an order that does not depend on which ended
 * first. Not thread-safe; bounded; allocates only until it has room for the largest turn.
 */
final class TurnNews {

  private static final int MOST_LINES = 256;
  private static final int MOST_STEPS = 16;

  // What else is there of a turn that is saved.
  private static final int ASKED = 1;
  private static final int FAILED = 2;

  boolean anyStep;

  boolean changesNow;
  boolean acceptedNow;
  int rejectedNow;
  boolean looksNow;
  boolean onlyNotes = true;
  boolean doneNow;
  boolean fruitlessNow;
  boolean wellNow;
  boolean sleepsNow;
  boolean silentNow;
  boolean excusedNow;

  /** Some call has read again what was condensed. */
  boolean readsAgain;

  /** Some call was made before. */
  boolean madeAgain;

  /** And something was changed since. */
  boolean acrossChange;

  /** A call brought or did something, also where another one is worth more. */
  boolean hitNow;

  /** What the best of the calls that change nothing has shown, where others change something. */
  final SameTurn same = new SameTurn();

  int worth;

  // Good while there is any step. Written only where they differ, see Step.begin.
  Worth reason = Worth.NEUTRAL;
  String tool = "";

  private final DigestList lines = new DigestList(MOST_LINES);
  private final long[] actions = new long[MOST_STEPS];
  private final DigestList outcomes = new DigestList(MOST_STEPS);
  private final DigestList bags = new DigestList(MOST_STEPS);
  private final DigestList values = new DigestList(AskedValues.CAPACITY);
  private int actionOfValues;

  private final DigestList failedActions = new DigestList(MOST_STEPS);
  private final DigestList headlines = new DigestList(MOST_STEPS);
  private final @Nullable DigestList[] failures = new DigestList[MOST_STEPS];

  /** What the best step of the turn is worth; with what it shows that a change was in vain. */
  int worth() {
    return same.isInVain() ? same.worth() : worth;
  }

  /** Why. */
  Worth reason() {
    return !anyStep ? Worth.NEUTRAL : same.isInVain() ? same.reason() : reason;
  }

  /** The tool of the best step of the turn. */
  String tool() {
    return !anyStep ? "" : same.isInVain() ? same.tool() : tool;
  }

  /** A step is worth so much, in hundredths, and this is why: of the best one it is kept. */
  void take(Step step, Worth why, int debt) {
    if (!anyStep || debt < worth || (debt == worth && isBefore(step.tool(), why))) {
      anyStep = true;
      worth = debt;
      if (reason != why) {
        reason = why;
      }
      if (!step.tool().equals(tool)) {
        tool = step.tool();
      }
    }
    onlyNotes &= step.takesANote();
  }

  /** Of steps that are worth the same one is told of, whichever ended first. */
  private boolean isBefore(String otherTool, Worth otherReason) {
    int order = otherTool.compareTo(tool);
    return order < 0 || (order == 0 && otherReason.compareTo(reason) < 0);
  }

  void addLines(DigestList more) {
    for (int i = 0; i < more.size(); i++) {
      lines.add(more.get(i));
    }
  }

  void addLine(int line) {
    lines.add(line);
  }

  void addCall(long action, int outcome) {
    if (!outcomes.isFull()) {
      actions[outcomes.size()] = action;
      outcomes.add(outcome);
    }
  }

  /**
   * What a call asked about; of several calls those of one are kept.
   *
   * @param bag digest of all values that are no text, 0 if there are none
   */
  void addValues(int action, int bag, DigestList asked) {
    if (bag != 0) {
      bags.add(bag);
    }
    if (values.size() == 0 || action < actionOfValues) {
      values.copyOf(asked);
      actionOfValues = action;
    }
  }

  void addFailure(int action, int headline, DigestList words) {
    int at = failedActions.size();
    if (at == MOST_STEPS) {
      return;
    }
    failedActions.add(action);
    headlines.add(headline);
    DigestList copy = failures[at];
    if (copy == null) {
      copy = new DigestList(FailureWords.CAPACITY);
      failures[at] = copy;
    }
    copy.copyOf(words);
  }

  /** How many calls there were, as far as they are kept. */
  int calls() {
    return outcomes.size();
  }

  /** What the last turn that was asked about something asked about; empty if this one did not. */
  DigestList values() {
    return values;
  }

  DigestList bags() {
    return bags;
  }

  /** Makes it known to the run. */
  void tell(LineMemory seen, RecentOutcomes made, FailureMemory failed) {
    if (outcomes.size() > 1) {
      sort();
    }
    for (int i = 0; i < lines.size(); i++) {
      seen.add(lines.get(i));
    }
    for (int i = 0; i < outcomes.size(); i++) {
      made.add(actions[i], outcomes.get(i));
      int action = ShortDigests.of(actions[i]);
      if (!failed.isEmpty() && !failedActions.contains(action)) {
        failed.goesWell(action);
      }
    }
    for (int i = 0; i < failedActions.size(); i++) {
      failed.add(failedActions.get(i), headlines.get(i), failureAt(i));
    }
  }

  private DigestList failureAt(int i) {
    DigestList words = failures[i];
    if (words == null) {
      throw new IllegalStateException("a failure without words, at " + i);
    }
    return words;
  }

  private void sort() {
    lines.sort();
    bags.sort();
    for (int i = 1; i < outcomes.size(); i++) {
      for (int j = i; j > 0 && isCallBefore(j); j--) {
        long action = actions[j];
        actions[j] = actions[j - 1];
        actions[j - 1] = action;
        swap(outcomes, j);
      }
    }
    for (int i = 1; i < failedActions.size(); i++) {
      for (int j = i; j > 0 && isBefore(failedActions, headlines, j); j--) {
        swap(failedActions, j);
        swap(headlines, j);
        DigestList words = failures[j];
        failures[j] = failures[j - 1];
        failures[j - 1] = words;
      }
    }
  }

  private boolean isCallBefore(int j) {
    return actions[j] < actions[j - 1]
        || (actions[j] == actions[j - 1] && outcomes.get(j) < outcomes.get(j - 1));
  }

  private static boolean isBefore(DigestList first, DigestList second, int j) {
    return first.get(j) < first.get(j - 1)
        || (first.get(j) == first.get(j - 1) && second.get(j) < second.get(j - 1));
  }

  private static void swap(DigestList list, int j) {
    int digest = list.get(j);
    list.set(j, list.get(j - 1));
    list.set(j - 1, digest);
  }

  void clear() {
    anyStep = false;
    changesNow = false;
    looksNow = false;
    acceptedNow = false;
    rejectedNow = 0;
    onlyNotes = true;
    doneNow = false;
    fruitlessNow = false;
    wellNow = false;
    sleepsNow = false;
    silentNow = false;
    excusedNow = false;
    readsAgain = false;
    madeAgain = false;
    acrossChange = false;
    hitNow = false;
    same.clear();
    worth = 0;
    lines.clear();
    outcomes.clear();
    bags.clear();
    values.clear();
    failedActions.clear();
    headlines.clear();
  }

  void save(DataOutput out) throws IOException {
    boolean asked = values.size() > 0;
    boolean failed = failedActions.size() > 0;
    out.writeByte((asked ? ASKED : 0) | (failed ? FAILED : 0));
    ShortDigests.write(out, lines);
    ShortDigests.write(out, outcomes);
    for (int i = 0; i < outcomes.size(); i++) {
      out.writeLong(actions[i]);
    }
    if (asked) {
      ShortDigests.write(out, bags);
      ShortDigests.write(out, values);
      SmallNumbers.write(out, actionOfValues);
    }
    if (failed) {
      ShortDigests.write(out, failedActions);
      ShortDigests.write(out, headlines);
      for (int i = 0; i < failedActions.size(); i++) {
        ShortDigests.write(out, failureAt(i));
      }
    }
  }

  /** Takes what was saved of it, where there is no call; what its flags say stays. */
  void restore(DataInput in) throws IOException {
    int parts = in.readByte();
    ShortDigests.read(in, lines, MOST_LINES);
    ShortDigests.read(in, outcomes, MOST_STEPS);
    for (int i = 0; i < outcomes.size(); i++) {
      actions[i] = in.readLong();
    }
    if ((parts & ASKED) != 0) {
      ShortDigests.read(in, bags, MOST_STEPS);
      ShortDigests.read(in, values, AskedValues.CAPACITY);
      actionOfValues = SmallNumbers.readInt(in);
    }
    if ((parts & FAILED) != 0) {
      ShortDigests.read(in, failedActions, MOST_STEPS);
      ShortDigests.read(in, headlines, MOST_STEPS);
      for (int i = 0; i < failedActions.size(); i++) {
        DigestList words = new DigestList(FailureWords.CAPACITY);
        ShortDigests.read(in, words, FailureWords.CAPACITY);
        failures[i] = words;
      }
    }
  }
}
