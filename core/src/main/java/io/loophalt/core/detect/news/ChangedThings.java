package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.AskedValues;
import io.loophalt.core.text.ToolVerbs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What calls have changed, by which one who goes from one thing to the next is told from one who
 * turns ever other knobs of the same. There is one from the first change on.
 *
 * <p>The steps of one turn are taken in whatever order. Not thread-safe; constant bounds.
 */
final class ChangedThings {

  /** Of a command, what is done to the next thing: its name, and one word that goes with it. */
  private static final int WORDS_OF_THE_NEXT = 2;

  private static final int CHANGED_THINGS = 32;

  /** What was changed, the latest things. */
  private final DigestList changed = new DigestList(CHANGED_THINGS);

  /** All that the last change named. */
  private final DigestList lastChange = new DigestList(AskedValues.CAPACITY);

  /** What is changed matters: one has looked at the same again after a change. */
  private boolean changesMatter;

  /** What was changed since the last look was another thing each time. */
  private boolean changedAnother;

  /** And any of it was edited. */
  private boolean edited;

  /** What was changed last was changed before, or has no name. */
  private boolean sameThing;

  // Of the turn at hand.
  private final DigestList changeNow = new DigestList(AskedValues.CAPACITY);
  private final DigestList thingsNow = new DigestList(CHANGED_THINGS);
  private boolean anyChangeNow;
  private boolean sameThingNow;
  private boolean editedNow;

  /**
   * Whether what was changed since the last look was another thing each time, such as the next of
   * ten services, and a call that shows the same as before names nothing of it: so it is no wonder.
   * Who edits one file after the other and runs the same may well wonder.
   */
  boolean isAnotherThan(Step look) {
    changesMatter = true;
    if (!changedAnother || (edited && !look.looksOnly())) {
      return false;
    }
    DigestList values = look.values();
    for (int i = 0; i < values.size(); i++) {
      if (!AskedThings.isAmount(values.get(i)) && lastChange.contains(values.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether what was changed last is one thing more, as of a batch. */
  boolean wasAnother() {
    changesMatter = true;
    return !sameThing;
  }

  /** A step of the turn at hand has changed something, or may have. */
  void read(Step step) {
    anyChangeNow = true;
    DigestList values = step.values();
    editedNow |= step.edits();
    boolean another = !ToolVerbs.moves(step.tool()) && !step.handsOver() && !step.takesANote();
    int thing = another ? AskedThings.thingOf(values) : 0;
    if (thing == 0 && ToolVerbs.isShell(step.tool())) {
      thing = nextOf(values);
    }
    sameThingNow |= thing == 0 || changed.contains(thing);
    if (thing != 0) {
      thingsNow.add(thing);
    }
    for (int i = 0; i < values.size(); i++) {
      changeNow.add(values.get(i));
    }
  }

  /** What a command names, as the last one did nearly word by word for something else. */
  private int nextOf(DigestList values) {
    if (lastChange.size() == 0
        || AskedValues.othersThan(lastChange, values, false) > WORDS_OF_THE_NEXT) {
      return 0;
    }
    for (int i = 0; i < values.size(); i++) {
      int value = values.get(i);
      if (!AskedThings.isAmount(value) && !lastChange.contains(value)) {
        return value;
      }
    }
    return 0;
  }

  /**
   * The turn is over.
   *
   * @param looked whether nothing was changed since something was looked at
   */
  void endTurn(boolean looked) {
    if (!anyChangeNow || !changesMatter) {
      forgetTurn();
      return;
    }
    changedAnother = (changedAnother || looked) && !sameThingNow && lastChange.size() > 0;
    edited = editedNow || (edited && !looked);
    sameThing = sameThingNow;
    thingsNow.sort();
    for (int i = 0; i < thingsNow.size(); i++) {
      if (!changed.contains(thingsNow.get(i))) {
        if (changed.isFull()) {
          changed.removeFirst();
        }
        changed.add(thingsNow.get(i));
      }
    }
    lastChange.copyOf(changeNow);
    forgetTurn();
  }

  /** Whether anything is remembered of what was changed. */
  boolean isAny() {
    return changesMatter || anyChangeNow;
  }

  void save(DataOutput out) throws IOException {
    SmallNumbers.write(
        out,
        (changedAnother ? 1 : 0)
            | (anyChangeNow ? 2 : 0)
            | (sameThingNow ? 4 : 0)
            | (edited ? 8 : 0)
            | (editedNow ? 16 : 0)
            | (changesMatter ? 32 : 0)
            | (sameThing ? 64 : 0));
    ShortDigests.write(out, changed);
    ShortDigests.write(out, lastChange);
    if (anyChangeNow) {
      ShortDigests.write(out, changeNow);
      ShortDigests.write(out, thingsNow);
    }
  }

  void restore(DataInput in) throws IOException {
    int flags = SmallNumbers.readInt(in);
    changesMatter = (flags & 32) != 0;
    changedAnother = (flags & 1) != 0;
    anyChangeNow = (flags & 2) != 0;
    sameThingNow = (flags & 4) != 0;
    edited = (flags & 8) != 0;
    editedNow = (flags & 16) != 0;
    sameThing = (flags & 64) != 0;
    ShortDigests.read(in, changed, CHANGED_THINGS);
    ShortDigests.read(in, lastChange, AskedValues.CAPACITY);
    if (anyChangeNow) {
      ShortDigests.read(in, changeNow, AskedValues.CAPACITY);
      ShortDigests.read(in, thingsNow, CHANGED_THINGS);
    }
  }

  private void forgetTurn() {
    changeNow.clear();
    thingsNow.clear();
    anyChangeNow = false;
    sameThingNow = false;
    editedNow = false;
  }
}
