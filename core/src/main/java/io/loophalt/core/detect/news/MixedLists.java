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

  private static final int MOST_MISSES = 8;
  private static final int MOST_HITS = 7;

  /** A host stands in a command with its port and without. */
  private static final int PLACES_OF_A_THING = 3;

  private static final int THINGS = 32;

  /** So many things may have answers in a row that were given before. */
  private static final int MOST_ALIKE = 4;

  /** And so many in all, with others that failed between them, until one has a new answer. */
  private static final int MOST_KNOWN = 60;

  /** Tells what was looked for with a tool from what it did. */
  private static final int SEARCHES = 0x5EA7C4E5;

  /** So many things in a row may not be there. */
  private static final int GUESSES = 8;

  /** So many calls that had another form than the one before are none of a list. */
  private static final int OTHER_FORMS = 4;

  private static final String FORMS = "/\\\"?=*|()[]{},";
  private static final int MOST_CHARS = 400;

  /** In place of what is paid back. */
  static final int NO_HIT = -1;

  /** So much is paid back, in hundredths of a step. */
  private static final int MOST_OWED = 300;

  /** The one that was gone on with last stands at the end. */
  private final @Nullable OneList[] lists = new OneList[LISTS];

  /** Begins in the turn at hand: of those that may, the one with the least key. */
  private @Nullable OneList beginning;

  /**
   * Takes a step of the turn at hand that failed.
   *
   * @return whether it is about one thing more of a list of which so many have gone well that the
   *     failure is an answer about the thing
   */
  boolean isOneMiss(Step step) {
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
    int tool = step.tool().hashCode() ^ SEARCHES;
    DigestList values = step.values();
    return !ToolVerbs.isShell(step.tool()) && isOneMiss(tool, tool | 1, values, wordsOf(values));
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
    OneList list = find(key, step.values());
    int form = formOf(step.argumentsText());
    if (list == null) {
      if (beginning != null && beginning.key == key) {
        beginning.formNow = beginning.formNow == 0 ? form : Math.min(beginning.formNow, form);
      }
      return false;
    }
    list.formNow = list.formNow == 0 ? form : Math.min(list.formNow, form);
    return list.misses >= GUESSES && list.otherForms >= OTHER_FORMS;
  }

  /** What is left of arguments without their words and numbers, of names with blanks as well. */
  private static int formOf(String arguments) {
    int form = 1;
    for (int at = 0; at < Math.min(arguments.length(), MOST_CHARS); at++) {
      char c = arguments.charAt(at);
      form = FORMS.indexOf(c) < 0 ? form : 31 * form + c;
    }
    return form == 0 ? 1 : form;
  }

  /** A step of the turn at hand has found something, of a call that was not made before. */
  void readFound(Step step) {
    int tool = step.tool().hashCode() ^ SEARCHES;
    if (isOfATool(tool)) {
      OneList list = find(tool | 1, step.values());
      if (list != null && list.take(step.values(), wordsOf(step.values()))) {
        list.hitsNow++;
      }
    }
  }

  private static int wordsOf(DigestList values) {
    int words = 1;
    for (int i = 0; i < values.size(); i++) {
      words = 31 * words + values.get(i);
    }
    return words;
  }

  private boolean isOneMiss(int tool, int key, DigestList values, int thing) {
    OneList known = find(key, values);
    if (known != null) {
      boolean another = known.take(values, thing);
      known.missedNow |= another;
      return another && known.misses < Math.min(MOST_MISSES, MISSES_FOR_A_HIT * known.hits);
    }
    OneList begun = beginning;
    if (begun == null || key < begun.key) {
      begun = new OneList(tool, key);
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
    OneList list = find(keyOf(step, values, thing), values);
    if (list == null || !list.take(values, thing)) {
      return NO_HIT;
    }
    list.knownNow |= answered;
    list.newNow |= !answered;
    if ((known && list.alike >= MOST_ALIKE) || (answered && list.known >= MOST_KNOWN)) {
      return NO_HIT;
    }
    list.hitsNow++;
    list.alikeNow |= known;
    return list.owed;
  }

  private boolean isOfATool(int tool) {
    for (OneList list : lists) {
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

  /** What a call is about; 0 for a command and a question, which are compared word by word. */
  private static int thingOf(Step step, DigestList values) {
    int thing = ToolVerbs.isShell(step.tool()) ? 0 : AskedThings.thingAtAll(values);
    boolean amount = thing != 0 && thing == values.get(0) && AskedThings.isAmount(thing);
    return amount ? 0 : thing; // Who turns a knob is at no other thing.
  }

  /** Which lists it may be of; 0 for none. */
  private static int keyOf(Step step, DigestList values, int thing) {
    if (values.size() == 0 || values.isCut() || AskedValues.searchForAWord(values)) {
      return 0;
    }
    int tool = step.tool().hashCode();
    return (thing != 0 ? tool : 31 * (31 * tool + values.size()) + values.get(0)) | 1;
  }

  private @Nullable OneList find(int key, DigestList values) {
    for (OneList list : lists) {
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
      OneList list = lists[i];
      if (list != null && list.isAnyNow()) {
        list.endTurn(debt);
      }
    }
    OneList begun = beginning;
    if (begun != null) {
      begun.endTurn(debt);
      begun.places = 0;
      int at = 0;
      for (int i = 0; i < LISTS; i++) {
        OneList list = lists[i];
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
      OneList list = i < LISTS ? lists[i] : beginning;
      if (list != null) {
        list.save(out);
      }
    }
  }

  /** Takes what was saved, where there was nothing before. */
  void restore(DataInput in) throws IOException {
    int there = SmallNumbers.readInt(in);
    for (int i = 0; i <= LISTS; i++) {
      OneList list = (there & (1 << i)) != 0 ? OneList.restored(in) : null;
      if (i < LISTS) {
        lists[i] = list;
      } else {
        beginning = list;
      }
    }
  }

  /** One of them. */
  private static final class OneList {

    final int tool;
    final int key;

    /** How many things have gone well; no further. */
    int hits;

    /** How many have failed since; no further. */
    int misses;

    /** How many have had a known answer since one had another, or failed; no further. */
    int alike;

    /** How many have had a known answer since one had another; no further. */
    int known;

    /** What those that failed have added to the debt, in hundredths; no further. */
    int owed;

    /** The form of the last call that found nothing; 0 if none did. */
    int form;

    /** How many had another one than the one before since something was found; no further. */
    int otherForms;

    /** What the last call asked about. */
    private DigestList last = new DigestList(AskedValues.CAPACITY);

    /** In which places commands differ, as bits; 0 while there was one only. */
    int places;

    /** The latest things. */
    private final DigestList things = new DigestList(THINGS);

    // Of the turn at hand.
    int hitsNow;
    boolean missedNow;
    boolean alikeNow;
    boolean knownNow;
    boolean newNow;
    int formNow;
    private DigestList now = new DigestList(AskedValues.CAPACITY);
    private int placesNow;
    private final DigestList thingsNow = new DigestList(THINGS);

    OneList(int tool, int key) {
      this.tool = tool;
      this.key = key;
    }

    /** Whether a call that has the key, and so as many words, differs in the same few places. */
    boolean goesOnWith(DigestList values) {
      if (isByThing()) {
        return true;
      }
      int differ = differ(values);
      return places == 0
          ? Integer.bitCount(differ) <= PLACES_OF_A_THING
              && 2 * Integer.bitCount(differ) <= values.size()
          : (differ & ~places) == 0;
    }

    private boolean isByThing() {
      return key == (tool | 1);
    }

    private int differ(DigestList values) {
      int differ = 0;
      for (int i = 0; i < values.size(); i++) {
        differ |= i >= last.size() || last.get(i) != values.get(i) ? 1 << i : 0;
      }
      return differ;
    }

    /** Takes a call that goes on with it; whether it is about another thing. */
    boolean take(DigestList values, int thing) {
      boolean another = false;
      if (isByThing()) {
        another = isAnother(thing);
      } else {
        int differ = differ(values);
        placesNow |= differ;
        for (int i = 0; i < values.size(); i++) {
          if ((differ & (1 << i)) != 0 && !AskedThings.isAmount(values.get(i))) {
            another |= isAnother(values.get(i));
          }
        }
      }
      if (now.size() == 0 || isBefore(values)) {
        now.copyOf(values);
      }
      return another;
    }

    private boolean isAnother(int thing) {
      if (things.contains(thing)) {
        return false;
      }
      thingsNow.add(thing);
      return true;
    }

    private boolean isBefore(DigestList values) {
      for (int i = 0; i < Math.min(values.size(), now.size()); i++) {
        if (values.get(i) != now.get(i)) {
          return values.get(i) < now.get(i);
        }
      }
      return values.size() < now.size();
    }

    boolean isAnyNow() {
      return now.size() > 0;
    }

    void endTurn(int debt) {
      if (missedNow) {
        owed = Math.min(MOST_OWED, owed + Math.max(0, debt));
      }
      owed = hitsNow > 0 ? 0 : owed;
      alike = alikeNow && !missedNow ? Math.min(MOST_ALIKE, alike + 1) : 0;
      known = newNow ? 0 : Math.min(MOST_KNOWN, known + (knownNow ? 1 : 0));
      misses = hitsNow > 0 ? 0 : Math.min(MOST_MISSES, misses + (missedNow ? 1 : 0));
      hits = Math.min(MOST_HITS, hits + hitsNow);
      places |= placesNow;
      thingsNow.sort();
      for (int i = 0; i < thingsNow.size(); i++) {
        if (!things.contains(thingsNow.get(i))) {
          if (things.isFull()) {
            things.removeFirst();
          }
          things.add(thingsNow.get(i));
        }
      }
      DigestList before = last;
      last = now;
      now = before;
      now.clear();
      thingsNow.clear();
      placesNow = 0;
      otherForms = hitsNow > 0 ? 0 : otherForms + (isOtherForm() ? 1 : 0);
      otherForms = Math.min(OTHER_FORMS, otherForms);
      form = formNow == 0 ? form : formNow;
      formNow = 0;
      hitsNow = 0;
      missedNow = false;
      alikeNow = false;
      knownNow = false;
      newNow = false;
    }

    private boolean isOtherForm() {
      return formNow != 0 && form != 0 && formNow != form;
    }

    void save(DataOutput out) throws IOException {
      ShortDigests.write(out, tool);
      ShortDigests.write(out, key);
      SmallNumbers.write(out, hits);
      SmallNumbers.write(out, misses);
      SmallNumbers.write(out, owed);
      SmallNumbers.write(out, alike);
      SmallNumbers.write(out, known);
      ShortDigests.write(out, form);
      ShortDigests.write(out, formNow);
      SmallNumbers.write(out, otherForms);
      ShortDigests.write(out, places);
      ShortDigests.write(out, last);
      ShortDigests.write(out, things);
      SmallNumbers.write(
          out,
          16 * hitsNow
              + (newNow ? 8 : 0)
              + (knownNow ? 4 : 0)
              + (alikeNow ? 2 : 0)
              + (missedNow ? 1 : 0));
      ShortDigests.write(out, placesNow);
      ShortDigests.write(out, now);
      ShortDigests.write(out, thingsNow);
    }

    static OneList restored(DataInput in) throws IOException {
      OneList list = new OneList(ShortDigests.read(in), ShortDigests.read(in));
      list.hits = SmallNumbers.readInt(in);
      list.misses = SmallNumbers.readInt(in);
      list.owed = SmallNumbers.readInt(in);
      list.alike = SmallNumbers.readInt(in);
      list.known = SmallNumbers.readInt(in);
      list.form = ShortDigests.read(in);
      list.formNow = ShortDigests.read(in);
      list.otherForms = SmallNumbers.readInt(in);
      list.places = ShortDigests.read(in);
      ShortDigests.read(in, list.last, AskedValues.CAPACITY);
      ShortDigests.read(in, list.things, THINGS);
      int counted = SmallNumbers.readInt(in);
      list.hitsNow = counted / 16;
      list.newNow = (counted & 8) != 0;
      list.knownNow = (counted & 4) != 0;
      list.alikeNow = (counted & 2) != 0;
      list.missedNow = (counted & 1) != 0;
      list.placesNow = ShortDigests.read(in);
      ShortDigests.read(in, list.now, AskedValues.CAPACITY);
      ShortDigests.read(in, list.thingsNow, THINGS);
      return list;
    }
  }
}
