package io.loophalt.core.event;

/**
 * What of a call's arguments goes into its event: their text without secrets, up to a size.
 *
 * <p>Immutable and thread-safe. O(size × patterns), however long the arguments are.
 */
public final class ArgumentCapture {

  /**
   * What is captured of one call.
   *
   * @param text JSON as far as it goes, or the text that the model wrote
   * @param isCut whether there was more of it
   */
  public record Captured(String text, boolean isCut) {}

  /**
   * What is looked at behind the size, and left out again where there was more: a secret that
   * begins before the cut is seen whole by the patterns of a configuration, too. Characters.
   */
  private static final int MARGIN = 4_096;

  private final int maxBytes;
  private final Redaction redaction;

  /**
   * Captures arguments.
   *
   * @param maxBytes the size of the text in UTF-8, above 0
   */
  public ArgumentCapture(int maxBytes, Redaction redaction) {
    this.maxBytes = maxBytes;
    this.redaction = redaction;
  }

  /** Of these arguments. */
  public Captured of(String arguments) {
    int most = maxBytes + MARGIN;
    if (arguments.length() <= most) {
      return cut(redaction.of(arguments), false);
    }
    String redacted = redaction.of(arguments.substring(0, most));
    return cut(redacted.substring(0, Math.max(0, redacted.length() - MARGIN)), true);
  }

  private Captured cut(String text, boolean wasCut) {
    int bytes = 0;
    int at = 0;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      if (bytes > maxBytes) {
        return new Captured(text.substring(0, at), true);
      }
      at += Character.charCount(c);
    }
    return new Captured(text, wasCut);
  }
}
