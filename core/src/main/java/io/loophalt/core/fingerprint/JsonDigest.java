package io.loophalt.core.fingerprint;

import static io.loophalt.core.fingerprint.Characters.isDigit;

import java.util.Arrays;

/**
 * Digests JSON text (RFC 8259) while scanning it once, without building a tree.
 *
 * <p>Reusable, not thread-safe. Allocates nothing in steady state for a string without escapes.
 */
public final class JsonDigest {

  /** What {@link #of} returns for text that is not JSON. */
  public static final long NOT_JSON = 0;

  /** Deeper nesting is not read: the scan is recursive and the caller's stack is not ours. */
  private static final int MAX_NESTING = 256;

  private static final int KEPT_CAPACITY = 4096;

  private static final long[] NO_KEYS = {};

  private final KomihashStream texts = CanonicalForm.texts();
  private StringBuilder unescaped = new StringBuilder();
  private long[] keys = NO_KEYS;
  private int keyCount;
  private String text = "";
  private int length;
  private int position;
  private int valuesLeft;
  private boolean valid;
  private boolean cut;
  private long[] leftOut = {};

  /**
   * The digest of a JSON document, or {@link #NOT_JSON}. An object that has a name twice is not
   * JSON here: readers disagree on what it means (RFC 8259, section 4).
   *
   * @param namesLeftOut digests of the names of members of the outermost object that do not count,
   *     by {@link CanonicalForm#text}
   */
  public long of(CharSequence json, long[] namesLeftOut) {
    leftOut = namesLeftOut;
    text = json.toString();
    length = text.length();
    position = 0;
    keyCount = 0;
    valuesLeft = CanonicalForm.MAX_VALUES;
    valid = true;
    cut = false;
    try {
      long digest = value(0, true);
      skipBlanks();
      return valid && position == length ? TextDigest.present(digest) : NOT_JSON;
    } finally {
      release();
    }
  }

  /** Whether something in the document read last counted by its size only. */
  public boolean isCut() {
    return cut;
  }

  private void release() {
    text = "";
    if (keys.length > KEPT_CAPACITY) {
      keys = NO_KEYS;
    }
    if (unescaped.capacity() > KEPT_CAPACITY) {
      unescaped = new StringBuilder();
    }
  }

  /** Reads a value; its digest matters only if it is {@code counted}. */
  private long value(int depth, boolean counted) {
    valuesLeft -= counted ? 1 : 0;
    skipBlanks();
    if (position == length || depth > MAX_NESTING) {
      return fail();
    }
    char c = text.charAt(position);
    return switch (c) {
      case '{' -> object(depth, counted);
      case '[' -> array(depth, counted);
      case '"' -> string(counted);
      case 't' -> literal("true", CanonicalForm.TRUE);
      case 'f' -> literal("false", CanonicalForm.FALSE);
      case 'n' -> literal("null", CanonicalForm.NULL);
      default -> c == '-' || isDigit(c) ? number(counted) : fail();
    };
  }

  private long object(int depth, boolean counted) {
    boolean read = counted && depth <= CanonicalForm.MAX_DEPTH;
    int firstKey = keyCount;
    long sum = 0;
    long size = 0;
    position++;
    if (next('}')) {
      return read ? CanonicalForm.map(0, 0) : CanonicalForm.cut(0);
    }
    do {
      skipBlanks();
      if (position == length || text.charAt(position) != '"') {
        return fail();
      }
      boolean member = read && hasValuesLeft();
      long key = string(member);
      if (!valid || !next(':')) {
        return fail();
      }
      boolean ignored = depth == 0 && isLeftOut(key);
      long value = value(depth + 1, member && !ignored);
      if (!valid) {
        return value;
      }
      if (member) {
        sum += ignored ? 0 : CanonicalForm.entry(key, value);
        push(key);
      }
      size += ignored ? 0 : 1;
    } while (next(','));
    if (!next('}') || hasTwice(firstKey)) {
      return fail();
    }
    keyCount = firstKey;
    return read ? CanonicalForm.map(sum, size) : cut(counted, size);
  }

  private boolean isLeftOut(long key) {
    for (long name : leftOut) {
      if (name == key) {
        return true;
      }
    }
    return false;
  }

  private long array(int depth, boolean counted) {
    boolean read = counted && depth <= CanonicalForm.MAX_DEPTH;
    long state = 0;
    long size = 0;
    position++;
    if (next(']')) {
      return read ? CanonicalForm.list(0, 0) : CanonicalForm.cut(0);
    }
    do {
      boolean member = read && hasValuesLeft();
      long element = value(depth + 1, member);
      if (!valid) {
        return element;
      }
      if (member) {
        state = CanonicalForm.append(state, element);
      }
      size++;
    } while (next(','));
    if (!next(']')) {
      return fail();
    }
    return read ? CanonicalForm.list(state, size) : cut(counted, size);
  }

  private long cut(boolean counted, long size) {
    cut |= counted;
    return CanonicalForm.cut(size);
  }

  private boolean hasValuesLeft() {
    cut |= valuesLeft <= 0;
    return valuesLeft > 0;
  }

  private long text(String of, int start, int end) {
    if (end - start > CanonicalForm.MAX_TEXT) {
      cut = true;
      return CanonicalForm.text(of.substring(start, end));
    }
    return CanonicalForm.text(of, start, end, texts);
  }

  private long string(boolean counted) {
    int start = position + 1;
    for (int i = start; i < length; i++) {
      char c = text.charAt(i);
      if (c == '"') {
        position = i + 1;
        return counted ? text(text, start, i) : 0;
      }
      if (c == '\\') {
        return escapedString(start, i, counted);
      }
      if (c < ' ') {
        return fail();
      }
    }
    return fail();
  }

  private long escapedString(int start, int firstEscape, boolean counted) {
    unescaped.setLength(0);
    unescaped.append(text, start, firstEscape);
    position = firstEscape;
    while (position < length) {
      char c = text.charAt(position++);
      if (c == '"') {
        return counted ? text(unescaped.toString(), 0, unescaped.length()) : 0;
      }
      if (c < ' ' || (c == '\\' && !escape())) {
        return fail();
      }
      if (c != '\\') {
        unescaped.append(c);
      }
    }
    return fail();
  }

  private boolean escape() {
    if (position == length) {
      return false;
    }
    char c = text.charAt(position++);
    switch (c) {
      case '"', '\\', '/' -> unescaped.append(c);
      case 'b' -> unescaped.append('\b');
      case 'f' -> unescaped.append('\f');
      case 'n' -> unescaped.append('\n');
      case 'r' -> unescaped.append('\r');
      case 't' -> unescaped.append('\t');
      case 'u' -> {
        return unicodeEscape();
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean unicodeEscape() {
    if (position + 4 > length) {
      return false;
    }
    int unit = 0;
    for (int i = 0; i < 4; i++) {
      char c = text.charAt(position++);
      if (!Characters.isHex(c)) {
        return false;
      }
      unit = unit * 16 + Character.digit(c, 16);
    }
    unescaped.append((char) unit);
    return true;
  }

  private long number(boolean counted) {
    int start = position;
    position += text.charAt(position) == '-' ? 1 : 0;
    boolean leadingZero = position < length && text.charAt(position) == '0';
    int digits = digits();
    if (digits == 0 || (leadingZero && digits > 1)) {
      return fail();
    }
    if (position < length && text.charAt(position) == '.') {
      position++;
      if (digits() == 0) {
        return fail();
      }
    }
    if (position < length && (text.charAt(position) == 'e' || text.charAt(position) == 'E')) {
      position++;
      if (position < length && (text.charAt(position) == '+' || text.charAt(position) == '-')) {
        position++;
      }
      if (digits() == 0) {
        return fail();
      }
    }
    return counted ? CanonicalNumber.ofJson(text, start, position) : 0;
  }

  private int digits() {
    int start = position;
    while (position < length && isDigit(text.charAt(position))) {
      position++;
    }
    return position - start;
  }

  private long literal(String word, long digest) {
    for (int i = 0; i < word.length(); i++) {
      if (position == length || text.charAt(position) != word.charAt(i)) {
        return fail();
      }
      position++;
    }
    return digest;
  }

  /** Skips blanks and, if it comes next, this character. */
  private boolean next(char expected) {
    skipBlanks();
    if (position < length && text.charAt(position) == expected) {
      position++;
      return true;
    }
    return false;
  }

  private void skipBlanks() {
    while (position < length && isJsonBlank(text.charAt(position))) {
      position++;
    }
  }

  private static boolean isJsonBlank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  private void push(long key) {
    if (keyCount == keys.length) {
      keys = Arrays.copyOf(keys, Math.max(64, keyCount * 2));
    }
    keys[keyCount++] = key;
  }

  private boolean hasTwice(int firstKey) {
    Arrays.sort(keys, firstKey, keyCount);
    for (int i = firstKey + 1; i < keyCount; i++) {
      if (keys[i] == keys[i - 1]) {
        return true;
      }
    }
    return false;
  }

  private long fail() {
    valid = false;
    return NOT_JSON;
  }
}
