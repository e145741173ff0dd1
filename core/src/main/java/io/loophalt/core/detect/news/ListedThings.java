package io.loophalt.core.detect.news;

import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.AskedValues;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One of the {@link MixedLists}: how many of its things went well and how many have failed since.
 * Not thread-safe; constant bounds.
 */
final class ListedThings {

  static final int MOST_MISSES = 8;

  private static final int MOST_HITS = 7;

  /** A host stands in a command with its port and without. */
  private static final int PLACES_OF_A_THING = 3;

  private static final int THINGS = 32;

  /** So many things may have answers in a row that were given before. */
  static final int MOST_ALIKE = 4;

  /** And so many in all, with others that failed between them, until one has a new answer. */
  static final int MOST_KNOWN = 60;

  /** So many calls that had another form than the one before are none of a list. */
  static final int OTHER_FORMS = 4;

  /** So much is paid back, in hundredths of a step. */
  private static final int MOST_OWED = 300;

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

  ListedThings(int tool, int key) {
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

  static ListedThings restored(DataInput in) throws IOException {
    ListedThings list = new ListedThings(ShortDigests.read(in), ShortDigests.read(in));
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
