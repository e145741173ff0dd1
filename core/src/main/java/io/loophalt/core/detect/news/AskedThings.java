package io.loophalt.core.detect.news;

import io.loophalt.core.detect.LongRing;
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
 * What calls have asked about that brought nothing, by which one tells the next entry of a batch
 * from the same question in other words.
 *
 * <p>Calls of one turn are compared with those of the turns before. Not thread-safe; constant
 * bounds.
 */
final class AskedThings {

  private static final int BUCKETS_OF_WORDS = 16;
  private static final int BAGS = 64;
  private static final int SHAPES = 20;

  // What the question before the last one asks about now.
  private static final int NOTHING_ELSE = 0;
  private static final int NEXT_THING = 1;
  private static final int THING_OF_THE_LAST = 2;

  /** Of what a question names, so many words may stand for the thing that it is about. */
  private static final int WORDS_OF_A_THING = 2;

  private static final int WORDS_OF_A_LONG_TEXT = 8;

  /** So many words are rather the text that is looked at than what is looked for. */
  private static final int WORDS_OF_A_DOCUMENT = 10;

  /** The same, of a tool that searches by its name. */
  private static final int WORDS_OF_A_DOCUMENT_TO_SEARCH = 24;

  private static final int WORD = 100;

  /** In hundredths of what the text before counts. */
  private static final int OF_THE_ONE_BEFORE = 75;

  /** In hundredths. What is said again in other words has fewer, a book has more. */
  private static final int NEW_OF_THE_LONG = 45;

  /** One file and the one that is made of it. */
  private static final int WORDS_OF_A_PAIR = 2;

  /** After so many the next is one more of a batch. */
  private static final int TURNS_OF_A_BATCH = 3;

  /** What was asked about last. */
  private final DigestList last = new DigestList(AskedValues.CAPACITY);

  /** And before that: of each thing of a list two questions may be asked in turn. */
  private final DigestList before = new DigestList(AskedValues.CAPACITY);

  /** What the question before the last one was asked about the last time. */
  private int inTurn;

  /** How often in a row a question was asked once more in turn with another; no further. */
  private int turns;

  private final LineMemory words = new LineMemory(BUCKETS_OF_WORDS);
  private final LongRing bags = new LongRing(BAGS);
  private final LongRing shapes = new LongRing(SHAPES);

  /** How many long words the long texts had of late, in hundredths: those of one before less. */
  private int longWords;

  /** And how many of these were new. */
  private int newLongWords;

  /** What the step at hand asked about is compared with later ones. */
  private boolean isComparedLater;

  private long shapeAtHand;
  private long shapeOfTurn;

  /** A step is looked at. */
  void begin() {
    isComparedLater = false;
    shapeAtHand = Step.ABSENT;
  }

  /** Whether nothing was asked before. */
  boolean isFirst() {
    return last.size() == 0;
  }

  boolean isOtherShape(Step step) {
    shapeAtHand = step.shape();
    return !shapes.contains(shapeAtHand);
  }

  /**
   * Whether the call asks about one thing more of a batch: under another name or number, or in one
   * word of a text that nobody has asked with before. The same question in other words is none.
   */
  boolean isItem(Step step) {
    isComparedLater = true;
    DigestList values = step.values();
    int bag = ofTool(step);
    boolean other = bag != 0 && !bags.contains(bag);
    if (other && !(step.reads() || step.saysNothing())) {
      return true;
    }
    if (values.size() == 0) {
      return isOtherShape(step);
    }
    if (isFirst()) {
      return true;
    }
    boolean thing = anyThingIsNew(values);
    boolean isNext =
        (other || thing || anyWordIsNew(values))
            && AskedValues.othersThan(last, values, other, thing) <= 1
            && AskedValues.othersThan(values, last, other, thing) <= 1;
    return isNext || (turns == TURNS_OF_A_BATCH && takesTurns(askedBefore(values)));
  }

  /** The same, and what is new is none of an amount, a setting or an option of a command. */
  boolean isAnotherThing(Step step) {
    if (!isItem(step)) {
      return false;
    }
    return anyThingIsNew(step.values());
  }

  private boolean anyThingIsNew(DigestList values) {
    for (int i = 0; i < values.size(); i++) {
      if (!isAmount(values.get(i)) && !isKnown(values.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** First one question is asked about the next thing, then the other one about the same thing. */
  private boolean takesTurns(int now) {
    return now != NOTHING_ELSE && now != inTurn;
  }

  /** What the question before the last one asks about now, if it is that question. */
  private int askedBefore(DigestList values) {
    int more = AskedValues.othersThan(before, values, false);
    if (before.size() == 0
        || more == 0
        || more > WORDS_OF_A_THING
        || AskedValues.othersThan(values, before, false) > WORDS_OF_A_THING) {
      return NOTHING_ELSE;
    }
    for (int i = 0; i < values.size(); i++) {
      if (AskedValues.isIn(last, values.get(i)) && !AskedValues.isIn(before, values.get(i))) {
        return THING_OF_THE_LAST;
      }
    }
    return more == 1 && anyWordIsNew(values) ? NEXT_THING : NOTHING_ELSE;
  }

  /** Whether the call names nothing, or nothing but what its tool was asked about before. */
  boolean namesNothingElse(Step step) {
    isComparedLater = true;
    int bag = ofTool(step);
    return bag == 0 || bags.contains(bag);
  }

  /** Whether the call names anything, but for texts. */
  static boolean namesAnything(Step step) {
    return ofTool(step) != 0;
  }

  /**
   * What a tool is asked about, but for texts; 0 for nothing. Another tool may be asked about the
   * same: who goes through a list and asks two tools about each entry goes on with every call.
   */
  private static int ofTool(Step step) {
    int singles = step.things();
    return singles == 0 ? 0 : (singles ^ step.tool().hashCode()) | 1;
  }

  /** Whether three quarters of the words of the call's texts are new to what was asked so far. */
  boolean isInNewWords(Step step) {
    isComparedLater = true;
    int fresh = newWordsOf(step.values(), 0);
    return fresh > 0 && 4 * fresh >= 3 * wordsOf(step.values(), 0);
  }

  /** Whether half of these words are, and all that are long: {@code of} and {@code the} are not. */
  boolean isInNewLongWords(Step step) {
    isComparedLater = true;
    DigestList values = step.values();
    int longOnes = wordsOf(values, AskedValues.LONG);
    return longOnes > 0
        && newWordsOf(values, AskedValues.LONG) == longOnes
        && 2 * newWordsOf(values, 0) >= wordsOf(values, 0);
  }

  /**
   * Whether the call is about one thing more of a batch that it names in words, such as two names
   * or a sentence: more than one word, and half of those of its texts, are new to what was asked so
   * far.
   */
  boolean isItemInWords(Step step) {
    return saysSomethingElse(step) && mayNameAThing(step);
  }

  /**
   * Whether the call is about one thing more of a list that has a name of a few words, such as a
   * person's, of which half or more are new to what was asked so far. For a tool that looks: one
   * that searches is given names that may be guessed.
   */
  boolean isNextName(Step step) {
    isComparedLater = true;
    DigestList values = step.values();
    return AskedValues.holdANameInWords(values)
        && mayNameAThing(step)
        && newWordsOf(values, 0) > 0
        && 2 * newWordsOf(values, 0) >= wordsOf(values, 0);
  }

  /**
   * Whether the call's texts say something that nobody has said: more than one word and half of
   * them are new, or most long words of a long text. The short ones stand in any text of the
   * language: the longer it is, the more of its words the run has seen.
   */
  private boolean saysSomethingElse(Step step) {
    isComparedLater = true;
    DigestList values = step.values();
    int fresh = newWordsOf(values, 0);
    if (fresh <= 1) {
      return false;
    }
    int all = wordsOf(values, 0);
    return 2 * fresh >= all || (all >= WORDS_OF_A_LONG_TEXT && goesOn(values));
  }

  /** Whether a note in a long text says something that nobody has said. */
  boolean isAnotherNote(Step step) {
    if (!ToolVerbs.addsNotes(step.tool())) {
      return false;
    }
    isComparedLater = true;
    return wordsOf(step.values(), 0) >= WORDS_OF_A_LONG_TEXT && goesOn(step.values());
  }

  /**
   * Whether the call is about one document more: a text under a name that nobody has asked with, or
   * without any name a long one in other words. A question is none, whatever id stands beside it;
   * nor is a few words' text that is given to a tool that searches, nor a document that was asked
   * about before.
   */
  boolean isDocument(Step step) {
    DigestList values = step.values();
    String tool = step.tool();
    int all = wordsOf(values, 0);
    if (all == 0
        || AskedValues.mayBeRephrased(values)
        || ToolVerbs.isShell(tool)
        || ToolVerbs.finishes(tool)) {
      return false;
    }
    boolean searches = ToolVerbs.asks(tool);
    int names = namesOf(values);
    if (names == 0) {
      int document = searches ? WORDS_OF_A_DOCUMENT_TO_SEARCH : WORDS_OF_A_DOCUMENT;
      return all >= document && saysSomethingElse(step);
    }
    // What alone has a name is what the rest is about; a new id for known words is none.
    boolean isIts = names == 1 && !searches && newWordsOf(values, 0) > 1;
    return isUnderANewName(values)
        && (isIts || (all >= WORDS_OF_A_LONG_TEXT && saysSomethingElse(step)));
  }

  private static int namesOf(DigestList values) {
    int names = 0;
    for (int i = 0; i < values.size(); i++) {
      names += isName(values.get(i)) ? 1 : 0;
    }
    return names;
  }

  private boolean isUnderANewName(DigestList values) {
    for (int i = 0; i < values.size(); i++) {
      if (isName(values.get(i)) && !isKnown(values.get(i))) {
        return true;
      }
    }
    return false;
  }

  /**
   * What is searched for, asked, told to a shell or reported may be the same in ever other words.
   */
  private static boolean mayNameAThing(Step step) {
    String tool = step.tool();
    return !AskedValues.mayBeRephrased(step.values())
        && (!ToolVerbs.isShell(tool) || ToolVerbs.mayTakeATask(tool))
        && !ToolVerbs.finishes(tool)
        && !ToolVerbs.asks(tool);
  }

  /**
   * Whether the call differs from the last one in two words, of which nobody has asked with one
   * before, as one that makes a file out of another does, or puts one thing more into some zone.
   */
  boolean isNextOfPairs(Step step) {
    DigestList values = step.values();
    if (values.size() <= WORDS_OF_A_PAIR || values.size() != last.size()) {
      return false;
    }
    int others = 0;
    int fresh = 0;
    for (int i = 0; i < values.size(); i++) {
      if (!AskedValues.isIn(last, values.get(i))) {
        others++;
        fresh += isKnown(values.get(i)) ? 0 : 1;
      }
    }
    return others == WORDS_OF_A_PAIR && fresh > 0;
  }

  /**
   * The thing that a call is about: the first name that it is given, which comes before what is to
   * be done to it; with no name the number of a text. 0 if it names none.
   */
  static int thingOf(DigestList values) {
    boolean text = false;
    for (int i = 0; i < values.size(); i++) {
      if (isName(values.get(i))) {
        return values.get(i);
      }
      text |= isOfText(values.get(i));
    }
    return text && !AskedValues.mayBeRephrased(values) ? AskedValues.singlesOf(values) : 0;
  }

  /**
   * The thing that a call is about that has only numbers or a text for it: the first number, or all
   * words. 0 if there are none, or if it may be said in other words.
   */
  static int thingAtAll(DigestList values) {
    int thing = thingOf(values);
    if (thing != 0 || values.size() == 0 || AskedValues.mayBeRephrased(values)) {
      return thing;
    }
    if (!isOfText(values.get(0))) {
      return values.get(0);
    }
    int words = 0;
    for (int i = 0; i < values.size(); i++) {
      words = 31 * words + values.get(i);
    }
    return words | 1;
  }

  private static boolean isName(int value) {
    return !isOfText(value) && !isAmount(value);
  }

  static boolean isAmount(int value) {
    return (value & AskedValues.AMOUNT) != 0;
  }

  /**
   * Whether more than half of a text's long words are new, or a quarter in a run of texts that have
   * nearly half of them new: a single short one may have none.
   */
  private boolean goesOn(DigestList values) {
    int all = wordsOf(values, AskedValues.LONG);
    int fresh = newWordsOf(values, AskedValues.LONG);
    return 2 * fresh > all
        || (4 * fresh >= all
            && WORD * (less(newLongWords) + WORD * fresh)
                > NEW_OF_THE_LONG * (less(longWords) + WORD * all));
  }

  private static int less(int words) {
    return words * OF_THE_ONE_BEFORE / WORD;
  }

  /** How many words its texts have, of a mark or any. */
  private static int wordsOf(DigestList values, int mark) {
    int inTexts = 0;
    for (int i = 0; i < values.size(); i++) {
      inTexts += isOfText(values.get(i), mark) ? 1 : 0;
    }
    return inTexts;
  }

  private int newWordsOf(DigestList values, int mark) {
    int fresh = 0;
    for (int i = 0; i < values.size(); i++) {
      fresh += isOfText(values.get(i), mark) && !isKnown(values.get(i)) ? 1 : 0;
    }
    return fresh;
  }

  private boolean isKnown(int value) {
    return words.contains(value & ~AskedValues.AMOUNT);
  }

  private static boolean isOfText(int value) {
    return isOfText(value, 0);
  }

  private static boolean isOfText(int value, int mark) {
    return (value & (AskedValues.SINGLE | mark)) == mark;
  }

  private boolean anyWordIsNew(DigestList values) {
    for (int i = 0; i < values.size(); i++) {
      if (!isKnown(values.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** The step at hand was looked at. */
  void remember(Step step, int action, TurnNews turn) {
    if (isComparedLater) {
      turn.addValues(action, ofTool(step), step.values());
    }
    if (shapeAtHand != Step.ABSENT && (shapeOfTurn == Step.ABSENT || shapeAtHand < shapeOfTurn)) {
      shapeOfTurn = shapeAtHand;
    }
  }

  /** The turn is over: what it has asked is known from now on. */
  void endTurn(TurnNews turn) {
    if (turn.values().size() > 0) {
      int now = askedBefore(turn.values());
      turns = takesTurns(now) ? Math.min(TURNS_OF_A_BATCH, turns + 1) : Math.min(1, now);
      inTurn = now;
      if (wordsOf(turn.values(), 0) >= WORDS_OF_A_LONG_TEXT) {
        longWords = less(longWords) + WORD * wordsOf(turn.values(), AskedValues.LONG);
        newLongWords = less(newLongWords) + WORD * newWordsOf(turn.values(), AskedValues.LONG);
      }
      before.copyOf(last);
      last.copyOf(turn.values());
      for (int i = 0; i < last.size(); i++) {
        words.add(last.get(i) & ~AskedValues.AMOUNT);
      }
    }
    for (int i = 0; i < turn.bags().size(); i++) {
      if (!bags.contains(turn.bags().get(i))) {
        bags.add(turn.bags().get(i));
      }
    }
    if (shapeOfTurn != Step.ABSENT) {
      shapes.add(shapeOfTurn);
    }
    shapeOfTurn = Step.ABSENT;
  }

  boolean isEmpty() {
    return isFirst() && bags.size() == 0 && shapes.size() == 0;
  }

  void clear() {
    bags.clear();
    shapes.clear();
    words.clear();
    last.clear();
    before.clear();
    longWords = 0;
    newLongWords = 0;
    turns = 0;
    inTurn = NOTHING_ELSE;
    shapeOfTurn = Step.ABSENT;
  }

  void save(DataOutput out) throws IOException {
    bags.save(out);
    shapes.save(out);
    words.save(out);
    ShortDigests.write(out, last);
  }

  void restore(DataInput in) throws IOException {
    bags.restore(in);
    shapes.restore(in);
    words.restore(in);
    ShortDigests.read(in, last, AskedValues.CAPACITY);
  }

  /** Whether there was a long text. */
  boolean isAnyLong() {
    return longWords > 0;
  }

  void saveLong(DataOutput out) throws IOException {
    SmallNumbers.write(out, longWords);
    SmallNumbers.write(out, newLongWords);
  }

  void restoreLong(DataInput in) throws IOException {
    longWords = SmallNumbers.readInt(in);
    newLongWords = SmallNumbers.readInt(in);
  }

  /** Whether there was a question before the last one. */
  boolean isAnyBefore() {
    return before.size() > 0;
  }

  void saveBefore(DataOutput out) throws IOException {
    ShortDigests.write(out, before);
    SmallNumbers.write(out, turns);
    SmallNumbers.write(out, inTurn);
  }

  void restoreBefore(DataInput in) throws IOException {
    ShortDigests.read(in, before, AskedValues.CAPACITY);
    turns = SmallNumbers.readInt(in);
    inTurn = SmallNumbers.readInt(in);
  }

  /** Of the turn at hand; {@link Step#ABSENT} if no step of it was compared by its shape. */
  long shapeOfTurn() {
    return shapeOfTurn;
  }

  void restoreShapeOfTurn(long shape) {
    shapeOfTurn = shape;
  }
}
