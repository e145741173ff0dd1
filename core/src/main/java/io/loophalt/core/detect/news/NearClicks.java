package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The latest clicks, taps and the like with a place on a screen, and which screen came of each: who
 * hits the same button a few pixels beside, and comes back to a screen, has clicked it again.
 *
 * <p>The clicks of one turn are compared with those of the turns before; of more than one the least
 * is kept. Not thread-safe; constant bounds.
 */
final class NearClicks {

  private static final int CLICKS = 8;

  /** Less than half of what a finger needs. */
  private static final int NEAR = 12;

  /** A place in a grid has smaller numbers. */
  private static final int LEAST_PIXELS = 128;

  private static final int MOST_PIXELS = 100_000;
  private static final int CHARS = 400;
  private static final int NONE = -1;

  private final int[] whats = new int[CLICKS];
  private final int[] xs = new int[CLICKS];
  private final int[] ys = new int[CLICKS];
  private final int[] screens = new int[CLICKS];
  private int next;
  private int size;

  // Of the turn at hand.
  private boolean anyNow;
  private boolean deedNow;
  private int whatNow;
  private int xNow;
  private int yNow;
  private int screenNow;

  // Of the call that was read last.
  private int what;
  private int x;
  private int y;

  /** Whether a step may click somewhere. */
  static boolean mayClick(Step step) {
    return step.moves() && !step.failed();
  }

  /**
   * Whether the same was clicked before, a few pixels beside, with the same screen after, and the
   * click before has shown another screen: what answers every click with one word shows none, and
   * who draws stays on the same.
   */
  boolean isNear(Step step) {
    if (!read(step.argumentsText())) {
      return false;
    }
    int screen = ShortDigests.of(step.gist());
    if (size == 0 || screens[Math.floorMod(next - 1, CLICKS)] == screen) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (whats[i] == what
          && screens[i] == screen
          && Math.abs(xs[i] - x) <= NEAR
          && Math.abs(ys[i] - y) <= NEAR) {
        return true;
      }
    }
    return false;
  }

  /** Takes a step of the turn at hand that may click. */
  void take(Step step) {
    if (read(step.argumentsText()) && (!anyNow || isBefore())) {
      anyNow = true;
      whatNow = what;
      xNow = x;
      yNow = y;
      screenNow = ShortDigests.of(step.gist());
    }
  }

  private boolean isBefore() {
    return x < xNow || (x == xNow && (y < yNow || (y == yNow && what < whatNow)));
  }

  /** Something else was done in the turn at hand, such as a text that was typed. */
  void readDeed() {
    deedNow = true;
  }

  /** The turn is over: after something else the same clicks may be needed again. */
  void endTurn() {
    if (deedNow) {
      next = 0;
      size = 0;
      deedNow = false;
    }
    if (anyNow) {
      add(whatNow, xNow, yNow, screenNow);
      anyNow = false;
    }
  }

  private void add(int clicked, int atX, int atY, int screen) {
    whats[next] = clicked;
    xs[next] = atX;
    ys[next] = atY;
    screens[next] = screen;
    next = (next + 1) % CLICKS;
    size = Math.min(CLICKS, size + 1);
  }

  /** Tells the place from all else that the arguments say; whether there is one. */
  private boolean read(CharSequence arguments) {
    what = 1;
    x = NONE;
    y = NONE;
    int length = arguments.length();
    if (length > CHARS) {
      return false;
    }
    int at = 0;
    while (at < length) {
      int number = afterName(arguments, at, 'x', 'y');
      if (number > 0) {
        boolean isX = arguments.charAt(at + 1) == 'x';
        int value = valueAt(arguments, number);
        x = isX ? value : x;
        y = isX ? y : value;
        at = endOfNumber(arguments, number);
      } else {
        what = 31 * what + arguments.charAt(at);
        at++;
      }
    }
    return x >= 0 && y >= 0 && x + y >= LEAST_PIXELS;
  }

  /** Behind {@code "x":}, where a number begins; 0 if none does. */
  private static int afterName(CharSequence text, int at, char one, char other) {
    if (at + 4 >= text.length() || text.charAt(at) != '"') {
      return 0;
    }
    char name = text.charAt(at + 1);
    if ((name != one && name != other)
        || text.charAt(at + 2) != '"'
        || text.charAt(at + 3) != ':') {
      return 0;
    }
    int number = at + 4;
    while (number + 1 < text.length() && text.charAt(number) == ' ') {
      number++;
    }
    return isDigit(text.charAt(number)) ? number : 0;
  }

  private static int valueAt(CharSequence text, int from) {
    int value = 0;
    for (int at = from; at < text.length() && isDigit(text.charAt(at)); at++) {
      value = Math.min(MOST_PIXELS, 10 * value + text.charAt(at) - '0');
    }
    return value;
  }

  /** With the part of a pixel. */
  private static int endOfNumber(CharSequence text, int from) {
    int at = from;
    while (at < text.length() && (isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
      at++;
    }
    return at;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  void save(DataOutput out) throws IOException {
    SmallNumbers.writeUnsigned(out, 4L * size + (deedNow ? 2 : 0) + (anyNow ? 1 : 0));
    for (int age = size; age > 0; age--) {
      int at = Math.floorMod(next - age, CLICKS);
      write(out, whats[at], xs[at], ys[at], screens[at]);
    }
    if (anyNow) {
      write(out, whatNow, xNow, yNow, screenNow);
    }
  }

  private static void write(DataOutput out, int clicked, int atX, int atY, int screen)
      throws IOException {
    ShortDigests.write(out, clicked);
    SmallNumbers.write(out, atX);
    SmallNumbers.write(out, atY);
    ShortDigests.write(out, screen);
  }

  /** Takes what was saved, where there was nothing. */
  void restore(DataInput in) throws IOException {
    long saved = SmallNumbers.readUnsigned(in);
    int left = SmallNumbers.inRange(saved / 4, CLICKS);
    for (; left > 0; left--) {
      add(
          ShortDigests.read(in),
          SmallNumbers.readInt(in),
          SmallNumbers.readInt(in),
          ShortDigests.read(in));
    }
    deedNow = (saved & 2) != 0;
    anyNow = (saved & 1) != 0;
    if (anyNow) {
      whatNow = ShortDigests.read(in);
      xNow = SmallNumbers.readInt(in);
      yNow = SmallNumbers.readInt(in);
      screenNow = ShortDigests.read(in);
    }
  }
}
