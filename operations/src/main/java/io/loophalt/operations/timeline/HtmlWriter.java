package io.loophalt.operations.timeline;

import io.loophalt.PrintableText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes HTML in which a text stays a text: whatever is handed over as such or as an attribute is
 * written as {@link PrintableText} and escaped, so that no name can become an element, a script or
 * a line of its own. Only {@link #own} writes what it is given; it is for constants of this
 * package. Not thread-safe.
 *
 * @see <a href="https://html.spec.whatwg.org/multipage/syntax.html">HTML, 13.1</a>
 */
public final class HtmlWriter {

  private final Writer out;
  private final Deque<String> open = new ArrayDeque<>();
  private long bytes;

  /** Begins to write. */
  public HtmlWriter(Writer out) {
    this.out = out;
  }

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn; an empty value makes an attribute without one
   */
  public HtmlWriter open(String tag, String... attributes) {
    begin(tag, attributes);
    open.push(tag);
    return this;
  }

  /** Writes an element that has no end, such as {@code meta}. */
  public HtmlWriter alone(String tag, String... attributes) {
    begin(tag, attributes);
    return this;
  }

  private void begin(String tag, String... attributes) {
    own("<").own(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      own(" ").own(attributes[i]);
      if (!attributes[i + 1].isEmpty()) {
        own("=\"").text(attributes[i + 1]).own("\"");
      }
    }
    own(">");
  }

  /** Writes an element with a text. */
  public HtmlWriter element(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close();
  }

  /** Closes the element that was opened last. */
  public HtmlWriter close() {
    return own("</").own(open.pop()).own(">");
  }

  /** Closes it, and ends the line. */
  public HtmlWriter closeLine() {
    return close().own("\n");
  }

  /** Writes a text of anybody. */
  public HtmlWriter text(String text) {
    String shown = PrintableText.of(text);
    int done = 0;
    for (int i = 0; i < shown.length(); i++) {
      String escape =
          switch (shown.charAt(i)) {
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '&' -> "&amp;";
            case '"' -> "&quot;";
            case '\'' -> "&#39;";
            default -> "";
          };
      if (!escape.isEmpty()) {
        own(shown.substring(done, i)).own(escape);
        done = i + 1;
      }
    }
    return own(shown.substring(done));
  }

  /** Writes as it is what this package itself made. */
  public HtmlWriter own(String html) {
    try {
      out.write(html);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (int i = 0; i < html.length(); i++) {
      char unit = html.charAt(i);
      bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    }
    return this;
  }

  /** How many bytes were written in UTF-8, at most. */
  public long bytes() {
    return bytes;
  }
}
