package io.loophalt.core.fingerprint;

/**
 * Tells data and checksums from ids, whatever they look like: a checksum is made of what it stands
 * for, so that another one says that this has changed, and the same one that it has not.
 *
 * <p>Thread-safe; O(length of the word); allocates nothing.
 */
public final class Contents {

  /** Of MD5, in hexadecimal digits. */
  public static final int SHORTEST_CHECKSUM = 32;

  private static final int LONGEST = 128;

  /** A picture is told by one of these or more in place of its bytes. */
  private static final int OF_A_PICTURE = 64;

  private static final String[] MEMBERS_WITH_DATA = {
    "\"data\"", "\"payload\"", "\"bytes\"", "\"content\"", "\"chunk\"", "\"frame\""
  };

  private static final String[] NAMES = {
    "checksum",
    "md5",
    "md5sum",
    "sha1",
    "sha1sum",
    "sha256",
    "sha256sum",
    "sha384",
    "sha512",
    "sha512sum"
  };

  private Contents() {}

  /**
   * Whether the word is one: a hexadecimal number before the name of a file, as {@code sha256sum}
   * prints it, behind {@code (file) =}, or under a name such as {@code "md5"}; or so long in place
   * of a picture's bytes.
   */
  public static boolean isChecksum(String text, int start, int end) {
    int length = end - start;
    return length >= SHORTEST_CHECKSUM
        && length <= LONGEST
        && length % 8 == 0
        && isHexadecimal(text, start, end)
        && (isBeforeAFile(text, start, end)
            || isBehindAFile(text, start)
            || isNamed(text, start)
            || (length >= OF_A_PICTURE && isData(text, start)));
  }

  private static boolean isHexadecimal(String text, int from, int to) {
    int at = from;
    while (at < to && Characters.isHex(text.charAt(at))) {
      at++;
    }
    return at == to;
  }

  private static boolean isBeforeAFile(String text, int start, int end) {
    return (start == 0 || text.charAt(start - 1) == '\n')
        && end + 2 < text.length()
        && text.charAt(end) == ' '
        && " *".indexOf(text.charAt(end + 1)) >= 0
        && text.charAt(end + 2) > ' ';
  }

  private static boolean isBehindAFile(String text, int start) {
    return text.startsWith(")= ", start - 3) || text.startsWith(") = ", start - 4);
  }

  /**
   * {@code "sha256": "…"}, {@code md5=…}, but not {@code sha256:…}, as which an image is known that
   * is another one each time that it is built.
   */
  private static boolean isNamed(String text, int start) {
    if (start > 0 && text.charAt(start - 1) == ':') {
      return false;
    }
    int end = start;
    boolean apart = false;
    while (end > 0 && "\" :=".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
      apart |= ":=".indexOf(text.charAt(end)) >= 0;
    }
    return apart && endsWithAny(text, end, NAMES);
  }

  /** Whether a string of JSON is what was asked for, whatever it looks like. */
  public static boolean isData(String text, int start) {
    int at = start - 1;
    if (at < 0 || text.charAt(at) != '"') {
      return false;
    }
    at--;
    while (at > 0 && (text.charAt(at) == ' ' || text.charAt(at) == ':')) {
      at--;
    }
    return endsWithAny(text, at + 1, MEMBERS_WITH_DATA);
  }

  private static boolean endsWithAny(String text, int end, String[] names) {
    for (String each : names) {
      if (text.regionMatches(true, end - each.length(), each, 0, each.length())) {
        return true;
      }
    }
    return false;
  }
}
