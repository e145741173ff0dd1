package io.loophalt.presets;

import java.util.regex.Pattern;

/**
 * The error normalisation of the {@code karimo} preset, narrower than Loophalt's own: ISO
 * timestamps, hex addresses and line numbers become placeholders, absolute POSIX paths their file
 * name, and every other number stays.
 *
 * <p>Thread-safe. Linear in the length of the text: no pattern looks at a character twice without a
 * bound.
 */
final class KarimoError {

  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}:\\d{2}(?:[.,]\\d++)?+(?:Z|[+-]\\d{2}:?+\\d{2})?+");
  private static final Pattern ADDRESS = Pattern.compile("\\b0x[0-9a-fA-F]++");

  /** The directories of an absolute path; what precedes it must not make it a relative one. */
  private static final Pattern DIRECTORIES =
      Pattern.compile("(?<![\\w.~/-])/(?:[\\w.+@~-]++/)*+(?=[\\w.+@~-])");

  private static final Pattern LINE = Pattern.compile("\\b([Ll]ine) \\d++");
  private static final Pattern FILE_LINE = Pattern.compile("(?<=\\w\\.\\w{1,9}):\\d++(?::\\d++)?+");

  private KarimoError() {}

  /** The error without what changes from one attempt to the next. */
  static String normalize(String error) {
    String text = TIMESTAMP.matcher(error).replaceAll("<time>");
    text = ADDRESS.matcher(text).replaceAll("<address>");
    text = DIRECTORIES.matcher(text).replaceAll("");
    text = LINE.matcher(text).replaceAll("line <n>");
    return FILE_LINE.matcher(text).replaceAll(":<n>");
  }
}
