package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.AskedValues;
import io.loophalt.core.text.ToolVerbs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Lists of things that are gone through with a call for each, of which some go well and others fail
 * alike: that a thing fails as others did is an answer about it. There are some from the first
 * failure on.
 *
 * <p>The calls of a list are those of one tool, each about a thing of its own; commands and
 * questions are word by word the same but for few places, which are the same ones each time. Who
 * guesses never hits; who hits now and then may miss a few times more.
 *
 * <p>Calls of one turn are compared with those of the turns before. Not thread-safe; constant
 * bounds.
 */
final class MixedLists {

  private static final int LISTS = 3;

  /** So many things may fail in a row for each that went well; and no more than that. */
  private static final int MISSES_FOR_A_HIT = 3;

  /** Tells what was looked for with a tool from what it did. */
  private static final int SEARCHES = 0x5EA7C4E5;

  /** So many things in a row may not be there. */
  private static final int GUESSES = 8;

  /** In place of a number, where there is none. */
  static final int NO_HIT = -1;

  /** See {@link #missesBefore()}; of the step at hand. */
  private int missesBefore = NO_HIT;

  /** The one that was gone on with last stands at the end. */
  private final @Nullable ListedThings[] lists = new ListedThings[LISTS];

  /** Begins in the turn at hand: of those that may, the one with the least key. */
  private @Nullable ListedThings beginning;

  /**
   * Takes a step of the turn at hand that failed.
   *
   * @return whether it is about one thing more of a list of which so many have gone well that the
   *     failure is an answer about the thing
   */
  boolean isOneMiss(Step step) {
    missesBefore = NO_HIT;
    if (!mayBeOfAList(step)) {
      return false;
    }
    DigestList values = step.values();
    int thing = thingOf(step, values);
    int key = keyOf(step, values, thing);
    return key != 0 && isOneMiss(step.tool().hashCode(), key, values, thing);
  }

  /**
   * Takes a step of the turn at hand that looked for something and found nothing.
   *
   * @return whether as many searches with the tool have found something as allow for it
   */
  boolean isOneMissOfSearches(Step step) {
    DigestList values = step.values();
    int key = keyOfSearches(step, values);
    return key != 0 && isOneMiss(step.tool().hashCode() ^ SEARCHES, key, values, wordsOf(values));
  }

  /** Commands are compared word by word. */
  private static int keyOfSearches(Step step, DigestList values) {
    if (!ToolVerbs.isShell(step.tool())) {
      return (step.tool().hashCode() ^ SEARCHES) | 1;
    }
    int key = keyOf(step, values, 0);
    return key == 0 ? 0 : (key ^ SEARCHES) | 1;
  }

  /**
   * Takes a step of the turn at hand that asked about one thing more, which is not there.
   *
   * @return whether it is one guess more: so many have not been there, in calls of ever other forms
   *     such as addresses of other depth. The entries of a list mostly look alike
   */
  boolean isGuessedAgain(Step step) {
    if (ToolVerbs.isShell(step.tool())) {
      return false;
    }
    isOneMissOfSearches(step);
    int key = (step.tool().hashCode() ^ SEARCHES) | 1;
    ListedThings list = find(key, step.values());
    int form = step.form();
    if (list == null) {
      if (beginning != null && beginning.key == key) {
        beginning.formNow = beginning.formNow == 0 ? form : Math.min(beginning.formNow, form);
      }
      return false;
    }
    list.formNow = list.formNow == 0 ? form : Math.min(list.formNow, form);
    return list.misses >= GUESSES && list.otherForms >= ListedThings.OTHER_FORMS;
  }

  /**
   * A step of the turn at hand has found something, of a call that was not made before.
   *
   * @return what the searches that found nothing before it have added to the debt, in hundredths
   */
  int readFound(Step step) {
    if (!isOfATool(step.tool().hashCode() ^ SEARCHES)) {
      return 0;
    }
    DigestList values = step.values();
    ListedThings list = find(keyOfSearches(step, values), values);
    if (list == null || !list.take(values, wordsOf(values))) {
      return 0;
    }
    list.hitsNow++;
    return list.owed;
  }

  private static int wordsOf(DigestList values) {
    int words = 1;
    for (int i = 0; i < values.size(); i++) {
      words = 31 * words + values.get(i);
    }
    return words;
  }

  /**
   * How many things of its list had failed since one went well, before the one of the latest miss;
   * -1 if that was no other thing of a list.
   */
  int missesBefore() {
    return missesBefore;
  }

  private boolean isOneMiss(int tool, int key, DigestList values, int thing) {
    ListedThings known = find(key, values);
    missesBefore = NO_HIT;
    if (known != null) {
      boolean another = known.take(values, thing);
      missesBefore = another ? known.misses : NO_HIT;
      known.missedNow |= another;
      return another
          && known.misses < Math.min(ListedThings.MOST_MISSES, MISSES_FOR_A_HIT * known.hits);
    }
    ListedThings begun = beginning;
    if (begun == null || key < begun.key) {
      begun = new ListedThings(tool, key);
      beginning = begun;
    }
    if (begun.key == key) {
      begun.take(values, thing);
      begun.missedNow = true;
    }
    return false;
  }

  /**
   * Takes a step of the turn at hand that went well, of a call that was not made before.
   *
   * @param known whether its answer says nothing by itself: where many are in a row, neither do
   *     they
   * @param answered whether its answer was given before, also where it says something
   * @return what the things that failed before it have added to the debt, in hundredths; {@link
   *     #NO_HIT} if it is about no other thing of a list
   */
  int readHit(Step step, boolean known, boolean answered) {
    if (!isOfATool(step.tool().hashCode()) || !mayBeOfAList(step)) {
      return NO_HIT; // What it asks about need not be read.
    }
    DigestList values = step.values();
    int thing = thingOf(step, values);
    ListedThings list = find(keyOf(step, values, thing), values);
    if (list == null || !list.take(values, thing)) {
      return NO_HIT;
    }
    list.knownNow |= answered;
    list.newNow |= !answered;
    if ((known && list.alike >= ListedThings.MOST_ALIKE)
        || (answered && list.known >= ListedThings.MOST_KNOWN)) {
      return NO_HIT;
    }
    list.hitsNow++;
    list.alikeNow |= known;
    return list.owed;
  }

  private boolean isOfATool(int tool) {
    for (ListedThings list : lists) {
      if (list != null && list.tool == tool) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayBeOfAList(Step step) {
    return !step.edits()
        && !step.handsOver()
        && !step.takesANote()
        && !step.saysDone()
        && !ToolVerbs.finishes(step.tool())
        && !ToolVerbs.moves(step.tool());
  }

  /**
   * What a call is about; 0 for a command and a question, which are compared word by word. Who
   * turns a knob is at no other thing; a number that is checked, such as a build's, is one.
   */
  private static int thingOf(Step step, DigestList values) {
    int thing = ToolVerbs.isShell(step.tool()) ? 0 : AskedThings.thingAtAll(values);
    boolean amount = thing != 0 && thing == values.get(0) && AskedThings.isAmount(thing);
    return amount && !ToolVerbs.worksOnPlaces(step.tool()) ? 0 : thing;
  }

  /** Which lists it may be of; 0 for none. */
  private static int keyOf(Step step, DigestList values, int thing) {
    if (values.size() == 0 || values.isCut() || AskedValues.searchForAWord(values)) {
      return 0;
    }
    int tool = step.tool().hashCode();
    return (thing != 0 ? tool : 31 * (31 * tool + values.size()) + values.get(0)) | 1;
  }

  private @Nullable ListedThings find(int key, DigestList values) {
    for (ListedThings list : lists) {
      if (list != null && list.key == key && list.goesOnWith(values)) {
        return list;
      }
    }
    return null;
  }

  /**
   * The turn is over.
   *
   * @param debt what it has added, in hundredths
   */
  void endTurn(int debt) {
    for (int i = 0; i < LISTS; i++) {
      ListedThings list = lists[i];
      if (list != null && list.isAnyNow()) {
        list.endTurn(debt);
      }
    }
    ListedThings begun = beginning;
    if (begun != null) {
      begun.endTurn(debt);
      begun.places = 0;
      int at = 0;
      for (int i = 0; i < LISTS; i++) {
        ListedThings list = lists[i];
        at = list != null && list.key == begun.key ? i : at;
      }
      System.arraycopy(lists, at + 1, lists, at, LISTS - at - 1);
      lists[LISTS - 1] = begun;
      beginning = null;
    }
  }

  void save(DataOutput out) throws IOException {
    int there = beginning == null ? 0 : 1 << LISTS;
    for (int i = 0; i < LISTS; i++) {
      there |= lists[i] == null ? 0 : 1 << i;
    }
    SmallNumbers.write(out, there);
    for (int i = 0; i <= LISTS; i++) {
      ListedThings list = i < LISTS ? lists[i] : beginning;
      if (list != null) {
        list.save(out);
      }
    }
  }

  /** Takes what was saved, where there was nothing before. */
  void restore(DataInput in) throws IOException {
    int there = SmallNumbers.readInt(in);
    for (int i = 0; i <= LISTS; i++) {
      ListedThings list = (there & (1 << i)) != 0 ? ListedThings.restored(in) : null;
      if (i < LISTS) {
        lists[i] = list;
      } else {
        beginning = list;
      }
    }
  }
}
