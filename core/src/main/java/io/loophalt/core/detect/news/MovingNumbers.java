package io.loophalt.core.detect.news;

import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.Measures;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * How the numbers move in the answers to calls that are made again, as long as all else in an
 * answer stays: the latest few of these calls.
 *
 * <p>A number that grows or shrinks all the time gets somewhere, and one that has never been so
 * large or so small may. One that only goes up and down says nothing, nor does one that tells how
 * long something has gone on, in seconds or milliseconds, under whatever name.
 *
 * <p>Calls of one turn are compared with those of the turns before. Not thread-safe; constant
 * bounds.
 */
final class MovingNumbers {

  /** The words of an answer are other ones than before, or it is too early to tell. */
  static final int UNKNOWN = 0;

  /** None does. */
  static final int STILL = 1;

  /** Nothing moves but what goes on with the clock. */
  static final int WITH_THE_CLOCK = 2;

  /** Some only go up and down. */
  static final int UP_AND_DOWN = 3;

  /** One that goes up and down has never been so large or so small, or tells of a measurement. */
  static final int FARTHER = 4;

  /** Some only grow or shrink, or do it in the long run. */
  static final int SOMEWHERE = 5;

  private static final int CALLS = 6;

  /** Before its numbers a list holds the digest of the words. */
  private static final int WORDS = 0;

  private static final int MOST_TIMES = 7;

  /** So many answers before it tell how a number moves. */
  private static final int TIMES_THAT_TELL = 2;

  private static final int UP = 1;
  private static final int DOWN = 2;

  /** By so much what is counted one by one is another than before, as the place of a robot. */
  private static final float STEP = 1;

  private static final float TOLERANCE_OF_A_STEP = 0.001f;

  /** A clock is told from a count when so much time has gone by. */
  private static final long LEAST_MILLIS = 30_000;

  /** An answer may be so much older than its arrival, and one in so many of the time. */
  private static final double TOLERANCE_MILLIS = 1_500;

  private static final double TOLERANCE_SHARE = 0.01;
  private static final double SECOND = 1_000;

  /** In a failure such a number is taken for an id. */
  private static final float LEAST_ID = 1e8f;

  private static final float FAR = 20;

  /** Who has gone so much of all the way that there was goes somewhere, if not straight. */
  private static final float DRIFT = 0.65f;

  /** Of where it has been: what goes up and down by chance goes on to be a little farther. */
  private static final int PARTS_THAT_ARE_A_LITTLE = 4;

  /** Of the numbers of one call. */
  private static final class Moves {
    int call;
    int times;
    long since;
    final DigestList first = new DigestList(Measures.NUMBERS);
    final DigestList last = new DigestList(Measures.NUMBERS);
    final DigestList least = new DigestList(Measures.NUMBERS);
    final DigestList most = new DigestList(Measures.NUMBERS);
    final int[] directions = new int[Measures.NUMBERS];

    void begin(int newCall, DigestList numbers, long millis) {
      call = newCall;
      times = 1;
      since = millis;
      first.copyOf(numbers);
      last.copyOf(numbers);
      least.copyOf(numbers);
      most.copyOf(numbers);
      Arrays.fill(directions, 0);
    }

    void take(DigestList numbers) {
      times = Math.min(MOST_TIMES, times + 1);
      for (int i = 1; i < numbers.size(); i++) {
        directions[i] = directionsWith(i, numbers);
        last.set(i, numbers.get(i));
        if (number(numbers, i) < number(least, i)) {
          least.set(i, numbers.get(i));
        }
        if (number(numbers, i) > number(most, i)) {
          most.set(i, numbers.get(i));
        }
      }
    }

    private int directionsWith(int i, DigestList numbers) {
      float now = number(numbers, i);
      float before = number(last, i);
      return directions[i] | (now > before ? UP : now < before ? DOWN : 0);
    }

    private boolean isOnTheClock(int i, float now, long millis) {
      double gone = millis - since;
      if (gone < LEAST_MILLIS) {
        return false;
      }
      double grown = (double) now - number(first, i);
      double tolerated = TOLERANCE_MILLIS + TOLERANCE_SHARE * gone;
      return Math.abs(grown * SECOND - gone) <= tolerated;
    }

    /** How long something goes on, rounded to minutes or what else is its unit. */
    private boolean isNearTheClock(int i, float now, long millis) {
      double gone = millis - since;
      double grown = SECOND * ((double) now - number(first, i));
      return gone >= LEAST_MILLIS
          && grown <= 2 * (gone + LEAST_MILLIS)
          && 2 * grown >= gone - 2 * LEAST_MILLIS;
    }

    /**
     * @param watched nothing has failed: one leap gets nowhere, nor does who goes a little farther
     */
    int with(DigestList numbers, long millis, boolean watched) {
      if (times < TIMES_THAT_TELL) {
        return UNKNOWN;
      }
      int told = STILL;
      for (int i = 1; i < numbers.size(); i++) {
        int all = directionsWith(i, numbers);
        boolean isAnId = !watched && number(numbers, i) >= LEAST_ID;
        if ((all & (UP | DOWN)) != 0 && !isAnId) {
          told = Math.max(told, moveOf(i, all, numbers, millis, watched));
        }
      }
      return told;
    }

    private int moveOf(int i, int all, DigestList numbers, long millis, boolean watched) {
      float now = number(numbers, i);
      int kind = numbers.get(i) & Measures.KIND_OF_A_NUMBER;
      boolean clock =
          kind == Measures.SPAN ? isNearTheClock(i, now, millis) : isOnTheClock(i, now, millis);
      if (all == UP && clock && !growsTowardsAnother(numbers, now)) {
        return WITH_THE_CLOCK;
      }
      if (all != (UP | DOWN) || (watched && isAStep(now - number(last, i)))) {
        return SOMEWHERE;
      }
      float low = number(least, i);
      float high = number(most, i);
      float way = DRIFT * (Math.max(now, high) - Math.min(now, low));
      boolean far = Math.abs(now - number(first, i)) > way;
      if (far && !(watched && Math.abs(number(last, i) - number(first, i)) <= way)) {
        return SOMEWHERE;
      }
      float little = watched ? (high - low) / PARTS_THAT_ARE_A_LITTLE : 0;
      boolean farther = now < low - little || now > high + little;
      return farther || (watched && kind == Measures.MEASURED_TIME) ? FARTHER : UP_AND_DOWN;
    }

    private static boolean isAStep(float difference) {
      return Math.abs(Math.abs(difference) - STEP) < TOLERANCE_OF_A_STEP;
    }

    /** Whether another number, which stays, is larger and not by far, as where work has an end. */
    private boolean growsTowardsAnother(DigestList numbers, float now) {
      for (int i = 1; i < numbers.size(); i++) {
        float other = number(numbers, i);
        if ((directions[i] & (UP | DOWN)) == 0 && other > now && other <= FAR * now) {
          return true;
        }
      }
      return false;
    }

    boolean isOf(int otherCall, DigestList numbers) {
      return call == otherCall
          && first.size() == numbers.size()
          && first.get(WORDS) == numbers.get(WORDS);
    }
  }

  /** Whether none of them only grows or shrinks, unless as the clock does. */
  static boolean getNowhere(int moves) {
    return moves != UNKNOWN && moves != SOMEWHERE;
  }

  private static float number(DigestList numbers, int at) {
    return Float.intBitsToFloat(numbers.get(at) & ~Measures.KIND_OF_A_NUMBER);
  }

  // The one that was made last stands at the end.
  private final Moves[] known = new Moves[CALLS];
  private int size;

  // Of the turn at hand.
  private final DigestList callsNow = new DigestList(CALLS);
  private final DigestList[] numbersNow = new DigestList[CALLS];
  private final long[] millisNow = new long[CALLS];

  MovingNumbers() {
    for (int i = 0; i < CALLS; i++) {
      known[i] = new Moves();
      numbersNow[i] = new DigestList(Measures.NUMBERS);
    }
  }

  /**
   * Takes one more answer to a call.
   *
   * @param call digest of the call
   * @param numbers what {@link io.loophalt.core.detect.Step#numbers} tells
   * @param millis when it was there, since the run began
   * @param watched whether nothing has failed
   * @return how the numbers move, one of the constants above
   */
  int read(int call, DigestList numbers, long millis, boolean watched) {
    if (numbers.size() == 0) {
      return UNKNOWN;
    }
    if (!callsNow.isFull()) {
      numbersNow[callsNow.size()].copyOf(numbers);
      millisNow[callsNow.size()] = millis;
    }
    callsNow.add(call);
    int at = placeOf(call);
    return at >= 0 && known[at].isOf(call, numbers)
        ? known[at].with(numbers, millis, watched)
        : UNKNOWN;
  }

  private int placeOf(int call) {
    for (int at = 0; at < size; at++) {
      if (known[at].call == call) {
        return at;
      }
    }
    return -1;
  }

  /** The turn is over. */
  void endTurn() {
    // Which of more calls than there is room for were first is by chance.
    if (!callsNow.isCut()) {
      sort();
      for (int i = 0; i < callsNow.size(); i++) {
        take(callsNow.get(i), numbersNow[i], millisNow[i]);
      }
    }
    callsNow.clear();
  }

  private void sort() {
    for (int i = 1; i < callsNow.size(); i++) {
      for (int j = i; j > 0 && isBefore(j); j--) {
        int call = callsNow.get(j);
        callsNow.set(j, callsNow.get(j - 1));
        callsNow.set(j - 1, call);
        DigestList numbers = numbersNow[j];
        numbersNow[j] = numbersNow[j - 1];
        numbersNow[j - 1] = numbers;
        long millis = millisNow[j];
        millisNow[j] = millisNow[j - 1];
        millisNow[j - 1] = millis;
      }
    }
  }

  private boolean isBefore(int j) {
    int call = callsNow.get(j);
    int other = callsNow.get(j - 1);
    if (call != other || millisNow[j] != millisNow[j - 1]) {
      return call < other || (call == other && millisNow[j] < millisNow[j - 1]);
    }
    DigestList numbers = numbersNow[j];
    DigestList others = numbersNow[j - 1];
    for (int i = 0; i < Math.min(numbers.size(), others.size()); i++) {
      if (numbers.get(i) != others.get(i)) {
        return numbers.get(i) < others.get(i);
      }
    }
    return numbers.size() < others.size();
  }

  private void take(int call, DigestList numbers, long millis) {
    int at = placeOf(call);
    boolean same = at >= 0 && known[at].isOf(call, numbers);
    if (at < 0) {
      at = size < CALLS ? size++ : 0;
    }
    Moves moves = known[at];
    for (int i = at; i + 1 < size; i++) {
      known[i] = known[i + 1];
    }
    known[size - 1] = moves;
    if (same) {
      moves.take(numbers);
    } else {
      moves.begin(call, numbers, millis);
    }
  }

  /** Whether any is remembered. */
  boolean isAny() {
    return size > 0;
  }

  /** Whether any is of the turn at hand. */
  boolean isAnyNow() {
    return callsNow.size() > 0;
  }

  /** Writes what there is, see {@link #isAny} and {@link #isAnyNow}. */
  void save(DataOutput out) throws IOException {
    if (isAny()) {
      SmallNumbers.writeUnsigned(out, size);
      for (int i = 0; i < size; i++) {
        save(known[i], out);
      }
    }
    if (isAnyNow()) {
      ShortDigests.write(out, callsNow);
      for (int i = 0; i < callsNow.size(); i++) {
        ShortDigests.write(out, numbersNow[i]);
        SmallNumbers.write(out, millisNow[i]);
      }
    }
  }

  private static void save(Moves moves, DataOutput out) throws IOException {
    ShortDigests.write(out, moves.call);
    SmallNumbers.write(out, moves.times);
    SmallNumbers.write(out, moves.since);
    ShortDigests.write(out, moves.first);
    ShortDigests.write(out, moves.last);
    ShortDigests.write(out, moves.least);
    ShortDigests.write(out, moves.most);
    for (int i = 1; i < moves.first.size(); i++) {
      SmallNumbers.write(out, moves.directions[i]);
    }
  }

  /** Reads what was there, for one that remembers nothing. */
  void restore(DataInput in, boolean any, boolean anyNow) throws IOException {
    if (any) {
      size = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), CALLS);
      for (int i = 0; i < size; i++) {
        restore(known[i], in);
      }
    }
    if (anyNow) {
      ShortDigests.read(in, callsNow, CALLS);
      for (int i = 0; i < callsNow.size(); i++) {
        ShortDigests.read(in, numbersNow[i], Measures.NUMBERS);
        millisNow[i] = SmallNumbers.read(in);
      }
    }
  }

  private static void restore(Moves moves, DataInput in) throws IOException {
    moves.call = ShortDigests.read(in);
    moves.times = SmallNumbers.readInt(in);
    moves.since = SmallNumbers.read(in);
    ShortDigests.read(in, moves.first, Measures.NUMBERS);
    ShortDigests.read(in, moves.last, Measures.NUMBERS);
    ShortDigests.read(in, moves.least, Measures.NUMBERS);
    ShortDigests.read(in, moves.most, Measures.NUMBERS);
    int numbers = moves.first.size();
    if (moves.last.size() != numbers
        || moves.least.size() != numbers
        || moves.most.size() != numbers) {
      throw new IOException("the saved run is damaged: an answer has other numbers than before");
    }
    for (int i = 1; i < numbers; i++) {
      moves.directions[i] = SmallNumbers.readInt(in);
    }
  }
}
